import type { OwnMealPlan, OwnRecipe } from '@stridewell/contract/meals/meals';
import { type Allergies, readAllergies } from '@stridewell/contract/meals/meals.allergies.rules';
import {
  type AmountReader,
  foodAmountText,
  householdOf,
  withoutFigures,
  withoutNumbers,
} from '@stridewell/contract/meals/meals.amounts.rules';
import {
  type FoodChoice,
  type MealOption,
  type MealPlanDay,
  planDayOn,
} from '@stridewell/contract/meals/meals.plan.rules';
import { type ShoppingNeed, shoppingList } from '@stridewell/contract/meals/meals.shopping.rules';
import {
  allergyWarnings,
  type FoodsById,
  type MealTotals,
  nameOfChoice,
  needsOf,
  roundTotals,
  totalsOfDay,
  totalsOfOption,
} from '@stridewell/contract/meals/meals.totals.rules';
import { addDays } from '@stridewell/contract/time';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readCurrentFoods } from '../foods/foods.coach.service.ts';
import { readRecipe } from '../foods/foods.recipes.service.ts';
import { readAllergiesOf } from '../records/records.service.ts';
import { selectOwn, selectPlannedMeals } from './meals.data.ts';
import { readPlanFoods } from './meals.service.ts';

/** For other features. */
export { selectPlannedMeals };

type OwnRow = Awaited<ReturnType<typeof selectOwn>>[number];

/** The plan that counts on a day: of those that cover it, the one that started last. Rows are in this order. */
const onDay = (rows: readonly OwnRow[], date: string): OwnRow | undefined =>
  rows.find(({ startDay, endDay }) => startDay <= date && (endDay === null || endDay >= date));

const shownTo = ({ numbersOff }: AmountReader, row: OwnRow | undefined): OwnRow | undefined =>
  row && numbersOff ? { ...row, plan: withoutNumbers(row.plan) } : row;

/** The planned day of the client in scope; null without a plan. */
export async function getOwnMealPlan(
  tx: Tx<ClientScope>,
  date: string,
  reader: AmountReader,
): Promise<OwnMealPlan | null> {
  const { clientId } = tx.scope;
  const [rows, byClient] = await Promise.all([
    selectOwn(tx, { from: date, to: date }),
    readAllergiesOf(tx, [clientId]),
  ]);
  const row = shownTo(reader, onDay(rows, date));
  const day = row && planDayOn(row.plan, { startDay: row.startDay, date });
  if (!day) return null;
  const foods = await readPlanFoods(tx, [{ days: [day] }]);
  const allergies = readAllergies(byClient.get(clientId) ?? []);
  return showDay(row, day, { foods, allergies, reader });
}

type Shown = { foods: FoodsById; allergies: Allergies; reader: AmountReader };

function showDay({ id, plan, startDay, endDay }: OwnRow, day: MealPlanDay, shown: Shown): OwnMealPlan {
  const rounded = (sums: MealTotals) => (shown.reader.numbersOff ? null : roundTotals(sums));
  return {
    id,
    name: plan.name,
    notes: plan.notes,
    startDay,
    endDay,
    dayName: day.name,
    totals: rounded(totalsOfDay(day, shown.foods)),
    meals: day.meals.map(({ key, name, time, note, options }) => ({
      key,
      name,
      time,
      note,
      options: options.map((option) => ({
        key: option.key,
        name: option.name,
        totals: rounded(totalsOfOption(option, shown.foods)),
        foods: showFoods(option, shown),
      })),
    })),
    unchecked: shown.allergies.others,
  };
}

function showFoods({ foods: some }: MealOption, { foods, allergies, reader }: Shown) {
  const show = (choice: FoodChoice) => {
    const food = foods.get(choice.foodId);
    return {
      foodId: choice.foodId,
      name: nameOfChoice(choice, foods),
      text: foodAmountText(choice.amount, food, reader),
      warnings: food ? allergyWarnings(food, allergies) : [],
      isRecipe: food?.recipe != null,
    };
  };
  return some.map((food) => ({ ...show(food), key: food.key, swaps: food.swaps.map(show) }));
}

/**
 * How the client in scope cooks a recipe of the coach.
 * @throws NOT_FOUND
 */
export async function getOwnRecipe(tx: Tx<ClientScope>, foodId: string, reader: AmountReader): Promise<OwnRecipe> {
  const { food, recipe } = await readRecipe(tx, foodId);
  const facts = await readCurrentFoods(
    tx,
    recipe.ingredients.map((one) => one.foodId),
  );
  const shown = (text: string) => (reader.numbersOff ? withoutFigures(text) : text);
  return {
    foodId,
    name: shown(food.name),
    servings: recipe.servings,
    minutes: recipe.minutes,
    ingredients: recipe.ingredients.map((one) => ({
      foodId: one.foodId,
      name: one.name,
      text: foodAmountText(one.amount, facts.get(one.foodId), reader),
      isRecipe: facts.get(one.foodId)?.recipe != null,
    })),
    steps: shown(recipe.steps),
  };
}

/** A shopping list by aisle, in the reader's measures. */
export function listFor(needs: readonly ShoppingNeed[], { units, numbersOff }: AmountReader) {
  // An ingredient of a recipe is no food of the plan.
  const foods = new Map(needs.map(({ foodId, food }) => [foodId, food]));
  return shoppingList(needs, units).map(({ aisle, lines }) => ({
    aisle,
    lines: lines.map(({ foodId, name, grams, ml, text }) => ({
      foodId,
      name,
      text: numbersOff ? householdOf(grams, ml, foods.get(foodId)) : text,
    })),
  }));
}

/** The plan that the client in scope follows on a day, for printing. */
export async function readOwnSheet(tx: Tx<ClientScope>, date: string, reader: AmountReader) {
  const row = shownTo(reader, onDay(await selectOwn(tx, { from: date, to: date }), date));
  return row ? { plan: row.plan, foods: await readPlanFoods(tx, [row.plan]) } : null;
}

type ShoppingInput = { from: string; days: number; people: number };

/** The shopping list of the client in scope for some days. */
export async function getOwnShoppingList(
  tx: Tx<ClientScope>,
  { from, days, people }: ShoppingInput,
  reader: AmountReader,
) {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  const rows = await selectOwn(tx, { from, to: dates.at(-1) ?? from });
  const eaten = dates.flatMap((date) => {
    const row = onDay(rows, date);
    const day = row && planDayOn(row.plan, { startDay: row.startDay, date });
    return day ? [day] : [];
  });
  const foods = await readPlanFoods(tx, [{ days: eaten }]);
  return listFor(needsOf(eaten, foods, people), reader);
}
