import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import { addDays, dateText, dayInZone, instantAtWallClock } from '@stridewell/contract/time';

/*
 * The Food Logging Data Exchange Standard of Open Food Facts: a table of what was eaten, and a file that says what its
 * columns mean. Times are local, in the form of the locale; numbers are those of JSON.
 */

export const STANDARD_FILES = { meals: 'meals.csv', metadata: 'meals_metadata.json' } as const;

const LOCALE = 'en-US';

/** The column of an entry's value, in the order of the table. */
const COLUMNS = {
  Time: { type: 'time' },
  Meal: { type: 'meal' },
  Food: { type: 'food' },
  Amount: { type: 'entered_quantity' },
  Measure: { type: 'entered_unit' },
  Quantity: { type: 'quantity' },
  Unit: { type: 'unit' },
  'Energy (kcal)': { type: 'facet', code: 'energy-kcal' },
  'Protein (g)': { type: 'facet', code: 'proteins' },
  'Carbohydrate (g)': { type: 'facet', code: 'carbohydrates' },
  'Fat (g)': { type: 'facet', code: 'fat' },
  Source: { type: 'source', values: { 'Bar code': { source: 'gtin' } } },
  Code: { type: 'code' },
} as const;

type MealType = 'breakfast' | 'lunch' | 'dinner' | 'snack' | 'daily';

/** Minutes of the day at which meals count that were logged on another day. */
const USUAL_MINUTES: Record<MealType, number> = { breakfast: 480, lunch: 750, dinner: 1110, snack: 930, daily: 720 };

/** Meals as the standard names them. Water has no meal, and meals with other names are snacks. */
function mealTypeOf(meal: string): MealType {
  const name = meal.toLowerCase();
  if (name === '') return 'daily';
  for (const type of ['breakfast', 'lunch', 'dinner'] as const) if (name.includes(type)) return type;
  return 'snack';
}

/** The meal of water in the table. */
const ALL_DAY = 'All day';

/** The description of each column, for these meals. */
export function metadataOf(meals: Iterable<string>, timeZone: string) {
  const values = Object.fromEntries([...new Set(meals)].sort().map((meal) => [meal || ALL_DAY, mealTypeOf(meal)]));
  const columns = Object.entries(COLUMNS).map(([name, column], index) => [
    name,
    { ...column, ...(column.type === 'meal' && { values }), sequence: index + 1 },
  ]);
  // The standard has zones with a region only.
  return { columns: Object.fromEntries(columns), locale: LOCALE, timezone: timeZone === 'UTC' ? 'Etc/UTC' : timeZone };
}

export const standardHeader = (): string => csvLine(Object.keys(COLUMNS));

/** When a meal of a day was eaten: with its first entry, because all entries of a meal have the same time. */
function mealTime(day: string, meal: string, entries: readonly FoodEntry[], timeZone: string): Date {
  const times = entries.map(({ at }) => Date.parse(at));
  const first = new Date(Math.min(...times));
  // A snack after midnight still belongs to its day.
  const isOwnDay = [day, addDays(day, 1)].includes(dayInZone(first, timeZone));
  return isOwnDay ? first : instantAtWallClock(day, USUAL_MINUTES[mealTypeOf(meal)], timeZone);
}

const TIME = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** The lines of one day. Photos without figures are no food. */
export function standardLines({ id: day, entries }: FoodDay, codes: ReadonlyMap<string, string>, timeZone: string) {
  const eaten = entries.filter(({ deleted, kind }) => !deleted && kind !== 'photo');
  const meals = Map.groupBy(eaten, ({ meal }) => meal);
  return [...meals].flatMap(([meal, list]) => {
    const time = dateText(mealTime(day, meal, list, timeZone), timeZone, TIME);
    return list.map((entry) => lineOf(entry, time, codes.get(entry.foodId ?? '') ?? entry.barcode ?? ''));
  });
}

function lineOf({ kind, meal, name, amount, quantity, unit, nutrients }: FoodEntry, time: string, code: string) {
  const isWater = kind === 'water';
  return csvLine([
    time,
    meal || ALL_DAY,
    name || (isWater ? 'Water' : 'Quick entry'),
    amount?.value ?? (isWater ? quantity : null),
    amount?.measure ?? (isWater ? 'ml' : null),
    quantity,
    unit,
    nutrients?.kcal ?? null,
    nutrients?.protein ?? null,
    nutrients?.carbohydrate ?? null,
    nutrients?.fat ?? null,
    code && 'Bar code',
    code,
  ]);
}
