import { isDeepStrictEqual } from 'node:util';

/** How far a device's clock may be ahead. */
const AHEAD_MS = 86_400_000;

const isAhead = (instant: string, now: Date): boolean => Date.parse(instant) > now.getTime() + AHEAD_MS;

/** Normalises an instant. If the device's clock is far ahead, uses the stored one, or now. */
export const settleInstant = (instant: string, known: string | null | undefined, now: Date): string =>
  isAhead(instant, now) ? (known ?? now.toISOString()) : new Date(instant).toISOString();

/**
 * Gives a part a comparable time of change. If the clock is far ahead, sending the part again changes nothing, so that
 * it does not overwrite later changes.
 */
export function settlePart<Part extends { changedAt: string }>(part: Part, known: Part | undefined, now: Date): Part {
  if (!isAhead(part.changedAt, now)) return { ...part, changedAt: new Date(part.changedAt).toISOString() };
  if (known && isDeepStrictEqual({ ...part, changedAt: known.changedAt }, known)) return known;
  return { ...part, changedAt: now.toISOString() };
}
