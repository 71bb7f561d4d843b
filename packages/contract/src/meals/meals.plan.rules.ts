import { z } from 'zod';
import { hasNoRepeats, id, line } from '../fields.ts';
import { ALLERGENS, DIETS, FOOD_BOUNDS, type Portion } from '../foods/foods.rules.ts';
import { foodAmount } from '../foods/foods.ts';
import { key, optionalLine, text, whole } from '../programs/programs.workout.rules.ts';
import { daysBetween } from '../time.ts';

export const MEAL_BOUNDS = {
  name: 80,
  notes: 2000,
  note: 300,
  days: 28,
  meals: 8,
  options: 4,
  items: 20,
  swaps: 5,
  /** Foods of a plan, swaps included. */
  total: 2000,
  /** Templates of a coach, and plans of one client. */
  plans: 500,
  ofClient: 100,
  clients: 100,
  people: 12,
  shoppingDays: 28,
  /** The lowest target of any plan. */
  leastKcal: 800,
  mostKcal: 8000,
} as const;

export const BUDGETS = ['low', 'medium', 'high'] as const;
export const BUDGET_LABELS: Record<(typeof BUDGETS)[number], string> = {
  low: 'Low cost',
  medium: 'Medium cost',
  high: 'Any cost',
};

const foodChoice = z.object({
  foodId: id,
  /** The food's name when it was added, shown when the food has been deleted since. */
  name: line(FOOD_BOUNDS.name),
  amount: foodAmount,
});
export type FoodChoice = z.infer<typeof foodChoice>;

/** A food of a meal, and what the client may eat instead. */
export const plannedFood = foodChoice.extend({
  key,
  swaps: z.array(foodChoice).max(MEAL_BOUNDS.swaps, `A food can have up to ${MEAL_BOUNDS.swaps} swaps`),
});
export type PlannedFood = z.infer<typeof plannedFood>;

/** One way to make a meal. The first one counts for the day's totals. */
export const mealOption = z.object({
  key,
  name: optionalLine(MEAL_BOUNDS.name),
  foods: z.array(plannedFood).max(MEAL_BOUNDS.items, `A meal can have up to ${MEAL_BOUNDS.items} foods`),
});
export type MealOption = z.infer<typeof mealOption>;

export const plannedMeal = z.object({
  key,
  name: line(MEAL_BOUNDS.name),
  /** When the meal is usually eaten, like `07:30`; empty when it does not matter. */
  time: z.union([z.literal(''), z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time')]),
  note: text(MEAL_BOUNDS.note),
  options: z.array(mealOption).min(1).max(MEAL_BOUNDS.options, `A meal can have up to ${MEAL_BOUNDS.options} options`),
});
export type PlannedMeal = z.infer<typeof plannedMeal>;

export const mealPlanDay = z.object({
  key,
  name: line(MEAL_BOUNDS.name),
  meals: z.array(plannedMeal).max(MEAL_BOUNDS.meals, `A day can have up to ${MEAL_BOUNDS.meals} meals`),
});
export type MealPlanDay = z.infer<typeof mealPlanDay>;

/** The limits of the plan. `meals.constraints.rules.ts` checks all but diet and allergens, which concern each food. */
export const mealConstraints = z.object({
  diet: z.enum(DIETS).nullable(),
  allergens: z.array(z.enum(ALLERGENS)).refine(hasNoRepeats, 'Please choose each once'),
  mealsPerDay: whole(1, MEAL_BOUNDS.meals).nullable(),
  /** Minutes for one meal. */
  cookingMinutes: whole(5, 240).nullable(),
  budget: z.enum(BUDGETS).nullable(),
  /** Cook once for several days. */
  batch: z.boolean(),
});
export type MealConstraints = z.infer<typeof mealConstraints>;

/** The target of each day of the plan. */
export const planAim = z.object({
  kcal: whole(MEAL_BOUNDS.leastKcal, MEAL_BOUNDS.mostKcal),
  protein: whole(0, 500).nullable(),
  carbohydrate: whole(0, 1500).nullable(),
  fat: whole(0, 500).nullable(),
});
export type PlanAim = z.infer<typeof planAim>;

const CONTENT = z.object({
  name: line(MEAL_BOUNDS.name),
  notes: text(MEAL_BOUNDS.notes),
  constraints: mealConstraints,
  aim: planAim.nullable(),
  days: z
    .array(mealPlanDay)
    .min(1, 'Please add a day')
    .max(MEAL_BOUNDS.days, `A plan has up to ${MEAL_BOUNDS.days} days`),
});
type Content = z.infer<typeof CONTENT>;

const mealsOf = ({ days }: Pick<Content, 'days'>): PlannedMeal[] => days.flatMap(({ meals }) => meals);
const optionsOf = (plan: Pick<Content, 'days'>): MealOption[] => mealsOf(plan).flatMap(({ options }) => options);
const foodsOf = (plan: Pick<Content, 'days'>): PlannedFood[] => optionsOf(plan).flatMap(({ foods }) => foods);

/** Every food of a plan, each swap included. */
export const choicesOf = (plan: Pick<Content, 'days'>): FoodChoice[] =>
  foodsOf(plan).flatMap((food) => [food, ...food.swaps]);

/** A plan whose foods, swaps included, are changed one by one. */
export const mapChoices = <Plan extends Pick<Content, 'days'>>(
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

const keysOf = (plan: Content): string[] => [
  ...[...plan.days, ...mealsOf(plan), ...optionsOf(plan), ...foodsOf(plan)].map((part) => part.key),
];

/** A meal plan. Its days repeat: the day after the last one is the first one again. */
export const mealPlan = CONTENT.refine(
  (plan) => choicesOf(plan).length <= MEAL_BOUNDS.total,
  `A plan can have up to ${MEAL_BOUNDS.total.toLocaleString('en-US')} foods`,
).refine((plan) => hasNoRepeats(keysOf(plan)), 'Each part needs a different key');
export type MealPlan = z.infer<typeof mealPlan>;

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
