import { type FoodAmount, householdAmount } from '@stridewell/contract/foods/foods.amounts.rules';
import type { MealPlanDay, PlanAim, PlannedFood } from '@stridewell/contract/meals/meals.plan.rules';
import {
  type FoodsById,
  type MealTotals,
  totalsOfDay,
  totalsOfFood,
} from '@stridewell/contract/meals/meals.totals.rules';
import {
  choosePortions,
  type DayLimits,
  type MealSlot,
  type PortionChoice,
  usualLimits,
} from './meals.portions.rules.ts';

/** Portions of half to double the planned amount, in quarters. */
const FACTORS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
/** Foods that are scaled, those with the most energy. The search tries every combination; the others stay. */
const FOODS_MAX = 8;

/** A scaled amount that a kitchen can measure. */
export function scaledAmount(amount: FoodAmount, factor: number): FoodAmount {
  const value = amount.value * factor;
  if ('portion' in amount) return { value: householdAmount(value), portion: amount.portion };
  const { measure } = amount;
  if (measure === 'g' || measure === 'ml') {
    return { value: value < 20 ? Math.max(1, Math.round(value)) : Math.round(value / 5) * 5, measure };
  }
  const isSpoon = measure === 'cup' || measure === 'tbsp' || measure === 'tsp' || measure === 'fl_oz';
  return { value: isSpoon ? householdAmount(value) : Math.max(0.01, Math.round(value * 100) / 100), measure };
}

const scaleFood = (food: PlannedFood, factor: number): PlannedFood =>
  factor === 1
    ? food
    : {
        ...food,
        amount: scaledAmount(food.amount, factor),
        swaps: food.swaps.map((swap) => ({ ...swap, amount: scaledAmount(swap.amount, factor) })),
      };

/** The portions of a food. Rounding may make two factors the same portion. */
function slotOf(food: PlannedFood, factors: readonly number[], foods: FoodsById): MealSlot {
  const seen = new Set<number>();
  const choices = factors.flatMap((amount): PortionChoice[] => {
    const portion = scaleFood(food, amount);
    if (seen.has(portion.amount.value)) return [];
    seen.add(portion.amount.value);
    const { kcal, protein, carbohydrate, fat, fibre } = totalsOfFood(portion, foods);
    return [{ amount, nutrients: { kcal, protein, carbohydrate, fat, fibre } }];
  });
  return { name: food.name, choices };
}

/** The usual limits of a day, for the nutrients that the target names. */
export function limitsOf({ kcal, protein }: PlanAim): DayLimits {
  const { kcal: energy, protein: ofProtein, fat } = usualLimits({ kcal, protein: protein ?? 0 });
  const limits: DayLimits = {};
  if (energy) limits.kcal = energy;
  if (fat) limits.fat = fat;
  if (ofProtein && protein) limits.protein = ofProtein;
  return limits;
}

export type FittedDay = { day: MealPlanDay; totals: MealTotals; sentence: string; fits: boolean };

/**
 * Scales the foods of a day so that it comes closest to its aim. Only the first option of each meal counts and changes.
 */
export function fitDay(day: MealPlanDay, aim: PlanAim, foods: FoodsById): FittedDay {
  const firsts = day.meals.flatMap(({ options: [first] }) => first?.foods ?? []);
  const byEnergy = firsts.toSorted((one, other) => totalsOfFood(other, foods).kcal - totalsOfFood(one, foods).kcal);
  const isScaled = new Set(byEnergy.slice(0, FOODS_MAX));
  const { kcal, protein, carbohydrate, fat } = aim;
  const { portions, concessions, sentence } = choosePortions(
    firsts.map((food) => slotOf(food, isScaled.has(food) ? FACTORS : [1], foods)),
    { kcal, protein: protein || null, carbohydrate: carbohydrate || null, fat: fat || null, fibre: null },
    limitsOf(aim),
  );
  const fitted = new Map(firsts.map((food, index) => [food.key, scaleFood(food, portions[index]?.amount ?? 1)]));
  const meals = day.meals.map((meal) => ({
    ...meal,
    options: meal.options.map((option) => ({
      ...option,
      foods: option.foods.map((food) => fitted.get(food.key) ?? food),
    })),
  }));
  return { day: { ...day, meals }, totals: totalsOfDay({ meals }, foods), sentence, fits: concessions.length === 0 };
}
