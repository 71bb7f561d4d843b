import { amountInUnit, type FoodAmount, nutrientsIn } from '../foods/foods.amounts.rules.ts';
import { answerOf, type Nutrients } from '../foods/foods.rules.ts';
import type { CoachFood } from '../foods/foods.ts';
import { type Allergies, nameHas } from './meals.allergies.rules.ts';
import type { FoodChoice, MealConstraints, MealOption, MealPlanDay } from './meals.plan.rules.ts';
import type { ShoppingNeed } from './meals.shopping.rules.ts';

/** The facts of a food that a plan needs. */
export type PlanFood = Pick<
  CoachFood,
  'id' | 'name' | 'brand' | 'category' | 'unit' | 'portions' | 'allergens' | 'diets' | 'recipe'
> &
  Nutrients;
export type FoodsById = ReadonlyMap<string, PlanFood>;

/** Sums of a meal or a day. `unknown` counts foods without a known weight, or which were deleted: they add nothing. */
export type MealTotals = {
  kcal: number;
  protein: number;
  carbohydrate: number;
  fat: number;
  fibre: number;
  unknown: number;
};
const NOTHING: MealTotals = { kcal: 0, protein: 0, carbohydrate: 0, fat: 0, fibre: 0, unknown: 0 };

const plus = (one: MealTotals, other: MealTotals): MealTotals => ({
  kcal: one.kcal + other.kcal,
  protein: one.protein + other.protein,
  carbohydrate: one.carbohydrate + other.carbohydrate,
  fat: one.fat + other.fat,
  fibre: one.fibre + other.fibre,
  unknown: one.unknown + other.unknown,
});

/** The nutrients in an amount of a food, not rounded. */
export function totalsOfFood({ foodId, amount }: { foodId: string; amount: FoodAmount }, foods: FoodsById): MealTotals {
  const food = foods.get(foodId);
  const value = food ? amountInUnit(amount, food) : null;
  if (!food || value === null) return { ...NOTHING, unknown: 1 };
  const { kcal, protein, carbohydrate, fat, fibre } = nutrientsIn(food, value);
  return { kcal, protein, carbohydrate, fat, fibre: fibre ?? 0, unknown: 0 };
}

export const totalsOfOption = ({ foods: some }: Pick<MealOption, 'foods'>, foods: FoodsById): MealTotals =>
  some.reduce((sum, food) => plus(sum, totalsOfFood(food, foods)), NOTHING);

/** Adds the first option of each meal. */
export const totalsOfDay = ({ meals }: Pick<MealPlanDay, 'meals'>, foods: FoodsById): MealTotals =>
  meals.reduce((sum, { options: [first] }) => (first ? plus(sum, totalsOfOption(first, foods)) : sum), NOTHING);

/** Energy to 10 kcal, the others to whole grams, as targets are rounded. */
export const roundTotals = ({ kcal, protein, carbohydrate, fat, fibre, unknown }: MealTotals): MealTotals => ({
  kcal: Math.round(kcal / 10) * 10,
  protein: Math.round(protein),
  carbohydrate: Math.round(carbohydrate),
  fat: Math.round(fat),
  fibre: Math.round(fibre),
  unknown,
});

/** An allergen that a food has, or may have. */
export type FoodWarning = { about: string; answer: 'yes' | 'unknown' };

/** Allergens that the food has or may have, allergies first. An unknown answer never counts as no. */
export function allergyWarnings(food: PlanFood, { known, others }: Allergies): FoodWarning[] {
  const listed = known.flatMap(({ name, allergens }): FoodWarning[] => {
    const answers = allergens.map((allergen) => answerOf(food.allergens, allergen));
    if (answers.includes('yes')) return [{ about: name, answer: 'yes' }];
    return answers.includes('unknown') ? [{ about: name, answer: 'unknown' }] : [];
  });
  const named = others.filter((name) => nameHas(food.name, name));
  return [...listed, ...named.map((about): FoodWarning => ({ about, answer: 'yes' }))];
}

export type DietWarning = { diet: NonNullable<MealConstraints['diet']>; answer: 'no' | 'unknown' };

/** Whether a food breaks the diet of its plan, or may. */
export function dietWarning({ diets }: PlanFood, diet: MealConstraints['diet']): DietWarning | null {
  if (diet === null) return null;
  const answer = answerOf(diets, diet);
  return answer === 'yes' ? null : { diet, answer };
}

/** Foods of which neither the facts nor the name are known any more are named by the plan. */
export const nameOfChoice = ({ foodId, name }: Pick<FoodChoice, 'foodId' | 'name'>, foods: FoodsById): string =>
  foods.get(foodId)?.name ?? name;

/** The groceries for an amount of a food: for a recipe, its ingredients in the measures of the recipe. */
function needsFor(food: PlanFood, foodId: string, amount: FoodAmount): ShoppingNeed[] {
  const { name, category, recipe } = food;
  const grams = recipe && amountInUnit(amount, food);
  if (!recipe || grams === null) return [{ foodId, name, category, food, amount }];
  const share = grams / recipe.grams;
  return recipe.ingredients.map((one) => ({
    foodId: one.foodId,
    name: one.name,
    category: one.category,
    food: one,
    amount: { ...one.amount, value: one.amount.value * share },
  }));
}

/** The foods for some days of plans and `people`, from the first option of each meal. Deleted foods are left out. */
export function needsOf(days: readonly MealPlanDay[], foods: FoodsById, people: number): ShoppingNeed[] {
  const eaten = days.flatMap(({ meals }) => meals.flatMap(({ options: [first] }) => first?.foods ?? []));
  return eaten.flatMap(({ foodId, amount }): ShoppingNeed[] => {
    const food = foods.get(foodId);
    return food ? needsFor(food, foodId, { ...amount, value: amount.value * people }) : [];
  });
}
