import type { Workout } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { type DatedDay, programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type DayRange,
  followsDraftedProgram,
  followsProgram,
  isOwnProgram,
  selectOwnPrograms,
  selectTrainingDays,
} from './programs.schedule.data.ts';

/** For other features. */
export { followsDraftedProgram, followsProgram, isOwnProgram, selectTrainingDays };

type TrainingDay = DatedDay & { clientProgramId: string };

const isWithin =
  ({ from, to }: DayRange, endDay: string) =>
  ({ day }: DatedDay): boolean =>
    day >= from && day <= to && day <= endDay;

/**
 * Training days of the client in scope in a range of days, with their workouts, and the name of today's program. A
 * program that was ended early has no days after its end.
 */
export async function listOwnTrainingDays(
  tx: Tx<ClientScope>,
  range: DayRange,
  today: string,
): Promise<{ programName: string | null; days: (TrainingDay & { workout: Workout })[] }> {
  const programs = await selectOwnPrograms(tx, range);
  const days = programs.flatMap(({ id: clientProgramId, endDay, ...schedule }) => {
    const planned = weeksOf(schedule.program).flatMap(({ week }) => week.days);
    const workouts = new Map(planned.map(({ key, workout }) => [key, workout]));
    return programDays(schedule)
      .filter(isWithin(range, endDay))
      .flatMap((dated) => {
        const workout = workouts.get(dated.dayKey);
        return workout ? [{ ...dated, clientProgramId, workout }] : [];
      });
  });
  const current = programs.find(({ startDay, endDay }) => startDay <= today && today <= endDay);
  return { programName: current?.program.name ?? null, days };
}
