import { amountInUnit, FOOD_MEASURES, type FoodMeasure, type MeasuredFood } from '../foods/foods.amounts.rules.ts';
import type { Nutrients } from '../foods/foods.rules.ts';
import type { LoggedNutrients } from './foodlogs.rules.ts';
import type { FoodEntry, LoggedAmount } from './foodlogs.ts';

const isMeasure = (measure: string): measure is FoodMeasure => FOOD_MEASURES.some((one) => one === measure);

/**
 * How much of a food an amount is, in the food's unit. Null where the measure is not known, and for volumes of a food
 * that is weighed when no portion gives its density.
 */
export function quantityOf(food: MeasuredFood, { value, measure }: LoggedAmount): number | null {
  // The weight of a portion is in the unit of its food.
  const portion = food.portions.find(({ name }) => name === measure);
  if (portion) return value * portion.grams;
  return isMeasure(measure) ? amountInUnit({ value, measure }, food) : null;
}

type Basics = Pick<Nutrients, 'kcal' | 'protein' | 'carbohydrate' | 'fat'>;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The nutrients in a quantity of a food, to a hundredth. */
export const nutrientsOf = (per100: Basics, quantity: number): LoggedNutrients => ({
  kcal: rounded((per100.kcal * quantity) / 100),
  protein: rounded((per100.protein * quantity) / 100),
  carbohydrate: rounded((per100.carbohydrate * quantity) / 100),
  fat: rounded((per100.fat * quantity) / 100),
});

/** A food as it stands at the moment, for entries that came without figures. */
export type FigureFood = MeasuredFood & { nutrients: Basics };

/**
 * An entry of a device that was shown no numbers, with those that the server knows. An entry that has not changed since
 * keeps what is stored; another gets its figures from the food, or keeps those of the same amount.
 */
export function withFigures(sent: FoodEntry, known: FoodEntry | undefined, food: FigureFood | undefined): FoodEntry {
  if (sent.kind === 'water' || sent.nutrients !== null) return sent;
  const { amount = null, quantity = null, unit = null, nutrients = null } = known ?? {};
  const isSame = known?.foodId === sent.foodId && (sent.amount === null || isSameAmount(sent.amount, amount));
  if (known && isSame) return { ...sent, amount, quantity, unit, nutrients };
  if (!food || sent.amount === null) return sent;
  const found = quantityOf(food, sent.amount);
  if (found === null) return sent;
  return { ...sent, quantity: found, unit: food.unit, nutrients: nutrientsOf(food.nutrients, found) };
}

const isSameAmount = (one: LoggedAmount, other: LoggedAmount | null): boolean =>
  one.value === other?.value && one.measure === other.measure;
