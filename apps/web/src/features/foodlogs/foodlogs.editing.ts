import type { FoodDay, FoodEntry, LoggableFood, LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import { nutrientsOf, quantityOf } from '@stridewell/contract/foodlogs/foodlogs.amounts.rules';
import { plannedEntryId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import { emptyFoodDay, putEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import {
  FOOD_LOG_BOUNDS,
  isHouseholdMeasure,
  type LoggedNutrients,
} from '@stridewell/contract/foodlogs/foodlogs.rules';
import { densityOf, type FoodMeasure, type MeasuredFood } from '@stridewell/contract/foods/foods.amounts.rules';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { measureLabel } from './foodlogs.wording.ts';

type NewEntry = Omit<FoodEntry, 'changedAt'>;

const BLANK: Omit<NewEntry, 'id' | 'kind' | 'meal' | 'at'> = {
  name: '',
  foodId: null,
  tier: null,
  amount: null,
  quantity: null,
  unit: null,
  nutrients: null,
  fileId: null,
  mealPlanId: null,
  plannedMealId: null,
  deleted: false,
};

const blank = (kind: FoodEntry['kind'], meal: string, now: number): NewEntry => ({
  ...BLANK,
  id: newId(),
  kind,
  meal,
  at: new Date(now).toISOString(),
});

/** A food with the weights of its portions; null while numbers are off. */
export function measured({ unit, portions }: LoggableFood): MeasuredFood | null {
  const known = portions.flatMap(({ name, grams }) => (grams === null ? [] : { name, grams }));
  return known.length === portions.length ? { unit, portions: known } : null;
}

/** The measure of a food of which no household measure is known, while numbers are off. */
export const ANY_PORTION = 'portion';

const WEIGHTS: Record<UnitSystem, readonly FoodMeasure[]> = { metric: ['g', 'oz'], imperial: ['oz', 'g'] };
const VOLUMES: Record<UnitSystem, readonly FoodMeasure[]> = {
  metric: ['ml', 'cup', 'tbsp', 'tsp'],
  imperial: ['fl_oz', 'cup', 'tbsp', 'tsp', 'ml'],
};

/** The measures in which a food can be logged, the usual one first. */
export function measuresOf(food: LoggableFood, units: UnitSystem): { value: string; label: string }[] {
  const names = food.portions.map(({ name }) => name);
  const known = food.nutrients === null ? null : measured(food);
  const plain = !known
    ? []
    : food.unit === 'ml'
      ? VOLUMES[units]
      : [...WEIGHTS[units], ...(densityOf(known) === null ? [] : VOLUMES[units])];
  const all = [...new Set<string>([...names, ...plain])];
  const shown = known ? all : [...all.filter(isHouseholdMeasure), ANY_PORTION];
  return shown.map((value) => ({ value, label: measureLabel(value) }));
}

/** The amount that is offered first: the last one, the first portion, or 100 g. */
export function usualAmount(food: LoggableFood, units: UnitSystem): LoggedAmount {
  const measures = measuresOf(food, units).map(({ value }) => value);
  if (food.last && measures.includes(food.last.measure)) return food.last;
  const [first = ANY_PORTION] = measures;
  return { value: first === 'g' || first === 'ml' ? 100 : 1, measure: first };
}

/** The nutrients in an amount of a food. Null for an amount that is not known in its unit, and while numbers are off. */
export function contentOf(
  food: LoggableFood,
  amount: LoggedAmount,
): { quantity: number; nutrients: LoggedNutrients } | null {
  const known = measured(food);
  const quantity = known && quantityOf(known, amount);
  if (quantity === null || food.nutrients === null) return null;
  return { quantity, nutrients: nutrientsOf(food.nutrients, quantity) };
}

/** Why an amount cannot be logged; null when it can. */
export function amountProblem(food: LoggableFood, { value, measure }: LoggedAmount): string | null {
  if (!(value > 0)) return 'Please enter more than 0';
  if (value > FOOD_LOG_BOUNDS.amount) return `Please enter at most ${numberText(FOOD_LOG_BOUNDS.amount)}`;
  if (food.nutrients === null) return null;
  const content = contentOf(food, { value, measure });
  if (!content) return `How much a ${measureLabel(measure)} of this food weighs is not known. Choose another measure.`;
  if (content.quantity > FOOD_LOG_BOUNDS.quantity)
    return `Please log at most ${numberText(FOOD_LOG_BOUNDS.quantity)} ${food.unit} at once. Add more as a second entry.`;
  return null;
}

export function entryOfFood(food: LoggableFood, amount: LoggedAmount, meal: string, now: number): NewEntry {
  const content = contentOf(food, amount);
  return {
    ...blank('food', meal, now),
    name: food.brand === '' ? food.name : `${food.name}, ${food.brand}`.slice(0, FOOD_BOUNDS.name).trim(),
    foodId: food.id,
    tier: food.tier,
    amount,
    quantity: content?.quantity ?? null,
    unit: content ? food.unit : null,
    nutrients: content?.nutrients ?? null,
  };
}

export const quickEntry = (
  { name, nutrients }: { name: string; nutrients: LoggedNutrients | null },
  meal: string,
  now: number,
): NewEntry => ({ ...blank('quick', meal, now), name, nutrients });

export const photoEntry = (fileId: string, meal: string, now: number): NewEntry => ({
  ...blank('photo', meal, now),
  fileId,
});

export const waterEntry = (ml: number, now: number): NewEntry => ({
  ...blank('water', '', now),
  quantity: ml,
  unit: 'ml',
});

/** The entries of a meal, or of the whole day, in the order of logging. */
export const eatenAt = ({ entries }: Pick<FoodDay, 'entries'>, meal?: string): FoodEntry[] =>
  entries
    .filter((entry) => !entry.deleted && entry.kind !== 'water' && (meal === undefined || entry.meal === meal))
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)) || (a.id < b.id ? -1 : 1));

/** Logs entries of another day or meal once more. Photos stay where they were taken. */
export function copyEntries(to: FoodDay, entries: readonly FoodEntry[], meal: string | null, now: number): FoodDay {
  return entries
    .filter(({ kind }) => kind !== 'photo' && kind !== 'water')
    .reduce((day, entry, index) => {
      const { changedAt: _, ...facts } = entry;
      const at = new Date(now + index).toISOString();
      return putEntry(day, { ...facts, id: newId(), meal: meal ?? entry.meal, at }, now);
    }, to);
}

/** A day as this device has it, or an empty one. */
export const dayIn = (logs: ReadonlyMap<string, { log: FoodDay }>, day: string): FoodDay =>
  logs.get(day)?.log ?? emptyFoodDay(day);

/** Changes a day on the device, the one on screen by default. */
export type EditDay = (change: (log: FoodDay) => FoodDay, day?: string) => void;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** An entry with another amount in the same measure, and what that contains. Null for an amount that cannot be logged. */
export function scaled(entry: FoodEntry, value: number): FoodEntry | null {
  const { amount, quantity, nutrients } = entry;
  if (!amount || !(value > 0) || value > FOOD_LOG_BOUNDS.amount) return null;
  const factor = value / amount.value;
  const scale = (one: number | null) => (one === null ? null : rounded(one * factor));
  if ((scale(quantity) ?? 0) > FOOD_LOG_BOUNDS.quantity) return null;
  return {
    ...entry,
    amount: { ...amount, value },
    quantity: quantity === null ? null : quantity * factor,
    nutrients: nutrients && {
      kcal: rounded(nutrients.kcal * factor),
      protein: scale(nutrients.protein),
      carbohydrate: scale(nutrients.carbohydrate),
      fat: scale(nutrients.fat),
    },
  };
}

/** A planned meal that the client can tick, with what it contains; null while numbers are off. */
export type PlannedMeal = {
  planId: string;
  /** Names the meal and its option in the plan. */
  key: string;
  meal: string;
  name: string;
  nutrients: LoggedNutrients | null;
};

/** An option of a planned meal, as the food log offers it. */
export type PlannedOption = PlannedMeal & {
  /** The meal, which is eaten with any of its options. */
  mealKey: string;
  /** Like `12:30 PM`; empty without a time. */
  time: string;
  /** Tells the options of a meal apart; empty for the only one. */
  option: string;
  foods: readonly { key: string; text: string; warning: string }[];
};

/** The planned meals that are in the log. */
export const plannedEaten = ({ entries }: Pick<FoodDay, 'entries'>): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ plannedMealId, deleted }) =>
      plannedMealId === null || deleted ? [] : (plannedMealId.split('.')[0] ?? []),
    ),
  );

/** A plan's sums have more. */
const basics = ({ kcal, protein, carbohydrate, fat }: LoggedNutrients): LoggedNutrients => ({
  kcal,
  protein,
  carbohydrate,
  fat,
});

export const plannedEntry = (planned: PlannedMeal, day: string, now: number): NewEntry => ({
  ...blank('quick', planned.meal, now),
  id: plannedEntryId(planned, day),
  name: planned.name.slice(0, FOOD_BOUNDS.name).trim(),
  nutrients: planned.nutrients && basics(planned.nutrients),
  mealPlanId: planned.planId,
  plannedMealId: planned.key,
});
