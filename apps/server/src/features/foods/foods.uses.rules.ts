/** After so many days a use counts half. */
export const USE_HALF_LIFE_DAYS = 30;
/** Points of a single use today, and of any number of them. */
const ONE_USE = 15;
const MOST = 36;

/**
 * Points by which own use moves a food up in a search: more for often and for lately. Fewer than those of a favorite, so
 * that a coach's choice counts more than habit.
 * @param score uses, of which each counts half after `USE_HALF_LIFE_DAYS`
 */
export const pointsOfUse = (score: number): number => Math.min(MOST, ONE_USE * Math.log2(1 + score));
