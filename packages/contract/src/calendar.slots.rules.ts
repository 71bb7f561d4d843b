import { instantInZone } from './time.ts';

/** Part of a day, in minutes from 0 to 1440 as clocks show them. */
export type MinuteRange = { from: number; to: number };

/**
 * Starts within `ranges` of one day, every `stepMinutes` from the beginning of each, with room for `minutes`. A time
 * that the clocks skip that day has none.
 */
export function slotsOfDay(
  day: string,
  ranges: readonly MinuteRange[],
  { minutes, stepMinutes, timeZone }: { minutes: number; stepMinutes: number; timeZone: string },
): Date[] {
  const slots: Date[] = [];
  for (const { from, to } of ranges) {
    for (let minute = from; minute + minutes <= to; minute += stepMinutes) {
      const start = instantInZone(day, minute, timeZone);
      // Where the clocks are set forward, the end of a slot may be later than the wall clock says.
      if (start) slots.push(start);
    }
  }
  return slots;
}
