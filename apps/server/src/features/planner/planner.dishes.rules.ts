import { answerOf } from '@stridewell/contract/foods/foods.rules';
import { type Allergies, nameHas } from '@stridewell/contract/meals/meals.allergies.rules';
import { aboveBudget, cookingMinutes } from '@stridewell/contract/meals/meals.constraints.rules';
import { BUDGET_LABELS, BUDGETS } from '@stridewell/contract/meals/meals.parts.rules';
import type { MealConstraints } from '@stridewell/contract/meals/meals.plan.rules';
import {
  allergyWarnings,
  dietWarning,
  type FoodsById,
  type PlanFood,
} from '@stridewell/contract/meals/meals.totals.rules';
import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import { DISHES, type Dish, type MealPart } from './planner.dishes.content.ts';

/** A client’s diet. Allergies include the allergens of the constraints. `dislikes`: words of food names. */
export type Diner = { constraints: MealConstraints; allergies: Allergies; dislikes: readonly string[] };

const factsOf = (dish: Dish, foods: FoodsById): PlanFood[] =>
  dish.foods.flatMap(({ foodId }) => foods.get(foodId) ?? []);

/** The first word of a dislike that a food's name has. */
const dislikedIn = (dish: Dish, dislikes: readonly string[]): string | undefined =>
  dislikes.find((one) => dish.foods.some(({ name }) => nameHas(name, one)));

/** The reason to leave out a dish, in the order of the checks. Null if it fits. */
type Exclusion = 'unknown_food' | 'allergy' | 'diet' | 'disliked' | 'minutes' | 'budget';

/** Checks a dish. Allergens count where they are, and where it is not known: unknown never becomes no. */
function exclusionOf(dish: Dish, { constraints, allergies, dislikes }: Diner, foods: FoodsById): Exclusion | null {
  const facts = factsOf(dish, foods);
  if (facts.length < dish.foods.length) return 'unknown_food';
  if (facts.some((food) => allergyWarnings(food, allergies).length > 0)) return 'allergy';
  if (facts.some((food) => dietWarning(food, constraints.diet))) return 'diet';
  if (dislikedIn(dish, dislikes)) return 'disliked';
  if (cookingMinutes(facts) > (constraints.cookingMinutes ?? Number.POSITIVE_INFINITY)) return 'minutes';
  return aboveBudget(facts, constraints.budget).length > 0 ? 'budget' : null;
}

const LEFT_OUT: Record<Exclusion, string> = {
  unknown_food: 'because one of their foods is hidden or was deleted',
  allergy: 'because a food has, or may have, something they cannot eat',
  diet: 'because of the diet',
  disliked: 'because of a food they do not like',
  minutes: 'because they take too long to cook',
  budget: 'because of the budget',
};

/** Diets that depend on how an animal was slaughtered, which no built-in meat can say. */
const SLAUGHTER_DIETS = ['halal', 'kosher'] as const;
const MEATS = ['meat', 'poultry'];

/** The hint that meat is left out because no meat of the dishes has an answer; null where one has, or none is needed. */
function unmarkedMeat(diet: MealConstraints['diet'], foods: FoodsById): string | null {
  const asked = SLAUGHTER_DIETS.find((one) => one === diet);
  if (!asked) return null;
  const meats = DISHES.flatMap((dish) => factsOf(dish, foods)).filter(({ category }) => MEATS.includes(category));
  const isMarked = meats.some(({ diets }) => answerOf(diets, asked) === 'yes');
  return isMarked || meats.length === 0
    ? null
    : `No meat is marked ${asked}: mark yours on the food, under diets. Until then, plans have none.`;
}

/** Dishes that fit a client, with sentences about those that were left out. */
export function suitableDishes(diner: Diner, foods: FoodsById): { dishes: Dish[]; leftOut: string[] } {
  const counts = new Map<Exclusion, number>();
  const dishes = DISHES.filter((dish) => {
    const exclusion = exclusionOf(dish, diner, foods);
    if (exclusion) counts.set(exclusion, (counts.get(exclusion) ?? 0) + 1);
    return exclusion === null;
  });
  const leftOut = [...counts].map(
    ([exclusion, count]) => `${countLabel(count, 'meal')} left out ${LEFT_OUT[exclusion]}.`,
  );
  const unmarked = unmarkedMeat(diner.constraints.diet, foods);
  return { dishes, leftOut: unmarked ? [...leftOut, unmarked] : leftOut };
}

/** Whether a dish would fit without some of the constraints that can give way. Allergies and diet never do. */
const fitsWithout = (dish: Dish, diner: Diner, foods: FoodsById, changes: Partial<Diner>): boolean =>
  exclusionOf(dish, { ...diner, ...changes }, foods) === null;

const open = ({ constraints }: Diner, changes: Partial<MealConstraints>): Partial<Diner> => ({
  constraints: { ...constraints, ...changes },
});

/** The smallest concession that lets some dish fill this part of the day, for each constraint that can give way. */
function concessionsFor(part: MealPart, diner: Diner, foods: FoodsById): string[] {
  const dishes = DISHES.filter(({ parts }) => parts.includes(part));
  const quickest = Math.min(
    ...dishes
      .filter((dish) => fitsWithout(dish, diner, foods, open(diner, { cookingMinutes: null })))
      .map((dish) => cookingMinutes(factsOf(dish, foods))),
  );
  const budget = BUDGETS.find((one) =>
    dishes.some((dish) => fitsWithout(dish, diner, foods, open(diner, { budget: one }))),
  );
  const dislike = diner.dislikes.find((one) => {
    const dislikes = diner.dislikes.filter((other) => other !== one);
    return dishes.some((dish) => fitsWithout(dish, diner, foods, { dislikes }));
  });
  return [
    ...(Number.isFinite(quickest) ? [`${quickest} cooking minutes`] : []),
    ...(budget ? [`the budget “${BUDGET_LABELS[budget]}”`] : []),
    ...(dislike ? [`meals with ${dislike}`] : []),
  ];
}

/** Why a part of the day stays empty, with the smallest concessions that would fill it. */
export function emptyPartSentence(part: MealPart, diner: Diner, foods: FoodsById): string {
  const concessions = concessionsFor(part, diner, foods);
  if (concessions.length > 0) {
    const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(concessions);
    return `No ${part} fits. Allow ${list}.`;
  }
  const all = { dislikes: [], ...open(diner, { cookingMinutes: null, budget: null }) };
  const isSoft = DISHES.some((dish) => dish.parts.includes(part) && fitsWithout(dish, diner, foods, all));
  if (isSoft)
    return `No ${part} fits the cooking time, the budget and the dislikes together. Allow more in two of them.`;
  const sentence = `No built-in ${part} fits the allergies and the diet. Write this plan in the builder, with foods you have checked.`;
  const unmarked = unmarkedMeat(diner.constraints.diet, foods);
  return unmarked ? `${sentence} ${unmarked}` : sentence;
}
