import { daysBetween } from '../time.ts';
import { type DatedProgram, programDays } from './programs.schedule.rules.ts';

/**
 * The past part of a client's program, which no longer changes. `weeks`: how many from the first. `days`: keys of their
 * days, and of the days before today in the week that holds today.
 */
export type Past = { weeks: number; days: ReadonlySet<string> };

const WEEK_DAYS = 7;

/** Finds the past part of a client's program on a day. */
export function pastOf(
  { startDay, weekdays, moved }: Omit<DatedProgram, 'program'>,
  program: DatedProgram['program'],
  today: string,
): Past {
  const weeks = Math.max(0, Math.floor(daysBetween(startDay, today) / WEEK_DAYS));
  const over = programDays({ program, startDay, weekdays, moved }).filter(
    ({ day, weekNumber }) => weekNumber <= weeks || day < today,
  );
  return { weeks, days: new Set(over.map(({ dayKey }) => dayKey)) };
}
