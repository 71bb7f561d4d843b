import type { FoodCategory } from '../foods/foods.rules.ts';
import { BUDGET_LABELS, BUDGETS } from './meals.parts.rules.ts';
import type { MealOption, MealPlan, MealPlanDay } from './meals.plan.rules.ts';
import type { FoodsById, PlanFood } from './meals.totals.rules.ts';

type Budget = (typeof BUDGETS)[number];
type Named = Pick<PlanFood, 'name' | 'category'>;

/** Minutes until a food is ready, from what its name says about cooking. The first line that fits counts [K]. */
const COOKING_MINUTES: readonly (readonly [RegExp, number])[] = [
  [/\b(?:beans|peas|lentils|chickpeas), dry$/i, 60],
  [/\b(?:canned|smoked|jerky|deli|sliced)\b/i, 0],
  [/^(?:potato|sweet potato|.*squash).*\bbaked\b/i, 45],
  [/^split peas, cooked/i, 40],
  [/\b(?:drumstick|wing|shoulder|brisket|chuck|spareribs|leg of lamb)\b/i, 45],
  [/\b(?:roasted|braised)$/i, 30],
  [/^(?:brown rice|wild rice|pearl barley|spelt), (?:cooked|dry)/i, 30],
  [/^(?:lentils, cooked|red lentils)/i, 25],
  [/^potato/i, 25],
  [/\b(?:rice, (?:long|short)-grain|quinoa|millet|amaranth|buckwheat groats)\b/i, 20],
  [/^sweet potato/i, 20],
  [/\b(?:spaghetti|macaroni|pasta|egg noodles)\b/i, 12],
  [/\b(?:couscous|bulgur|noodles)\b/i, 10],
  [/\b(?:broiled|grilled|pan-browned|pan-fried)\b/i, 15],
  [/^(?:tofu|tempeh|seitan)/i, 10],
  [/^(?:egg|scrambled|omelet)/i, 10],
  [/^(?:rolled oats|oatmeal)/i, 5],
];
/** Minutes for a food whose name says `cooked` or `raw` and nothing more [K]. */
const COOKED_MINUTES: Partial<Record<FoodCategory, number>> = {
  fish: 15,
  vegetables: 10,
  legumes: 5,
  meat: 20,
  poultry: 20,
};
/** Minutes to wash, cut and weigh a food [K]. */
const HANDLING_MINUTES = 1;

const NEEDS_HEAT: readonly FoodCategory[] = ['meat', 'poultry', 'fish'];

function minutesFor({ name, category }: Named): number {
  const found = COOKING_MINUTES.find(([words]) => words.test(name));
  if (found) return found[1];
  const isHeated = /\b(?:cooked|frozen)\b/i.test(name) || (NEEDS_HEAT.includes(category) && /\braw\b/i.test(name));
  return isHeated ? (COOKED_MINUTES[category] ?? 0) : 0;
}

/** An estimate of the minutes that a meal takes to cook, its foods side by side [K]. */
export const cookingMinutes = (foods: readonly Named[]): number =>
  Math.max(0, ...foods.map(minutesFor)) + foods.length * HANDLING_MINUTES;

/** Foods that cost clearly more, or less, than others of their kind in most shops [K]. */
const HIGH_COST =
  /\b(?:salmon|trout|shrimp|lobster|crab|halibut|turbot|scallops|steak|tenderloin|lamb|veal|venison|pine nuts|macadamia|pistachios|raspberries, fresh|blackberries|caviar)\b/i;
const MEDIUM_COST =
  /\b(?:salmon, canned|quinoa|avocado|blueberries|strawberries|asparagus|cheese|tempeh|seitan|skyr|pork tenderloin|snow peas)\b/i;
const LOW_COST =
  /\b(?:tuna, canned|sardines, canned|chicken (?:thigh|drumstick|liver)|ground (?:turkey|chicken)|cottage cheese|seeds|flaxseed|peanut\w*)\b/i;
const MEDIUM_KINDS: readonly FoodCategory[] = ['meat', 'poultry', 'fish', 'nuts_seeds'];

/** Costs of foods relative to each other, not prices [K]. */
export function costOf({ name, category }: Named): Budget {
  if (LOW_COST.test(name)) return 'low';
  if (MEDIUM_COST.test(name)) return 'medium';
  if (HIGH_COST.test(name)) return 'high';
  return MEDIUM_KINDS.includes(category) ? 'medium' : 'low';
}

const isAbove = (cost: Budget, budget: Budget): boolean => BUDGETS.indexOf(cost) > BUDGETS.indexOf(budget);

/** The foods that cost more than a budget allows. */
export const aboveBudget = <Food extends Named>(foods: readonly Food[], budget: Budget | null): Food[] =>
  budget === null ? [] : foods.filter((food) => isAbove(costOf(food), budget));

/** Meals that take longer are cooked; others are put together [K]. */
const COOKED_FROM_MINUTES = 15;

/** A constraint that a day breaks, for the coach to read. */
export type BrokenConstraint = {
  dayKey: string;
  constraint: 'mealsPerDay' | 'cookingMinutes' | 'budget' | 'batch';
  sentence: string;
};

type Checked = { day: MealPlanDay; plan: Pick<MealPlan, 'days' | 'constraints'>; foods: FoodsById };

const factsOf = ({ foods: some }: MealOption, foods: FoodsById): PlanFood[] =>
  some.flatMap(({ foodId }) => foods.get(foodId) ?? []);

function mealsProblem({ day, plan }: Checked): string[] {
  const { mealsPerDay } = plan.constraints;
  const meals = day.meals.filter(({ options }) => options.some(({ foods }) => foods.length > 0)).length;
  if (mealsPerDay === null || meals === 0 || meals === mealsPerDay) return [];
  return [`${day.name} has ${meals} ${meals === 1 ? 'meal' : 'meals'}; the plan asks for ${mealsPerDay}.`];
}

function minutesProblems({ day, plan, foods }: Checked): string[] {
  const { cookingMinutes: most } = plan.constraints;
  if (most === null) return [];
  return day.meals.flatMap(({ name, options }) => {
    const longest = Math.max(0, ...options.map((option) => cookingMinutes(factsOf(option, foods))));
    if (longest <= most) return [];
    return [`${day.name}: ${name} takes about ${longest} minutes; the plan allows ${most}.`];
  });
}

function budgetProblem({ day, plan, foods }: Checked): string[] {
  const { budget } = plan.constraints;
  if (budget === null) return [];
  const eaten = day.meals.flatMap(({ options }) => options.flatMap((option) => factsOf(option, foods)));
  const names = [...new Set(aboveBudget(eaten, budget).map(({ name }) => name))];
  if (names.length === 0) return [];
  const list = new Intl.ListFormat('en-US').format(names);
  return [`${day.name}: above the plan’s budget (${BUDGET_LABELS[budget].toLowerCase()}): ${list}.`];
}

/** The dish of an option, whatever its portions. */
const dishOf = ({ foods: some }: MealOption): string =>
  some
    .map(({ foodId }) => foodId)
    .sort()
    .join(' ');

function batchProblems({ day, plan, foods }: Checked): string[] {
  if (!plan.constraints.batch || plan.days.length < 2) return [];
  const firsts = plan.days.flatMap(({ meals }) => meals.flatMap(({ options: [first] }) => first ?? []));
  return day.meals.flatMap(({ name, options: [first] }) => {
    if (!first || cookingMinutes(factsOf(first, foods)) <= COOKED_FROM_MINUTES) return [];
    const dish = dishOf(first);
    if (firsts.filter((other) => dishOf(other) === dish).length > 1) return [];
    return [`${day.name}: ${name} is cooked for this day alone; the plan asks to cook for several days.`];
  });
}

/** Sentences about a day that breaks the plan's meals a day, cooking minutes, budget or batch cooking. */
export function brokenConstraints(
  day: MealPlanDay,
  plan: Pick<MealPlan, 'days' | 'constraints'>,
  foods: FoodsById,
): BrokenConstraint[] {
  const checked = { day, plan, foods };
  const of = (constraint: BrokenConstraint['constraint'], sentences: string[]): BrokenConstraint[] =>
    sentences.map((sentence) => ({ dayKey: day.key, constraint, sentence }));
  return [
    ...of('mealsPerDay', mealsProblem(checked)),
    ...of('cookingMinutes', minutesProblems(checked)),
    ...of('budget', budgetProblem(checked)),
    ...of('batch', batchProblems(checked)),
  ];
}
