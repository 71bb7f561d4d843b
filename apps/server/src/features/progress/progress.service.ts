import { type Answers, MEASUREMENT_SITES, photosOfAnswers } from '@stridewell/contract/checkins.forms.rules';
import type { WeighIn } from '@stridewell/contract/checkins.rules';
import type { ClientProgress, Measurement, MeasurementValues, PhotoDay } from '@stridewell/contract/progress';
import { MEASUREMENT_KINDS, type MeasurementKind } from '@stridewell/contract/progress.rules';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readCheckInCourse } from '../checkins/checkins.service.ts';
import { holdClient } from '../clients/clients.record.service.ts';
import { readPlace } from '../clients/clients.timeline.service.ts';
import {
  deleteMeasurements,
  findWeightGoal,
  isClientCovered,
  selectCheckInSets,
  selectCheckInWeights,
  selectCoachMeasured,
  selectMeasurements,
  selectPhotoDays,
  selectWeights,
  upsertMeasurements,
} from './progress.data.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

/** The measurements of a check-in, which says nothing about sides. */
const measuredIn = ({ day, answers }: { day: string; answers: Answers }): Measurement[] =>
  Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object' || Array.isArray(answer)) return [];
    return MEASUREMENT_SITES.flatMap((kind) => {
      const value = answer[kind];
      return value === undefined ? [] : [{ kind, day, value, source: 'check_in' as const }];
    });
  });

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0);

/**
 * How a body changes, and how well the client keeps to their check-ins. Every measurement by day, oldest first: what
 * was measured goes before what a check-in of that day says, and of two check-ins the later one. Undefined where the
 * scope has no such client.
 */
export async function readProgress(
  tx: PersonTx,
  clientId: string,
  now: Date,
): Promise<Omit<ClientProgress, 'today'> | undefined> {
  const [goal, measured, weights, sets, course] = await Promise.all([
    findWeightGoal(tx, clientId),
    selectMeasurements(tx, clientId),
    selectCheckInWeights(tx, clientId),
    selectCheckInSets(tx, clientId),
    readCheckInCourse(tx, clientId, now),
  ]);
  if (!goal || !course) return undefined;
  const known = new Map<string, Measurement>();
  for (const one of [...measured, ...weights, ...sets.flatMap(measuredIn)]) {
    const key = `${one.kind} ${one.day}`;
    if (!known.has(key)) known.set(key, one);
  }
  return { ...goal, ...course, measurements: [...known.values()].sort(byDay) };
}

/** The weights of the client from the day `since` on, oldest first, as the page of their progress has them. */
export async function readOwnWeights(tx: Tx<ClientScope>, since: string): Promise<WeighIn[]> {
  const { clientId } = tx.scope;
  const [measured, sent] = await Promise.all([
    selectWeights(tx, clientId, since),
    selectCheckInWeights(tx, clientId, since),
  ]);
  const known = new Map(measured.map((one) => [one.day, one]));
  for (const { day, value } of sent) if (!known.has(day)) known.set(day, { day, weightKg: value });
  return [...known.values()].sort(byDay);
}

/** Start and goal of the client's own weight; null where neither is recorded. */
export async function readOwnWeightGoal(tx: Tx<ClientScope>) {
  const goal = await findWeightGoal(tx, tx.scope.clientId);
  return goal ?? { startWeightKg: null, goalWeightKg: null };
}

type Saved =
  | { kind: 'saved'; saved: number }
  /** The coach has no such client; the client is a former one; the coach's plan does not cover the client. */
  | { kind: 'not_found' | 'closed' | 'not_covered' }
  /** The client wants to change what the coach measured on that day. */
  | { kind: 'measured_by_coach' };

/**
 * Why the caller may not write now; a coach may write for each of their clients. Holds the client, so that two entries
 * at once are saved one after the other.
 */
async function refusalOf(tx: PersonTx, clientId: string) {
  const held = await holdClient(tx, clientId);
  if (tx.scope.role === 'coach') return held ? undefined : 'not_found';
  if (!held) return 'closed';
  return (await isClientCovered(tx, clientId)) ? undefined : 'not_covered';
}

/**
 * Sets and deletes values of one day. A client leaves the coach's values alone, and the database may refuse an upsert
 * that meets one before it looks at the condition. So the coach's values are read before anything is written.
 */
export async function saveMeasurements(
  tx: PersonTx,
  { clientId, day, values }: { clientId: string; day: string; values: MeasurementValues },
  now: Date,
): Promise<Saved> {
  const refusal = await refusalOf(tx, clientId);
  if (refusal) return { kind: refusal };
  const kinds = MEASUREMENT_KINDS.filter((kind) => values[kind] !== undefined);
  const fixed = tx.scope.role === 'client' ? await selectCoachMeasured(tx, clientId, { day, kinds }) : [];
  if (fixed.some(({ kind, value }) => values[kind]?.toFixed(2) !== value.toFixed(2))) {
    return { kind: 'measured_by_coach' };
  }
  const set: [MeasurementKind, number][] = [];
  const gone: MeasurementKind[] = [];
  for (const kind of kinds) {
    const value = values[kind];
    if (fixed.some((one) => one.kind === kind)) continue;
    if (value === null) gone.push(kind);
    else if (value !== undefined) set.push([kind, value]);
  }
  await upsertMeasurements(tx, clientId, { day, values: set, now });
  await deleteMeasurements(tx, clientId, { day, kinds: gone });
  return { kind: 'saved', saved: kinds.length };
}

const PHOTO_DAYS = 24;

/** A page of check-ins with photos, the latest first; undefined where the scope has no such client. */
export async function listPhotos(
  tx: PersonTx,
  { clientId, cursor }: { clientId: string; cursor?: string | undefined },
): Promise<{ days: PhotoDay[]; nextCursor: string | null } | undefined> {
  const before = cursor ? readPlace(cursor) : null;
  const [client, found] = await Promise.all([
    findWeightGoal(tx, clientId),
    selectPhotoDays(tx, clientId, { before, limit: PHOTO_DAYS + 1 }),
  ]);
  if (!client) return undefined;
  const shown = found.slice(0, PHOTO_DAYS);
  const last = shown.at(-1);
  return {
    days: shown.map(({ id, day, answers }) => ({ id, day, photos: photosOfAnswers(answers) })),
    nextCursor: last && found.length > shown.length ? `${last.submittedAt.getTime()}.${last.id}` : null,
  };
}
