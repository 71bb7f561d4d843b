import { amountInUnit, FOOD_MEASURES, type FoodMeasure, type MeasuredFood } from '../foods/foods.amounts.rules.ts';
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

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The nutrients in a quantity of a food, to a hundredth. Unknown ones stay null. */
export function nutrientsOf(per100: LoggedNutrients, quantity: number): LoggedNutrients {
  const scale = (value: number) => rounded((value * quantity) / 100);
  const known = (value: number | null) => (value === null ? null : scale(value));
  return {
    kcal: scale(per100.kcal),
    protein: known(per100.protein),
    carbohydrate: known(per100.carbohydrate),
    fat: known(per100.fat),
  };
}

/** A food as it stands at the moment, for entries that came without figures. */
export type FigureFood = MeasuredFood & { nutrients: LoggedNutrients };

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
