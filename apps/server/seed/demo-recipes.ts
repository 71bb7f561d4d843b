import type { MealOption, MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { PlanFood } from '@stridewell/contract/meals/meals.totals.rules';
import { v7 as uuidv7 } from 'uuid';
import { mintCoachScope } from '../src/core/tenancy/mint.ts';
import { saveRecipe } from '../src/features/foods/foods.recipes.service.ts';
import type { OwnerDb } from './factories.ts';
import { asProduct } from './product.ts';

/** Recipes for meals of the example plan. `from` is the first food of such a meal. */
const RECIPES = [
  {
    name: 'Banana walnut oats',
    from: 'Rolled oats, dry',
    servings: 2,
    minutes: 10,
    steps: 'Bring the milk to a simmer and stir in the oats for five minutes.\nTop with sliced banana and walnuts.',
  },
  {
    name: 'Lentil salad with feta',
    from: 'Lentils, cooked',
    servings: 4,
    minutes: 15,
    steps: 'Rinse the lentils and dice the pepper.\nMix with oil, salt and pepper, and crumble the feta over it.',
  },
  {
    name: 'Spaghetti bolognese',
    from: 'Ground beef, 10% fat, pan-browned',
    servings: 4,
    minutes: 30,
    steps: 'Simmer the browned beef in the tomato sauce for twenty minutes.\nServe over spaghetti, with parmesan.',
  },
] as const;

const isMadeOf = ({ foods: [first] }: MealOption, from: string) => first?.name === from;

/** A meal as one serving of a recipe. */
function servingOf(option: MealOption, { id, name, portions: [portion] }: PlanFood): MealOption {
  const key = option.foods[0]?.key;
  if (!key || !portion) throw new Error(`the recipe ${name} has no serving`);
  return { ...option, foods: [{ key, foodId: id, name, amount: { value: 1, portion }, swaps: [] }] };
}

/** Saves recipes of the coach. Returns them, and the plan with one serving of each in place of its ingredients. */
export async function seedRecipes(
  db: OwnerDb,
  { coachId, plan, madeAt }: { coachId: string; plan: MealPlan; madeAt: Date },
): Promise<{ plan: MealPlan; recipes: PlanFood[] }> {
  const options = plan.days.flatMap(({ meals }) => meals.flatMap((meal) => meal.options));
  const recipes = new Map<string, PlanFood>();
  for (const { from, servings, ...recipe } of RECIPES) {
    const meal = options.find((option) => isMadeOf(option, from));
    if (!meal) throw new Error(`no meal of the plan begins with ${from}`);
    const ingredients = meal.foods.map(({ foodId, name, amount }) => ({
      foodId,
      name,
      amount: { ...amount, value: amount.value * servings },
    }));
    const input = { ...recipe, servings, yield: { kind: 'raw' as const }, ingredients };
    const food = await asProduct(db, mintCoachScope(coachId), (tx) =>
      saveRecipe(tx, { foodId: uuidv7(), replaces: null, recipe: input }, madeAt),
    );
    recipes.set(from, food);
  }
  const cooked = (option: MealOption): MealOption => {
    const recipe = recipes.get(option.foods[0]?.name ?? '');
    return recipe ? servingOf(option, recipe) : option;
  };
  const days = plan.days.map((day) => ({
    ...day,
    meals: day.meals.map((meal) => ({ ...meal, options: meal.options.map(cooked) })),
  }));
  return { plan: { ...plan, days }, recipes: [...recipes.values()] };
}
