import { addDays } from '../time.ts';

/** Energy in kcal and the rest in g, as they were when an entry was logged. Those that are not known are null. */
export type LoggedNutrients = {
  kcal: number;
  protein: number | null;
  carbohydrate: number | null;
  fat: number | null;
};

/**
 * How much of a day is in the log. `fasted`: the client ate nothing. Days without a status of the client's have a
 * guessed one (`guessStatus`).
 */
export const FOOD_DAY_STATUSES = ['complete', 'partial', 'unlogged', 'fasted'] as const;
export type FoodDayStatus = (typeof FOOD_DAY_STATUSES)[number];
export const FOOD_DAY_STATUS_LABELS: Record<FoodDayStatus, string> = {
  complete: 'Complete',
  partial: 'Partly logged',
  unlogged: 'Not logged',
  fasted: 'Fasted',
};

/** `quick`: without a food, as figures or words alone. */
export const ENTRY_KINDS = ['food', 'quick', 'photo', 'water'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The meals of a day as long as no plan names others, in their order. */
const USUAL_MEALS = ['Breakfast', 'Lunch', 'Dinner', 'Snack'] as const;

/** `quantity`: of one entry, in g or ml. Energy in kcal and `grams` are those of one entry. */
export const FOOD_LOG_BOUNDS = {
  entries: 200,
  meal: 60,
  measure: 80,
  amount: 9999,
  quantity: 3000,
  kcal: 9999,
  grams: 999,
  waterMl: 3000,
  note: 1000,
  comment: 1000,
  /** Days that the client's page has, and days of a page that the coach reads. */
  days: 14,
  /** Days ahead that a client may log, to plan them. */
  ahead: 7,
  /** Foods that are offered without a search, and that a search finds. */
  foods: 60,
  found: 40,
  /** Foods that a client can mark as favorites. */
  favorites: 200,
  search: 120,
} as const;

type Counted = {
  kind: EntryKind;
  quantity: number | null;
  nutrients: LoggedNutrients | null;
  deleted: boolean;
};

export type DayTotals = {
  kcal: number;
  protein: number;
  carbohydrate: number;
  fat: number;
  waterMl: number;
  /** Entries of food, with those that have no figures. */
  entries: number;
  /** Entries of food whose energy is not known, such as photos. */
  uncounted: number;
};

/** The totals of a day's entries. Unknown nutrients of a quick entry count as none. */
export function totalsOf(entries: readonly Counted[]): DayTotals {
  const totals = { kcal: 0, protein: 0, carbohydrate: 0, fat: 0, waterMl: 0, entries: 0, uncounted: 0 };
  for (const { kind, quantity, nutrients, deleted } of entries) {
    if (deleted) continue;
    if (kind === 'water') {
      totals.waterMl += quantity ?? 0;
      continue;
    }
    totals.entries += 1;
    if (!nutrients) {
      totals.uncounted += 1;
      continue;
    }
    totals.kcal += nutrients.kcal;
    totals.protein += nutrients.protein ?? 0;
    totals.carbohydrate += nutrients.carbohydrate ?? 0;
    totals.fat += nutrients.fat ?? 0;
  }
  return totals;
}

/** A day below this share of what the client usually logs counts as partly logged. */
const PARTIAL_SHARE = 0.6;
/** Days before a day whose median is the usual energy, and how many of them must be logged. */
export const USUAL_DAYS = 28;
const USUAL_DAYS_LEAST = 5;

/** The median of some days' energy in kcal; null for too few days. */
export function usualKcal(days: readonly number[]): number | null {
  if (days.length < USUAL_DAYS_LEAST) return null;
  const sorted = days.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = 0] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

/**
 * The status of a past day for which the client has not chosen one.
 * @param usual the median of the days before, see `usualKcal`
 */
export function guessStatus(
  { entries, uncounted, kcal }: Pick<DayTotals, 'entries' | 'uncounted' | 'kcal'>,
  usual: number | null,
): FoodDayStatus {
  if (entries === 0) return 'unlogged';
  if (uncounted > 0) return 'partial';
  return usual !== null && kcal < usual * PARTIAL_SHARE ? 'partial' : 'complete';
}

type LoggedDay = Pick<DayTotals, 'entries' | 'uncounted' | 'kcal'> & { day: string; status: FoodDayStatus | null };
export type KnownDay = { day: string; status: FoodDayStatus; isGuess: boolean };

/**
 * The status of each of these days. A guess rests on the days before it that the client has not called partly logged.
 * @param days with the 28 days before the first one whose status is wanted, in any order
 */
export function statusesOf(days: readonly LoggedDay[]): KnownDay[] {
  const counts = ({ status, entries, uncounted }: LoggedDay) =>
    entries > 0 && uncounted === 0 && (status === null || status === 'complete');
  const full = days.filter(counts);
  return days.map((one) => {
    if (one.status !== null) return { day: one.day, status: one.status, isGuess: false };
    const from = addDays(one.day, -USUAL_DAYS);
    const before = full.filter(({ day }) => day >= from && day < one.day);
    return { day: one.day, status: guessStatus(one, usualKcal(before.map(({ kcal }) => kcal))), isGuess: true };
  });
}

/** The meals of a day in order: the usual ones, then others as they were logged. */
export function mealsOf(entries: readonly { kind: EntryKind; meal: string; deleted: boolean; at: string }[]): string[] {
  const others = entries
    .filter(({ kind, deleted }) => kind !== 'water' && !deleted)
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ meal }) => meal);
  return [...new Set<string>([...USUAL_MEALS, ...others])];
}

/** Portions and measures that name a weight or energy, such as `1 bar (40 g)` or `200 kcal pack`. */
const NAMES_NUMBERS =
  /\d\s*(?:g|grams?|kg|mg|ml|oz|ounces?|lbs?|pounds?|kcal|kj|cal(?:orie)?s?)\b|^(?:g|kg|oz|lb|ml|l)$/i;
/** Whether a measure may be shown to a client whose numbers are off. */
export const isHouseholdMeasure = (measure: string): boolean => !NAMES_NUMBERS.test(measure);
