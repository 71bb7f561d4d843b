import { type Answers, MEASUREMENT_SITES, photosIn } from '@stridewell/contract/checkins.forms.rules';
import type { Measurement, MeasurementValues, PhotoDay } from '@stridewell/contract/progress';
import { MEASUREMENT_KINDS, type MeasurementKind } from '@stridewell/contract/progress.rules';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { readPlace } from '../clients/clients.timeline.service.ts';
import {
  deleteMeasurements,
  findWeightGoal,
  selectCheckInSets,
  selectCheckInWeights,
  selectMeasurements,
  selectPhotoDays,
  upsertMeasurements,
} from './progress.data.ts';

/** The measurements of a check-in, which says nothing about sides. */
const measuredIn = ({ day, answers }: { day: string; answers: Answers }): Measurement[] =>
  Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object' || Array.isArray(answer)) return [];
    return MEASUREMENT_SITES.flatMap((kind) => {
      const value = answer[kind];
      return value === undefined ? [] : [{ kind, day, value, source: 'check_in' as const }];
    });
  });

/**
 * Every measurement by day, oldest first. What was measured goes before what a check-in of that day says, and of two
 * check-ins the later one. Undefined when the coach has no such client.
 */
export async function readProgress(tx: Tx<CoachScope>, clientId: string) {
  const [goal, measured, weights, sets] = await Promise.all([
    findWeightGoal(tx, clientId),
    selectMeasurements(tx, clientId),
    selectCheckInWeights(tx, clientId),
    selectCheckInSets(tx, clientId),
  ]);
  if (!goal) return undefined;
  const known = new Map<string, Measurement>();
  for (const one of [...measured, ...weights, ...sets.flatMap(measuredIn)]) {
    const key = `${one.kind} ${one.day}`;
    if (!known.has(key)) known.set(key, one);
  }
  return { ...goal, measurements: [...known.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) };
}

/** Where the client's own weight came from and should go; null where nobody has said so. */
export async function readOwnWeightGoal(tx: Tx<ClientScope>) {
  const goal = await findWeightGoal(tx, tx.scope.clientId);
  return goal ?? { startWeightKg: null, goalWeightKg: null };
}

/** How many values were set or taken away; undefined when the coach has no such client. */
export async function saveMeasurements(
  tx: Tx<CoachScope>,
  { clientId, day, values }: { clientId: string; day: string; values: MeasurementValues },
  now: Date,
): Promise<number | undefined> {
  if (!(await findWeightGoal(tx, clientId))) return undefined;
  const set: [MeasurementKind, number][] = [];
  const gone: MeasurementKind[] = [];
  for (const kind of MEASUREMENT_KINDS) {
    const value = values[kind];
    if (value === null) gone.push(kind);
    else if (value !== undefined) set.push([kind, value]);
  }
  await upsertMeasurements(tx, clientId, { day, values: set, now });
  await deleteMeasurements(tx, clientId, { day, kinds: gone });
  return set.length + gone.length;
}

const PHOTO_DAYS = 24;

/** A page of check-ins with photos, the latest first; undefined when the coach has no such client. */
export async function listPhotos(
  tx: Tx<CoachScope>,
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
    days: shown.map(({ id, day, answers }) => ({ id, day, photos: photosIn(answers) })),
    nextCursor: last && found.length > shown.length ? `${last.submittedAt.getTime()}.${last.id}` : null,
  };
}
