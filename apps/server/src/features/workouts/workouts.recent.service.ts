import type { RecentWorkout } from '@stridewell/contract/adjustments/adjustments.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { exerciseRef } from '@stridewell/contract/workouts/workouts.records.rules';
import { countPlannedSets } from '@stridewell/contract/workouts/workouts.swaps.rules';
import type { PersonTx } from './workouts.data.ts';
import { selectBestMaxes, selectRecentLogs } from './workouts.recent.data.ts';

/** The best one-rep maxes of a client by exercise. */
export { selectBestMaxes };

type RecentLog = Awaited<ReturnType<typeof selectRecentLogs>>[number];

/** Minutes from the start to the last set or the end; null if a clock was wrong or the log was left open. */
function minutesOf({ head, lastSetAt }: RecentLog): number | null {
  const end = head.finishedAt === null ? lastSetAt?.getTime() : Date.parse(head.finishedAt);
  if (end === undefined) return null;
  const minutes = (end - Date.parse(head.startedAt)) / 60_000;
  return minutes > 0 && minutes <= PROGRAM_BOUNDS.minutes ? minutes : null;
}

function toRecent(log: RecentLog): RecentWorkout {
  const { id, head, sets: doneSets } = log;
  return {
    id,
    clientProgramId: head.clientProgramId,
    dayKey: head.dayKey,
    day: head.day,
    startedAt: head.startedAt,
    finished: head.finishedAt !== null,
    doneSets,
    minutes: minutesOf(log),
    plannedSets: countPlannedSets(head),
    pains: head.pains
      .filter(({ deleted }) => !deleted)
      .map(({ id: flagId, part, level, exerciseKey }) => {
        const exercise = head.exercises.find(({ key }) => key === exerciseKey);
        return { id: flagId, part, level, exercise: exercise ? exerciseRef(exercise) : null };
      }),
  };
}

/** A client's workouts since a day, latest first. */
export const listRecentWorkouts = async (tx: PersonTx, clientId: string, since: string): Promise<RecentWorkout[]> =>
  (await selectRecentLogs(tx, clientId, since)).map(toRecent);
