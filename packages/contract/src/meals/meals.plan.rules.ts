import type { Portion } from '../foods/foods.rules.ts';
import { daysBetween } from '../time.ts';
import { foodsOf } from './meals.parts.rules.ts';
import type { FoodChoice, MealConstraints, MealPlan, MealPlanDay } from './meals.plan.ts';

export type {
  FoodChoice,
  MealConstraints,
  MealOption,
  MealPlan,
  MealPlanDay,
  PlanAim,
  PlannedFood,
  PlannedMeal,
} from './meals.plan.ts';

/** Every food of a plan, each swap included. */
export const choicesOf = (plan: Pick<MealPlan, 'days'>): FoodChoice[] =>
  foodsOf(plan).flatMap((food) => [food, ...food.swaps]);

/** A plan whose foods, swaps included, are changed one by one. */
export const mapChoices = <Plan extends Pick<MealPlan, 'days'>>(
  plan: Plan,
  change: (choice: FoodChoice) => FoodChoice,
): Plan => ({
  ...plan,
  days: plan.days.map((day) => ({
    ...day,
    meals: day.meals.map((meal) => ({
      ...meal,
      options: meal.options.map((option) => ({
        ...option,
        foods: option.foods.map((food) => ({ ...food, ...change(asChoice(food)), swaps: food.swaps.map(change) })),
      })),
    })),
  })),
});

const asChoice = ({ foodId, name, amount }: FoodChoice): FoodChoice => ({ foodId, name, amount });

/** The same number of portions of another version of a food, which may weigh something else. */
export function inVersion({ amount }: FoodChoice, food: { id: string; name: string; portions: Portion[] }): FoodChoice {
  const own = 'portion' in amount ? amount.portion : null;
  const portion = own && food.portions.find(({ name }) => name === own.name);
  return { foodId: food.id, name: food.name, amount: portion ? { value: amount.value, portion } : amount };
}

export const NO_CONSTRAINTS: MealConstraints = {
  diet: null,
  allergens: [],
  mealsPerDay: null,
  cookingMinutes: null,
  budget: null,
  batch: false,
};

/** The day of a plan that is eaten on `date`. */
export function planDayOn(
  { days }: Pick<MealPlan, 'days'>,
  { startDay, date }: { startDay: string; date: string },
): MealPlanDay | null {
  const past = daysBetween(startDay, date);
  return past < 0 ? null : (days[past % days.length] ?? null);
}
