import { createHash } from 'node:crypto';
import { CAP_DAYS, type QuietHours } from '@stridewell/contract/flows/flows.rules';
import { addDays, instantAtWallClock, wallClockInZone } from '@stridewell/contract/time';

const HOUR = 60;
export const DAY_MS = 86_400_000;

const isQuiet = (instant: Date, { from, until }: QuietHours, timeZone: string): boolean => {
  const { minute } = wallClockInZone(instant, timeZone);
  return minute < until * HOUR || minute >= from * HOUR;
};

/** The first instant from `from` on that is outside of the quiet hours of the client's day. */
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

/** The first instant at which the cap allows another automatic message. */
export const capEnds = (lastSentAt: Date): Date => new Date(lastSentAt.getTime() + CAP_DAYS * DAY_MS);

/** Whether a flow holds a client out. The same client and flow always have the same answer; a larger share adds some. */
export function isHeldOut({ flowId, clientId }: { flowId: string; clientId: string }, percent: number): boolean {
  const share = createHash('sha256').update(`${flowId} ${clientId}`).digest().readUInt32BE(0) / 2 ** 32;
  return share * 100 < percent;
}
