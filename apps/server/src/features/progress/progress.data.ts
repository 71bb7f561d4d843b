import type { Answers } from '@stridewell/contract/checkins.forms.rules';
import type { Measurement } from '@stridewell/contract/progress';
import type { MeasurementKind } from '@stridewell/contract/progress.rules';
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { clientRecords, relationships } from '../clients/clients.table.ts';
import { measurements } from './progress.table.ts';

/** The newest ones; far more than a client of many years has, so that an answer cannot grow without end. */
const MEASUREMENTS_MAX = 5000;
const WEIGHTS_MAX = 1000;

export async function selectMeasurements(tx: Tx<CoachScope>, clientId: string): Promise<Measurement[]> {
  const rows = await tx
    .select({
      kind: measurements.kind,
      day: measurements.day,
      value: measurements.value,
      source: measurements.source,
    })
    .from(measurements)
    .where(and(eq(measurements.coachId, tx.scope.coachId), eq(measurements.clientId, clientId)))
    .orderBy(desc(measurements.day), asc(measurements.kind))
    .limit(MEASUREMENTS_MAX);
  return rows;
}

/** Weights that check-ins brought, the last one of each day. */
export async function selectCheckInWeights(tx: Tx<CoachScope>, clientId: string): Promise<Measurement[]> {
  const rows = await tx
    .select({ day: checkIns.day, value: checkIns.weightKg })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId), isNotNull(checkIns.weightKg)))
    .orderBy(desc(checkIns.submittedAt))
    .limit(WEIGHTS_MAX);
  return rows.flatMap(({ day, value }) =>
    value === null ? [] : [{ kind: 'weight' as const, day, value, source: 'check_in' as const }],
  );
}

/** The answers of check-ins that have a set of measurements among them, newest first. */
export function selectCheckInSets(tx: Tx<CoachScope>, clientId: string): Promise<{ day: string; answers: Answers }[]> {
  return tx
    .select({ day: checkIns.day, answers: checkIns.answers })
    .from(checkIns)
    .where(and(isOf(tx, clientId), hasAnswer('strict $.* ? (@.type() == "object")')))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(WEIGHTS_MAX);
}

const isOf = (tx: Tx<CoachScope>, clientId: string) =>
  and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId));
const hasAnswer = (path: string) => sql`jsonb_path_exists(${checkIns.answers}, ${path}::jsonpath)`;

/** At most `limit` check-ins with photos before a place, newest first. */
export function selectPhotoDays(
  tx: Tx<CoachScope>,
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
export async function findWeightGoal(tx: Tx<CoachScope | ClientScope>, clientId: string) {
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

type Values = readonly (readonly [kind: MeasurementKind, value: number])[];

export async function upsertMeasurements(
  tx: Tx<CoachScope>,
  clientId: string,
  { day, values, now }: { day: string; values: Values; now: Date },
): Promise<void> {
  if (values.length === 0) return;
  const of = { coachId: tx.scope.coachId, clientId, day, source: 'coach' as const, recordedAt: now };
  await tx
    .insert(measurements)
    .values(values.map(([kind, value]) => ({ ...of, id: uuidv7(), kind, value })))
    .onConflictDoUpdate({
      target: [measurements.coachId, measurements.clientId, measurements.kind, measurements.day],
      set: { value: sql`excluded.value`, source: sql`excluded.source` },
    });
}

export async function deleteMeasurements(
  tx: Tx<CoachScope>,
  clientId: string,
  { day, kinds }: { day: string; kinds: MeasurementKind[] },
): Promise<void> {
  if (kinds.length === 0) return;
  await tx
    .delete(measurements)
    .where(
      and(
        eq(measurements.coachId, tx.scope.coachId),
        eq(measurements.clientId, clientId),
        eq(measurements.day, day),
        inArray(measurements.kind, kinds),
      ),
    );
}
