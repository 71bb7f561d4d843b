import { isHouseholdMeasure } from '../foodlogs/foodlogs.rules.ts';
import {
  amountInUnit,
  amountText,
  type FoodAmount,
  householdText,
  type MeasuredFood,
  plainAmount,
  portionText,
} from '../foods/foods.amounts.rules.ts';
import type { UnitSystem } from '../units.ts';
import type { MealPlan } from './meals.plan.rules.ts';
import type { PlanFood } from './meals.totals.rules.ts';

/** How a reader sees amounts. `numbersOff`: in household measures only, never in grams or milliliters. */
export type AmountReader = { units: UnitSystem; numbersOff: boolean };

const VOLUMES = {
  tsp: ['tsp', 'tsp'],
  tbsp: ['tbsp', 'tbsp'],
  fl_oz: ['fl oz', 'fl oz'],
  cup: ['cup', 'cups'],
} as const;
type HouseholdVolume = keyof typeof VOLUMES;
const isHouseholdVolume = (measure: string): measure is HouseholdVolume => measure in VOLUMES;

/** For a food without any household measure. */
const ONE_PORTION = '1 portion';

/** An amount without grams: in a household measure of the food, or in cups and spoons. */
export function householdOf(grams: number, ml: number, food: MeasuredFood | undefined): string {
  const portion = food?.portions.find(({ name }) => isHouseholdMeasure(name));
  const plain: FoodAmount = grams > 0 ? { value: grams, measure: 'g' } : { value: ml, measure: 'ml' };
  const value = food ? amountInUnit(plain, food) : null;
  if (portion && value !== null) return portionText(value / portion.grams, portion);
  return grams > 0 ? ONE_PORTION : amountText(ml, 'ml', 'imperial');
}

/** An amount of a food as its reader measures it, like `150 g`, `1 cup` or `2 slices (60 g)`. */
export function foodAmountText(
  amount: FoodAmount,
  food: Pick<PlanFood, 'unit' | 'portions'> | undefined,
  { units, numbersOff }: AmountReader,
): string {
  const { value, unit } = plainAmount(amount);
  if ('portion' in amount && !(numbersOff && !isHouseholdMeasure(amount.portion.name))) {
    const text = portionText(amount.value, amount.portion);
    return numbersOff ? text : `${text} (${amountText(value, food?.unit ?? unit, units)})`;
  }
  if ('measure' in amount && isHouseholdVolume(amount.measure)) {
    const [one, many] = VOLUMES[amount.measure];
    return `${householdText(amount.value)} ${amount.value > 1 ? many : one}`;
  }
  if (!numbersOff) return amountText(value, unit, units);
  return householdOf(unit === 'g' ? value : 0, unit === 'ml' ? value : 0, food);
}

/** Calories and weights in a text, with what stands before them. */
const FIGURE = /\(?\b\d[\d.,]*\s?(?:k?cal(?:ories)?|kj|kgs?|mg|g|grams?|oz|lbs?|pounds?)\b\)?/gi;
/** A text of the coach for a client whose numbers are off. */
export const withoutFigures = (text: string): string => text.replace(FIGURE, '…');
/** Whether a text names calories or a weight. */
export const hasFigures = (text: string): boolean => withoutFigures(text) !== text;

/** A plan for a client whose numbers are off: the coach's texts without calories and weights, and no target. */
export const withoutNumbers = (plan: MealPlan): MealPlan => ({
  name: withoutFigures(plan.name),
  notes: withoutFigures(plan.notes),
  constraints: plan.constraints,
  aim: null,
  days: plan.days.map(({ key, name, meals }) => ({
    key,
    name: withoutFigures(name),
    meals: meals.map((meal) => ({
      key: meal.key,
      name: withoutFigures(meal.name),
      time: meal.time,
      note: withoutFigures(meal.note),
      options: meal.options.map((option) => ({
        key: option.key,
        name: withoutFigures(option.name),
        foods: option.foods,
      })),
    })),
  })),
});
