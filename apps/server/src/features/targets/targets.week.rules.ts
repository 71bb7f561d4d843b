import { LOWEST_KCAL } from './targets.energy.rules.ts';
import { KCAL_PER_GRAM, LEAST_FAT_SHARE, type Macros, macroKcal } from './targets.macros.rules.ts';
import type { Block } from './targets.screening.rules.ts';
import { kcalText } from './targets.wording.rules.ts';

/** A day of the week to plan. `lockedKcal`: the coach has fixed its energy. */
export type WeekDay = { isTraining: boolean; lockedKcal: number | null };

export type DayTarget = Macros & { kcal: number; isLocked: boolean };

export type WeekResult = { blocks: Block[]; days: null } | { blocks: []; days: DayTarget[]; sentence: string };

const STEP = 10;

/** Energy of the days that are not locked, in kcal and multiples of ten, which add up to `budget`. */
function spread(budget: number, free: readonly WeekDay[], swing: number, lowest: number): number[] {
  const training = free.filter(({ isTraining }) => isTraining).length;
  // A smaller swing where rest days would fall below the lowest day.
  const most = training === 0 ? 0 : (budget - free.length * lowest) / training;
  const rest = (budget - training * Math.min(swing, most)) / free.length;
  const exact = free.map(({ isTraining }) => rest + (isTraining ? Math.min(swing, most) : 0));
  const floors = exact.map((kcal) => Math.floor(kcal / STEP + 1e-9) * STEP);
  let left = Math.round((budget - floors.reduce((sum, kcal) => sum + kcal, 0)) / STEP);
  return floors.map((kcal) => {
    if (left <= 0) return kcal;
    left -= 1;
    return kcal + STEP;
  });
}

/**
 * The macros of a day with another energy: protein stays where it fits, fat falls with the energy but does not rise
 * with it above the hard floor, and carbohydrate takes the rest. So most of the swing is carbohydrate.
 */
function macrosOf(kcal: number, daily: Macros & { kcal: number }): Macros {
  const leastFat = Math.ceil((LEAST_FAT_SHARE * kcal) / KCAL_PER_GRAM.fat);
  const fat = Math.max(Math.round(daily.fat * Math.min(1, kcal / daily.kcal)), leastFat);
  const room = Math.floor((kcal - KCAL_PER_GRAM.fat * fat) / KCAL_PER_GRAM.protein);
  const protein = Math.min(daily.protein, room);
  const rest = kcal - macroKcal({ protein, fat, carbohydrate: 0 });
  return { protein, fat, carbohydrate: Math.round(rest / KCAL_PER_GRAM.carbohydrate) };
}

/** States the budget, and by how much training days exceed rest days. */
function weekSentence(total: number, days: readonly DayTarget[], week: readonly WeekDay[]): string {
  const freeKcal = (isTraining: boolean) =>
    days.filter(({ isLocked }, index) => !isLocked && week[index]?.isTraining === isTraining).map(({ kcal }) => kcal);
  const difference = Math.min(...freeKcal(true)) - Math.max(...freeKcal(false));
  const budget = `${kcalText(total)} for the week, ${kcalText(total / days.length)} a day on average.`;
  if (!Number.isFinite(difference) || difference < STEP) return budget;
  return `${budget} Training days have about ${kcalText(difference)} more than rest days.`;
}

/**
 * Spreads seven times a daily target over training and rest days. The week's energy stays the same, so the rate of
 * change does too, and locked days keep theirs.
 * @param daily the daily target; every day stays at or above the lower of it and `floor`, and above 800 kcal
 * @param week seven days; locked energy is rounded to 10 kcal
 * @param swing kcal by which training days exceed rest days, 0 or more. It shrinks where rest days would be too low.
 */
export function weekTargets(
  daily: Macros & { kcal: number },
  { floor, week, swing }: { floor: number; week: readonly WeekDay[]; swing: number },
): WeekResult {
  const lowest = Math.max(LOWEST_KCAL, Math.ceil(Math.min(floor, daily.kcal) / STEP) * STEP);
  const locked = week.map(({ lockedKcal }) => (lockedKcal === null ? null : Math.round(lockedKcal / STEP) * STEP));
  const low = locked.find((kcal) => kcal !== null && kcal < lowest);
  if (low !== undefined && low !== null) {
    const sentence = `A locked day has ${kcalText(low)}; the lowest day of this client is ${kcalText(lowest)}.`;
    return { blocks: [{ code: 'too_low', refer: false, sentence }], days: null };
  }
  const total = Math.round(daily.kcal / STEP) * STEP * week.length;
  const budget = total - locked.reduce<number>((sum, kcal) => sum + (kcal ?? 0), 0);
  const free = week.filter((_, index) => locked[index] === null);
  if (budget < free.length * lowest || (free.length === 0 && budget !== 0)) {
    const sentence = `The locked days leave ${kcalText(Math.max(0, budget))} for ${free.length} other days, which need at least ${kcalText(lowest)} each.`;
    const all = `The locked days add up to ${kcalText(total - budget)}, and the week has ${kcalText(total)}.`;
    return { blocks: [{ code: 'no_room', refer: false, sentence: free.length === 0 ? all : sentence }], days: null };
  }
  const shares = spread(budget, free, swing, lowest);
  const days = locked.map((kcal) => {
    const energy = kcal ?? shares.shift() ?? daily.kcal;
    return { kcal: energy, isLocked: kcal !== null, ...macrosOf(energy, daily) };
  });
  return { blocks: [], days, sentence: weekSentence(total, days, week) };
}
