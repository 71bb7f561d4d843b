import { isPausedOn } from '../people.rules.ts';
import { addDays, isoWeekday } from '../time.ts';
import { type CheckInSchedule, checkInPeriod, firstDueDay } from './checkins.rules.ts';

export const CALENDAR_WEEKS = 12;

/**
 * done: all due check-ins were sent, or an extra one in a week without due days. partly: some were sent. missed: none.
 * due: one is open. upcoming: all due days are ahead. paused, none: no due days, with or without a pause.
 */
export const WEEK_STATES = ['done', 'partly', 'missed', 'due', 'upcoming', 'paused', 'none'] as const;
export type WeekState = (typeof WEEK_STATES)[number];

export type CalendarWeek = {
  monday: string;
  state: WeekState;
  /** Check-ins due this week, and how many of them were sent. */
  due: number;
  done: number;
  /** Mean adherence of this week's check-ins in percent; null without an answer. */
  adherence: number | null;
};

/** Day of a check-in. */
export type CheckInDay = { day: string; adherence: number | null };

function mean(values: readonly (number | null)[]): number | null {
  const answers = values.filter((value) => value !== null);
  return answers.length === 0 ? null : Math.round(answers.reduce((total, value) => total + value, 0) / answers.length);
}

/**
 * The last twelve weeks from Monday, the current one last. A check-in counts in the week in which its period was due,
 * even if it was sent later. `checkIns` in any order.
 * @throws RangeError for an interval below 1.
 */
export function checkInCalendar(
  schedule: CheckInSchedule,
  checkIns: readonly CheckInDay[],
  today: string,
): CalendarWeek[] {
  const thisMonday = addDays(today, 1 - isoWeekday(today));
  const donePeriods = new Set(checkIns.map(({ day }) => checkInPeriod(schedule, day)));
  const current = checkInPeriod(schedule, today);
  return Array.from({ length: CALENDAR_WEEKS }, (_, index) => {
    const monday = addDays(thisMonday, (index - CALENDAR_WEEKS + 1) * 7);
    const days = Array.from({ length: 7 }, (_day, weekday) => addDays(monday, weekday));
    const sent = checkIns.filter(({ day }) => days.includes(day));
    const due = days
      .filter((day) => firstDueDay(schedule, day) === day)
      .map((day) => ({ day, period: checkInPeriod(schedule, day) }));
    const done = due.filter(({ period }) => donePeriods.has(period)).length;
    const open = due.filter(({ period }) => !donePeriods.has(period));
    const ahead = open.filter(({ day }) => day > today).length;
    const waiting = open.some(({ day, period }) => day <= today && period === current);
    const missed = open.length - ahead - (waiting ? 1 : 0);
    return {
      monday,
      due: due.length,
      done,
      adherence: mean(sent.map(({ adherence }) => adherence)),
      state: stateOf({
        due: due.length,
        done,
        missed,
        waiting,
        sent: sent.length > 0,
        paused: days.some((day) => isPausedOn(schedule.pauses ?? [], day)),
      }),
    };
  });
}

type WeekCounts = { due: number; done: number; missed: number; waiting: boolean; paused: boolean; sent: boolean };

function stateOf({ due, done, missed, waiting, paused, sent }: WeekCounts): WeekState {
  if (due === 0) return sent ? 'done' : paused ? 'paused' : 'none';
  if (done === due) return 'done';
  if (missed > 0) return done > 0 ? 'partly' : 'missed';
  return waiting ? 'due' : 'upcoming';
}
