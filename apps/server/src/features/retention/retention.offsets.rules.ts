import { probabilityOf } from './retention.logistic.rules.ts';

/** A week of a client with the log-odds that the platform's fit gives it. */
export type OffsetWeek = { coachId: string; clientId: string; score: number; left: boolean };

/** How the clients of a coach differ from the platform, in log-odds, and what this rests on. */
export type CoachOffset = { logOdds: number; clients: number; left: number };

/** [K] With fewer coaches their spread cannot be estimated, so that each stays at the platform's fit. */
const MIN_COACHES = 5;
const START_VARIANCE = 0.1;
const MIN_VARIANCE = 1e-6;
const ROUNDS = 40;
const STEPS = 8;

/** Newton's method for one offset with a normal prior. @returns the offset, and the variance that remains */
function offsetOf(weeks: readonly OffsetWeek[], start: number, variance: number): { logOdds: number; rest: number } {
  let logOdds = start;
  let curvature = 1 / variance;
  for (let step = 0; step < STEPS; step += 1) {
    let gradient = -logOdds / variance;
    curvature = 1 / variance;
    for (const { score, left } of weeks) {
      const chance = probabilityOf(score + logOdds);
      gradient += (left ? 1 : 0) - chance;
      curvature += chance * (1 - chance);
    }
    logOdds += gradient / curvature;
  }
  return { logOdds, rest: 1 / curvature };
}

/**
 * The offset of each coach, shrunken towards the platform: the fewer weeks a coach has, the closer it is to 0. How much
 * coaches differ is estimated from them (empirical Bayes by expectation and maximisation).
 */
export function fitOffsets(weeks: readonly OffsetWeek[]): Map<string, CoachOffset> {
  const groups = new Map<string, OffsetWeek[]>();
  for (const week of weeks) {
    const group = groups.get(week.coachId);
    if (group) group.push(week);
    else groups.set(week.coachId, [week]);
  }
  // Not by their first row, so that the order of rows changes nothing.
  const coaches = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  const offsets = coaches.map(() => 0);
  let variance = coaches.length < MIN_COACHES ? 0 : START_VARIANCE;
  for (let round = 0; round < ROUNDS && variance > MIN_VARIANCE; round += 1) {
    let sum = 0;
    for (const [index, [, group]] of coaches.entries()) {
      const { logOdds, rest } = offsetOf(group, offsets[index] ?? 0, variance);
      offsets[index] = logOdds;
      sum += logOdds ** 2 + rest;
    }
    variance = sum / coaches.length;
  }
  return new Map(
    coaches.map(([coachId, group], index) => [
      coachId,
      {
        logOdds: offsets[index] ?? 0,
        clients: new Set(group.map(({ clientId }) => clientId)).size,
        left: group.filter(({ left }) => left).length,
      },
    ]),
  );
}
