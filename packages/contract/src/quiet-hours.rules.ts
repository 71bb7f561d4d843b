import { addDays, instantAtWallClock, wallClockInZone } from './time.ts';

/** Hours of a day, from an evening to the next morning, in which nothing is sent that can wait. */
export type QuietHours = { readonly from: number; readonly until: number };

const HOUR = 60;

const isQuiet = (instant: Date, { from, until }: QuietHours, timeZone: string): boolean => {
  const { minute } = wallClockInZone(instant, timeZone);
  return minute < until * HOUR || minute >= from * HOUR;
};

/** The first instant from `from` on that is outside of the quiet hours of the recipient's day. */
export function nextAllowed(from: Date, quiet: QuietHours, timeZone: string): Date {
  if (!isQuiet(from, quiet, timeZone)) return from;
  const { day, minute } = wallClockInZone(from, timeZone);
  const opens = (on: string) => instantAtWallClock(on, quiet.until * HOUR, timeZone);
  const today = opens(day);
  if (minute < quiet.until * HOUR && today > from) return today;
  // A zone that moves across the date line skips a day, and its hours mean those of the next one.
  const next = opens(addDays(day, 1));
  return isQuiet(next, quiet, timeZone) ? opens(addDays(day, 2)) : next;
}
