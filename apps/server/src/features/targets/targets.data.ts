import type { TargetChange } from '@stridewell/contract/targets/targets';
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import { coaches } from '../../core/people/people.table.ts';
import { clientZone, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { nutritionTargets } from './targets.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;
type Row = typeof nutritionTargets.$inferSelect;

/** Bounds the answer: three years of weekly changes. */
const HISTORY_MAX = 160;

/** Status and time zone of a client; undefined when the scope has no such client. */
export async function findTargetClient(tx: Tx<CoachScope>, clientId: string) {
  const [row] = await tx
    .select({
      status: relationships.status,
      fullName: relationships.fullName,
      timeZone: sql<string>`coalesce(${clientZone(tx.scope.coachId)}, ${coaches.timeZone})`,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isRelationshipWith(tx, clientId));
  return row;
}

const isOfClient = (tx: PersonTx, clientId: string) =>
  and(eq(nutritionTargets.coachId, tx.scope.coachId), eq(nutritionTargets.clientId, clientId));

const NEWEST_FIRST = desc(nutritionTargets.number);

function toChange({ id, number, startsOn, source, createdBy, note, createdAt, basis, ...row }: Row): TargetChange {
  const { kcal, protein, fat, carbohydrate, fibre, waterLiters, weeklyPercent, week, reasons } = row;
  const isTarget = kcal !== null && protein !== null && fat !== null && carbohydrate !== null && fibre !== null;
  const target =
    isTarget && waterLiters !== null && weeklyPercent !== null && reasons
      ? { kcal, protein, fat, carbohydrate, fibre, waterLiters, weeklyPercent, week, reasons }
      : null;
  return { id, number, startsOn, source, by: createdBy, note, createdAt: createdAt.toISOString(), basis, target };
}

/** The changes of a client's target, newest first. */
export async function selectChanges(tx: PersonTx, clientId: string): Promise<TargetChange[]> {
  const rows = await tx
    .select()
    .from(nutritionTargets)
    .where(isOfClient(tx, clientId))
    .orderBy(NEWEST_FIRST)
    .limit(HISTORY_MAX);
  return rows.map(toChange);
}

/** The energy of all changes of clients' targets, which `toEnergyChanges` reads. */
export function selectEnergyOf(tx: PersonTx, clientIds: readonly string[]) {
  const { clientId, startsOn, number, kcal, protein, fat, carbohydrate, week } = nutritionTargets;
  return tx
    .select({ clientId, startsOn, number, kcal, protein, fat, carbohydrate, week })
    .from(nutritionTargets)
    .where(and(eq(nutritionTargets.coachId, tx.scope.coachId), inArray(clientId, [...clientIds])));
}

/** Changes of targets by client. */
export function toEnergyChanges(rows: Awaited<ReturnType<typeof selectEnergyOf>>) {
  const changes = rows.map((row) => ({ ...row, target: energyIn(row) }));
  return Map.groupBy(changes, (change) => change.clientId);
}

const energyIn = ({
  kcal,
  protein,
  fat,
  carbohydrate,
  week,
}: Pick<Row, 'kcal' | 'protein' | 'fat' | 'carbohydrate' | 'week'>) =>
  kcal === null || protein === null || fat === null || carbohydrate === null
    ? null
    : { kcal, protein, fat, carbohydrate, week };

/** SQL version of the contract's `changeOn`. */
export async function findChangeOn(tx: PersonTx, clientId: string, day: string): Promise<TargetChange | null> {
  const [row] = await tx
    .select()
    .from(nutritionTargets)
    .where(and(isOfClient(tx, clientId), lte(nutritionTargets.startsOn, day)))
    .orderBy(NEWEST_FIRST)
    .limit(1);
  return row ? toChange(row) : null;
}

/** The newest change of a client's target, which may start later. */
export async function findNewest(tx: PersonTx, clientId: string): Promise<TargetChange | null> {
  const [row] = await tx.select().from(nutritionTargets).where(isOfClient(tx, clientId)).orderBy(NEWEST_FIRST).limit(1);
  return row ? toChange(row) : null;
}

/** A change of any client of the coach. */
export async function findChange(
  tx: Tx<CoachScope>,
  id: string,
): Promise<{ clientId: string; change: TargetChange } | undefined> {
  const [row] = await tx
    .select()
    .from(nutritionTargets)
    .where(and(eq(nutritionTargets.coachId, tx.scope.coachId), eq(nutritionTargets.id, id)));
  return row && { clientId: row.clientId, change: toChange(row) };
}

export type NewChange = Omit<TargetChange, 'createdAt'> & { clientId: string };

/** Adds a change. The client has to be locked, because of its number. */
export async function insertChange(
  tx: Tx<CoachScope>,
  { id, clientId, number, startsOn, source, by, note, target, basis }: NewChange,
  now: Date,
): Promise<TargetChange> {
  const [row] = await tx
    .insert(nutritionTargets)
    .values({
      coachId: tx.scope.coachId,
      id,
      clientId,
      number,
      startsOn,
      source,
      kcal: target?.kcal ?? null,
      protein: target?.protein ?? null,
      fat: target?.fat ?? null,
      carbohydrate: target?.carbohydrate ?? null,
      fibre: target?.fibre ?? null,
      waterLiters: target?.waterLiters ?? null,
      weeklyPercent: target?.weeklyPercent ?? null,
      week: target?.week ?? null,
      reasons: target?.reasons ?? null,
      basis,
      note,
      createdBy: by,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('a target was not stored');
  return toChange(row);
}

/** Timeline line of a change of the target. */
export const targetLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'target', 'id', ${timelineEvent.id}, 'kcal', t.kcal,
    'startsOn', t.starts_on, 'automatic', t.created_by = 'rules', 'note', t.note) as line
  from nutrition_targets t where t.coach_id = ${coachId} and t.id = ${timelineEvent.subjectId}`;
