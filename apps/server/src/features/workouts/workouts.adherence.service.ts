import type { Pause } from '@stridewell/contract/checkins.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { findClientZones } from '../../core/relationships/relationships.data.ts';
import { listTrainingDays } from '../programs/programs.schedule.service.ts';
import type { PersonTx } from './workouts.data.ts';
import { type DayOfProgram, findPauses, selectDoneDays } from './workouts.history.data.ts';

export type WorkoutAdherence = { done: number; due: number };

/** Four weeks. */
const DAYS = 28;
/** A workout may be done on another day of its week. */
const WEEK = 7;

/** Names a training day of a program. */
export const nameOf = ({ clientProgramId, dayKey }: DayOfProgram): string => `${clientProgramId}.${dayKey}`;

const isPausedOn = (pauses: readonly Pause[], day: string): boolean =>
  pauses.some(({ from, until }) => from <= day && (until === null || day < until));

type PlannedDay = Awaited<ReturnType<typeof listTrainingDays>>[number];

function countDays(
  planned: readonly PlannedDay[],
  { done, pauses, first, today }: { done: ReadonlySet<string>; pauses: readonly Pause[]; first: string; today: string },
): WorkoutAdherence {
  const within = planned.filter(({ day }) => day >= first && day <= today);
  const kept = within.filter((day) => done.has(nameOf(day))).length;
  const open = within.filter((day) => !done.has(nameOf(day)) && day.day < today && !isPausedOn(pauses, day.day)).length;
  return { done: kept, due: kept + open };
}

/**
 * How many workouts of the last days were due and done, by client. Days are those of the client, and the coach's for a
 * former client. A workout counts on its planned day even when it was done on another one. An open one is due from the
 * day after that on, and never while the coaching was paused.
 * @param timeZone of the coach
 */
export async function workoutAdherence(
  tx: PersonTx,
  clientIds: readonly string[],
  { now, timeZone, days = DAYS }: { now: Date; timeZone: string; days?: number },
): Promise<ReadonlyMap<string, WorkoutAdherence>> {
  // The zones arrive with the rest, so the range has a day more on both ends than any zone needs.
  const utcDay = dayInZone(now, 'UTC');
  const range = { from: addDays(utcDay, -days), to: addDays(utcDay, 1) };
  const [zones, planned, finished, pauses] = await Promise.all([
    findClientZones(tx, clientIds.length === 1 ? clientIds[0] : null),
    listTrainingDays(tx, clientIds, range),
    selectDoneDays(tx, clientIds, addDays(range.from, -WEEK)),
    findPauses(tx, clientIds),
  ]);
  const done = new Set(finished.map(nameOf));
  const byClient = Map.groupBy(planned, ({ clientId }) => clientId);
  return new Map(
    clientIds.map((clientId) => {
      const today = dayInZone(now, zones.get(clientId) ?? timeZone);
      const window = { first: addDays(today, 1 - days), today };
      return [
        clientId,
        countDays(byClient.get(clientId) ?? [], { ...window, done, pauses: pauses.get(clientId) ?? [] }),
      ];
    }),
  );
}
