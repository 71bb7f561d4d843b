import { nextAllowed, type QuietHours } from '../quiet-hours.rules.ts';
import { addDays, instantAtWallClock, isoWeekday, wallClockInZone } from '../time.ts';
import { isReaching, type SequenceStepKind } from './flows.sequences.rules.ts';

const HOUR = 60;

/** So many days, then until a weekday (1 is Monday) and an hour of the person's day. */
export type Wait = { days: number; weekday: number | null; hour: number | null };

/** More days than pass until any weekday comes twice, also where a zone skips a day. */
const MOST_SEARCHED = 14;

/**
 * When a wait that began at `from` is over. Days are calendar days: the clock shows the same time after them, also where
 * it was set in between. Never before `from`.
 */
export function waitEnds(from: Date, { days, weekday, hour }: Wait, timeZone: string): Date {
  const began = wallClockInZone(from, timeZone);
  const minute = hour === null ? began.minute : hour * HOUR;
  for (let more = 0; more <= MOST_SEARCHED; more += 1) {
    const day = addDays(began.day, days + more);
    if (weekday !== null && isoWeekday(day) !== weekday) continue;
    const end = instantAtWallClock(day, minute, timeZone);
    if (end > from) return end;
    // Without an hour, the rest of the day counts.
    if (hour === null && day === began.day) return from;
  }
  throw new RangeError('a wait has no end');
}

type TimedStep = { id: string; kind: SequenceStepKind } & Partial<Wait>;

/**
 * When each step would come without any hold. Messages wait for the end of the night.
 * @returns the instants in the order of the steps
 */
export function plannedTimes(start: Date, steps: readonly TimedStep[], quiet: QuietHours, timeZone: string): Date[] {
  let at = start;
  return steps.map(({ kind, days = 0, weekday = null, hour = null }) => {
    if (isReaching(kind)) at = nextAllowed(at, quiet, timeZone);
    const due = at;
    if (kind === 'wait') at = waitEnds(at, { days, weekday, hour }, timeZone);
    return due;
  });
}
