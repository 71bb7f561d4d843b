import type { Answers } from '@stridewell/contract/checkins.forms.rules';
import type { WeighIn } from '@stridewell/contract/checkins.rules';
import type { Measurement } from '@stridewell/contract/progress';
import type { MeasurementKind } from '@stridewell/contract/progress.rules';
import { and, asc, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { isCovered, relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { clientRecords } from '../clients/clients.table.ts';
import { measurements } from './progress.table.ts';

/** The newest ones; far more than a client of many years has, so that an answer cannot grow without end. */
const MEASUREMENTS_MAX = 5000;
const WEIGHTS_MAX = 1000;

/** Either of the two people; the policies say what each may write. */
type PersonTx = Tx<CoachScope | ClientScope>;

const measured = (tx: PersonTx, clientId: string) =>
  and(eq(measurements.coachId, tx.scope.coachId), eq(measurements.clientId, clientId));

export function selectMeasurements(tx: PersonTx, clientId: string): Promise<Measurement[]> {
  return tx
    .select({
      kind: measurements.kind,
      day: measurements.day,
      value: measurements.value,
      source: measurements.source,
    })
    .from(measurements)
    .where(measured(tx, clientId))
    .orderBy(desc(measurements.day), asc(measurements.kind))
    .limit(MEASUREMENTS_MAX);
}

/** Weights that were measured from the day `since` on. */
export function selectWeights(tx: PersonTx, clientId: string, since: string): Promise<WeighIn[]> {
  return tx
    .select({ day: measurements.day, weightKg: measurements.value })
    .from(measurements)
    .where(and(measured(tx, clientId), eq(measurements.kind, 'weight'), gte(measurements.day, since)));
}

/** Weights that check-ins brought, the newest first; all of them, or those from the day `since` on. */
export async function selectCheckInWeights(tx: PersonTx, clientId: string, since?: string): Promise<Measurement[]> {
  const rows = await tx
    .select({ day: checkIns.day, value: checkIns.weightKg })
    .from(checkIns)
    .where(and(isOf(tx, clientId), isNotNull(checkIns.weightKg), since ? gte(checkIns.day, since) : undefined))
    .orderBy(desc(checkIns.submittedAt))
    .limit(WEIGHTS_MAX);
  return rows.flatMap(({ day, value }) =>
    value === null ? [] : [{ kind: 'weight' as const, day, value, source: 'check_in' as const }],
  );
}

/** The answers of check-ins that have a set of measurements among them, newest first. */
export function selectCheckInSets(tx: PersonTx, clientId: string): Promise<{ day: string; answers: Answers }[]> {
  return tx
    .select({ day: checkIns.day, answers: checkIns.answers })
    .from(checkIns)
    .where(and(isOf(tx, clientId), hasAnswer('strict $.* ? (@.type() == "object")')))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(WEIGHTS_MAX);
}

const isOf = (tx: PersonTx, clientId: string) =>
  and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId));
const hasAnswer = (path: string) => sql`jsonb_path_exists(${checkIns.answers}, ${path}::jsonpath)`;

/** At most `limit` check-ins with photos before a place, newest first. */
export function selectPhotoDays(
  tx: PersonTx,
  clientId: string,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
) {
  const place = before && sql`(${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`;
  return tx
    .select({ id: checkIns.id, day: checkIns.day, submittedAt: checkIns.submittedAt, answers: checkIns.answers })
    .from(checkIns)
    .where(
      and(
        isOf(tx, clientId),
        hasAnswer('$.*[*].fileId'),
        place ? sql`(${checkIns.submittedAt}, ${checkIns.id}) < ${place}` : undefined,
      ),
    )
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
}

/** Where the weight came from and should go; undefined when the coach has no such client. */
export async function findWeightGoal(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({ startWeightKg: clientRecords.startWeightKg, goalWeightKg: clientRecords.goalWeightKg })
    .from(relationships)
    .leftJoin(
      clientRecords,
      and(eq(clientRecords.coachId, relationships.coachId), eq(clientRecords.clientId, relationships.clientId)),
    )
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId)));
  return row;
}

/** Whether the coach's plan covers this client. */
export async function isClientCovered(tx: PersonTx, clientId: string): Promise<boolean> {
  const [row] = await tx
    .select({ covered: isCovered })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId)));
  return row?.covered === true;
}

type Values = readonly (readonly [kind: MeasurementKind, value: number])[];

/** An equal value keeps its source: repeating a number measures nothing. */
export async function upsertMeasurements(
  tx: PersonTx,
  clientId: string,
  { day, values, now }: { day: string; values: Values; now: Date },
): Promise<void> {
  if (values.length === 0) return;
  const { coachId, role: source } = tx.scope;
  const of = { coachId, clientId, day, source, recordedAt: now };
  await tx
    .insert(measurements)
    .values(values.map(([kind, value]) => ({ ...of, id: uuidv7(), kind, value })))
    .onConflictDoUpdate({
      target: [measurements.coachId, measurements.clientId, measurements.kind, measurements.day],
      set: { value: sql`excluded.value`, source: sql`excluded.source` },
      setWhere: sql`${measurements.value} is distinct from excluded.value`,
    });
}

type Place = { day: string; kinds: MeasurementKind[] };

const placed = (tx: PersonTx, clientId: string, { day, kinds }: Place) =>
  and(measured(tx, clientId), eq(measurements.day, day), inArray(measurements.kind, kinds));

export async function deleteMeasurements(tx: PersonTx, clientId: string, place: Place): Promise<void> {
  if (place.kinds.length === 0) return;
  await tx.delete(measurements).where(placed(tx, clientId, place));
}

/** The values of these kinds that the coach measured on that day. */
export const selectCoachMeasured = (tx: PersonTx, clientId: string, place: Place) =>
  tx
    .select({ kind: measurements.kind, value: measurements.value })
    .from(measurements)
    .where(and(placed(tx, clientId, place), eq(measurements.source, 'coach')));
