import type { WeighIn } from '@stridewell/contract/checkins/checkins.rules';
import type { WeighInEnds } from '@stridewell/contract/clients/clients.figures.rules';
import type { Measurement } from '@stridewell/contract/progress/progress';
import {
  FOUR_WEEKS,
  type MeasurementKind,
  trendDays,
  type WeightSlope,
} from '@stridewell/contract/progress/progress.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { and, asc, desc, eq, gte, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { timelineEvent } from '../../core/events/events.data.ts';
import { isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkInWeightEnds, dailyWeights, readEnds } from '../checkins/checkins.service.ts';
import { type StoredGoal, weightGoal } from '../records/records.service.ts';
import { measurements } from './progress.table.ts';

/** Bounds the answer. Far more than a client has after many years. */
const MEASUREMENTS_MAX = 5000;

/** A coach or a client. Row-level security limits the writes of each. */
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

/** Measured weights in kg since a day. */
export function selectWeights(tx: PersonTx, clientId: string, since: string): Promise<WeighIn[]> {
  return tx
    .select({ day: measurements.day, weightKg: measurements.value })
    .from(measurements)
    .where(and(measured(tx, clientId), eq(measurements.kind, 'weight'), gte(measurements.day, since)));
}

/** The newest measured body fat in percent since a day. */
export async function findBodyFat(tx: PersonTx, clientId: string, since: string): Promise<number | null> {
  const [row] = await tx
    .select({ value: measurements.value })
    .from(measurements)
    .where(and(measured(tx, clientId), eq(measurements.kind, 'body_fat'), gte(measurements.day, since)))
    .orderBy(desc(measurements.day))
    .limit(1);
  return row?.value ?? null;
}

const weightAt = (coachId: CoachKey, order: 'asc' | 'desc') => sql`(select json_build_array(m.day, m.value)
  from ${measurements} m where m.coach_id = ${coachId} and m.client_id = client_coach_relationships.client_id
    and m.kind = 'weight' order by m.day ${sql.raw(order)} limit 1)`;

/**
 * Day of the earliest weigh-in that a trend of `days` can need, in every time zone. The newest is at most four weeks
 * old.
 */
export const weighedSince = (now: Date, days = FOUR_WEEKS): string =>
  addDays(dayInZone(now, 'UTC'), -(FOUR_WEEKS + trendDays(days) + 1));

/**
 * SQL version of the contract's `weightSlope`, over the weigh-ins since a day. On one day, the measurement counts.
 * @param since from `weighedSince`
 * @param window from `trendDays`
 */
export const slopeOfWeights = (
  coachId: CoachKey,
  since: SQLWrapper | string,
  window: SQLWrapper | number = trendDays(FOUR_WEEKS),
): SQL<WeightSlope> => {
  const clientId = sql`client_coach_relationships.client_id`;
  const from = sql`${since}::date`;
  const ofScale = sql`(select m.day, m.value from ${measurements} m where m.coach_id = ${coachId}
    and m.client_id = ${clientId} and m.kind = 'weight' and m.day >= ${from})`;
  return sql`(select json_build_object('count', count(*), 'spanDays', coalesce(max(w.day) - min(w.day), 0),
      'slopeKgPerDay', regr_slope(w.kg, w.day - w.last))
    from (select d.day, d.kg, max(d.day) over () as last
      from (select coalesce(m.day, c.day) as day, coalesce(m.value, c.weight_kg) as kg
        from ${ofScale} m full join ${dailyWeights(coachId, clientId, from)} c on c.day = m.day) d) w
    where w.day > w.last - ${window}::integer)`;
};

/**
 * Columns of `relationships` for the weight figures: goal, the ends of measurements and of check-ins, and the trend.
 */
export const weightColumns = (coachId: CoachKey, since: SQLWrapper | string) => ({
  weightSlope: slopeOfWeights(coachId, since),
  weightGoal: weightGoal(coachId),
  measuredWeight: sql<WeighInEnds | null>`(select json_build_object('first', ends.first, 'last', ends.last)
    from (select ${weightAt(coachId, 'asc')} as first, ${weightAt(coachId, 'desc')} as last) ends
    where ends.first is not null)`.mapWith(readEnds),
  checkInWeight: checkInWeightEnds(coachId),
});

export type WeightColumns = {
  weightSlope: WeightSlope;
  weightGoal: StoredGoal | null;
  measuredWeight: WeighInEnds | null;
  checkInWeight: WeighInEnds | null;
};

/** The weight columns of one client; undefined when the scope has no such client. */
export async function findWeight(tx: PersonTx, clientId: string, now: Date): Promise<WeightColumns | undefined> {
  const [row] = await tx
    .select(weightColumns(tx.scope.coachId, weighedSince(now)))
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row;
}

/** Whether the coach's plan covers this client. */
export async function isClientCovered(tx: PersonTx, clientId: string): Promise<boolean> {
  const [row] = await tx
    .select({ covered: isCovered(tx.scope.coachId) })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row?.covered === true;
}

type Values = readonly (readonly [kind: MeasurementKind, value: number])[];

/** Saves measurements. An equal value keeps its source, because repeating a number is no measurement. */
export async function upsertMeasurements(
  tx: PersonTx,
  clientId: string,
  { day, values, now }: { day: string; values: Values; now: Date },
): Promise<{ id: string; kind: MeasurementKind; isNew: boolean }[]> {
  if (values.length === 0) return [];
  const { coachId, role: source } = tx.scope;
  const of = { coachId, clientId, day, source, recordedAt: now };
  return tx
    .insert(measurements)
    .values(values.map(([kind, value]) => ({ ...of, id: uuidv7(), kind, value })))
    .onConflictDoUpdate({
      target: [measurements.coachId, measurements.clientId, measurements.kind, measurements.day],
      set: { value: sql`excluded.value`, source: sql`excluded.source` },
      setWhere: sql`${measurements.value} is distinct from excluded.value`,
    })
    .returning({ id: measurements.id, kind: measurements.kind, isNew: sql<boolean>`xmax = 0` });
}

type Place = { day: string; kinds: MeasurementKind[] };

const placed = (tx: PersonTx, clientId: string, { day, kinds }: Place) =>
  and(measured(tx, clientId), eq(measurements.day, day), inArray(measurements.kind, kinds));

export async function deleteMeasurements(tx: PersonTx, clientId: string, place: Place): Promise<void> {
  if (place.kinds.length === 0) return;
  await tx.delete(measurements).where(placed(tx, clientId, place));
}

/** Values of these kinds that the coach measured on a day. */
export const selectCoachMeasured = (tx: PersonTx, clientId: string, place: Place) =>
  tx
    .select({ kind: measurements.kind, value: measurements.value })
    .from(measurements)
    .where(and(placed(tx, clientId, place), eq(measurements.source, 'coach')));

/**
 * Timeline line of values that one person measured together. A later correction by the other side is a separate line.
 */
export const measurementLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'measurement', 'id', min(m.id::text), 'day', m.day,
    'by', m.source, 'values', jsonb_agg(jsonb_build_object('kind', m.kind, 'value', m.value) order by m.kind)) as line
  from measurements m where m.coach_id = ${coachId} and m.client_id = ${timelineEvent.clientId}
    and m.recorded_at = ${timelineEvent.occurredAt} and m.day = (${timelineEvent.data} ->> 'day')::date
  group by m.day, m.source`;
