import { instantInZone } from '../time.ts';

/** How long an unconfirmed booking of a visitor keeps its time from others. */
export const HOLD_MINUTES = 30;

/** Part of a day, in minutes of local time from 0 to 1440. */
export type MinuteRange = { from: number; to: number };

/**
 * Start times within `ranges` of one day, every `stepMinutes` from the start of each range, with room for `minutes`.
 * A time that the clocks skip gives no slot.
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
      // When clocks move forward, a slot may end later than its local time suggests.
      if (start) slots.push(start);
    }
  }
  return slots;
}
