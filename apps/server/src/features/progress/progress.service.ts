import type { Measurement, MeasurementValues } from '@stridewell/contract/progress';
import { MEASUREMENT_KINDS, type MeasurementKind } from '@stridewell/contract/progress.rules';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import {
  deleteMeasurements,
  findWeightGoal,
  selectCheckInWeights,
  selectMeasurements,
  upsertMeasurements,
} from './progress.data.ts';

/**
 * Every measurement by day, oldest first. A weight that was measured goes before the one that a check-in of that day
 * says. Undefined when the coach has no such client.
 */
export async function readProgress(tx: Tx<CoachScope>, clientId: string) {
  const [goal, measured, weights] = await Promise.all([
    findWeightGoal(tx, clientId),
    selectMeasurements(tx, clientId),
    selectCheckInWeights(tx, clientId),
  ]);
  if (!goal) return undefined;
  const known = new Map<string, Measurement>();
  for (const one of [...measured, ...weights]) {
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
