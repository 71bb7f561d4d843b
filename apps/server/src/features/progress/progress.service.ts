import { type Answers, MEASUREMENT_SITES, photosOfAnswers } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { WeighIn } from '@stridewell/contract/checkins/checkins.rules';
import type { ClientProgress, Measurement, MeasurementValues, PhotoDay } from '@stridewell/contract/progress/progress';
import { isHiddenKind, MEASUREMENT_KINDS, type MeasurementKind } from '@stridewell/contract/progress/progress.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship, relationshipExists } from '../../core/relationships/relationships.data.ts';
import { readsWithoutNumbers } from '../../core/tenancy/numbers.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  getCheckInCalendar,
  listCheckInWeights,
  listMeasurementAnswers,
  listPhotoAnswers,
} from '../checkins/checkins.service.ts';
import {
  deleteMeasurements,
  findBodyFat,
  findWeight,
  isClientCovered,
  selectCoachMeasured,
  selectMeasurements,
  selectWeights,
  upsertMeasurements,
  type WeightColumns,
  weighedSince,
  weightColumns,
} from './progress.data.ts';
import { selectWeightTrends } from './progress.trends.data.ts';
import { toEnds } from './progress.weight.rules.ts';

/** For other features. */
export { selectWeightTrends as listWeightTrends, type WeightColumns, weighedSince, weightColumns };

type PersonTx = Tx<CoachScope | ClientScope>;

/** The measurements of a check-in. */
const measurementsIn = ({ day, answers }: { day: string; answers: Answers }): Measurement[] =>
  Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object' || Array.isArray(answer)) return [];
    return MEASUREMENT_SITES.flatMap((kind) => {
      const value = answer[kind];
      return value === undefined ? [] : [{ kind, day, value, source: 'check_in' as const }];
    });
  });

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0);

/**
 * Measurements and check-ins of a client, oldest first. There is one value for each day and kind: a measurement
 * replaces that of a check-in, and of two check-ins the later one counts. A client whose numbers are off gets neither
 * weights nor body fat.
 * @throws NOT_FOUND when the scope has no such client
 */
export async function getProgress(tx: PersonTx, clientId: string, now: Date): Promise<Omit<ClientProgress, 'today'>> {
  const [found, measured, weights, sets, calendar] = await Promise.all([
    findWeight(tx, clientId, now),
    selectMeasurements(tx, clientId),
    listCheckInWeights(tx, clientId),
    listMeasurementAnswers(tx, clientId),
    getCheckInCalendar(tx, clientId, now),
  ]);
  if (!found) throw refuse('NOT_FOUND');
  const weighed = weights.map(
    ({ day, weightKg }): Measurement => ({ kind: 'weight', day, value: weightKg, source: 'check_in' }),
  );
  const first = new Map<string, Measurement>();
  for (const one of [...measured, ...weighed, ...sets.flatMap(measurementsIn)]) {
    const key = `${one.kind} ${one.day}`;
    if (!first.has(key)) first.set(key, one);
  }
  const isHidden = readsWithoutNumbers(tx);
  const { startWeightKg = null, goalWeightKg = null } = (!isHidden && found.weightGoal) || {};
  const shown = [...first.values()].filter(({ kind }) => !isHidden || !isHiddenKind(kind));
  return { startWeightKg, goalWeightKg, ...calendar, measurements: shown.sort(byDay) };
}

/**
 * The weight columns of the client in scope.
 * @throws Error when the scope has no relationship, which the access checks rule out
 */
export async function getOwnWeight(tx: Tx<ClientScope>, now: Date): Promise<WeightColumns> {
  const row = await findWeight(tx, tx.scope.clientId, now);
  if (!row) throw new Error('the relationship in scope is not readable');
  return row;
}

/** The newest weight in kg of a client, and body fat in percent if it was measured since a day. */
export async function findNewestBody(
  tx: PersonTx,
  clientId: string,
  { now, since }: { now: Date; since: string },
): Promise<{ weightKg: number | null; bodyFatPercent: number | null }> {
  const [row, bodyFatPercent] = await Promise.all([findWeight(tx, clientId, now), findBodyFat(tx, clientId, since)]);
  return { weightKg: (row && toEnds(row)?.last.weightKg) ?? null, bodyFatPercent };
}

/** Weights of a client since a day, oldest first, with the same precedence as `getProgress`. */
export async function listWeights(tx: PersonTx, clientId: string, since: string): Promise<WeighIn[]> {
  const [measured, weighed] = await Promise.all([
    selectWeights(tx, clientId, since),
    listCheckInWeights(tx, clientId, since),
  ]);
  const first = new Map(measured.map((one) => [one.day, one]));
  for (const one of weighed) if (!first.has(one.day)) first.set(one.day, one);
  return [...first.values()].sort(byDay);
}

/**
 * Locks the client, so that concurrent entries are saved one after another.
 * @throws NOT_FOUND for an unknown client; for a client FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat
 */
async function lockForEntry(tx: Tx<CoachScope | ClientScope, 'COACH_PLAN_FULL'>, clientId: string): Promise<void> {
  const isLocked = (await lockRelationship(tx, clientId)) !== undefined;
  if (tx.scope.role === 'coach') {
    if (!isLocked) throw refuse('NOT_FOUND');
    return;
  }
  if (!isLocked) throw refuse('FORBIDDEN');
  if (!(await isClientCovered(tx, clientId))) throw refuse(tx, 'COACH_PLAN_FULL');
}

/**
 * Sets and deletes values of one day. A client cannot change the coach's values, and the database may refuse an upsert
 * that conflicts with one before it checks the condition. So the coach's values are read first.
 * @throws DAY_AHEAD after `today`, MEASURED_BY_COACH, COACH_PLAN_FULL, FORBIDDEN, NOT_FOUND
 */
export async function saveMeasurements(
  tx: Tx<CoachScope | ClientScope, 'DAY_AHEAD' | 'MEASURED_BY_COACH' | 'COACH_PLAN_FULL'>,
  { clientId, day, values }: { clientId: string; day: string; values: MeasurementValues },
  { now, today }: { now: Date; today: string },
): Promise<{ saved: number }> {
  if (day > today) throw refuse(tx, 'DAY_AHEAD');
  await lockForEntry(tx, clientId);
  const kinds = MEASUREMENT_KINDS.filter((kind) => values[kind] !== undefined);
  const fixed = tx.scope.role === 'client' ? await selectCoachMeasured(tx, clientId, { day, kinds }) : [];
  if (fixed.some(({ kind, value }) => values[kind]?.toFixed(2) !== value.toFixed(2))) {
    throw refuse(tx, 'MEASURED_BY_COACH');
  }
  const set: [MeasurementKind, number][] = [];
  const gone: MeasurementKind[] = [];
  for (const kind of kinds) {
    const value = values[kind];
    if (fixed.some((one) => one.kind === kind)) continue;
    if (value === null) gone.push(kind);
    else if (value !== undefined) set.push([kind, value]);
  }
  const added = (await upsertMeasurements(tx, clientId, { day, values: set, now })).filter(({ isNew }) => isNew);
  const [first] = added;
  if (first) {
    const data = { day, kinds: added.map(({ kind }) => kind) };
    await record(tx, { type: 'measurement.recorded', clientId, subjectId: first.id, occurredAt: now, data });
  }
  await deleteMeasurements(tx, clientId, { day, kinds: gone });
  return { saved: kinds.length };
}

const PHOTO_DAYS = 24;

/**
 * A page of check-ins with photos, newest first.
 * @throws NOT_FOUND when the scope has no such client
 */
export async function listPhotos(
  tx: PersonTx,
  { clientId, cursor }: { clientId: string; cursor?: string | undefined },
): Promise<{ days: PhotoDay[]; nextCursor: string | null }> {
  const before = cursor ? readCursor(cursor) : undefined;
  const [exists, found] = await Promise.all([
    relationshipExists(tx, clientId),
    listPhotoAnswers(tx, clientId, { before, limit: PHOTO_DAYS + 1 }),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  const { page, nextCursor } = pageOf(found, PHOTO_DAYS);
  return { days: page.map(({ id, day, answers }) => ({ id, day, photos: photosOfAnswers(answers) })), nextCursor };
}
