import { foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import type { MealPlan, MealPlanDay, PlannedMeal } from '@stridewell/contract/meals/meals.plan.rules';

/** A plan with more changes has little of its draft left. */
const MOST = 100;

/** Metric and without the food's facts, so that the sentences stay true when a food changes. */
const READER = { units: 'metric', numbersOff: false } as const;

type Keyed = { key: string };
const pairsOf = <Item extends Keyed>(before: readonly Item[], after: readonly Item[]) => {
  const later = new Map(after.map((one) => [one.key, one]));
  const earlier = new Set(before.map(({ key }) => key));
  return {
    kept: before.flatMap((one): [Item, Item][] => {
      const found = later.get(one.key);
      return found ? [[one, found]] : [];
    }),
    removed: before.filter(({ key }) => !later.has(key)),
    added: after.filter(({ key }) => !earlier.has(key)),
  };
};

const foodsOf = ({ options }: PlannedMeal) => options.flatMap(({ foods }) => foods);
const textOf = (food: ReturnType<typeof foodsOf>[number]) => foodAmountText(food.amount, undefined, READER);

function mealChanges(place: string, before: PlannedMeal, after: PlannedMeal): string[] {
  const { kept, removed, added } = pairsOf(foodsOf(before), foodsOf(after));
  return [
    ...(before.name === after.name ? [] : [`${place}: renamed to ${after.name}.`]),
    ...(before.time === after.time ? [] : [`${place}: time changed.`]),
    ...kept.flatMap(([one, other]) => {
      if (one.foodId !== other.foodId) return [`${place}: ${one.name} replaced by ${other.name}.`];
      return textOf(one) === textOf(other)
        ? []
        : [`${place}: ${one.name} changed from ${textOf(one)} to ${textOf(other)}.`];
    }),
    ...removed.map(({ name }) => `${place}: ${name} removed.`),
    ...added.map(({ name }) => `${place}: ${name} added.`),
  ];
}

function dayChanges(before: MealPlanDay, after: MealPlanDay): string[] {
  const { kept, removed, added } = pairsOf(before.meals, after.meals);
  return [
    ...kept.flatMap(([one, other]) => mealChanges(`${after.name}, ${one.name}`, one, other)),
    ...removed.map(({ name }) => `${after.name}: ${name} removed.`),
    ...added.map(({ name }) => `${after.name}: ${name} added.`),
  ];
}

/** The coach's changes of a drafted meal plan, in sentences. */
export function describeMealChanges(before: MealPlan, after: MealPlan): string[] {
  const { kept, removed, added } = pairsOf(before.days, after.days);
  return [
    ...kept.flatMap(([one, other]) => dayChanges(one, other)),
    ...removed.map(({ name }) => `${name} removed.`),
    ...added.map(({ name }) => `${name} added.`),
  ].slice(0, MOST);
}
