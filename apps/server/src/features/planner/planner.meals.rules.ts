import type { MealOption, MealPlan, MealPlanDay, PlannedMeal } from '@stridewell/contract/meals/meals.plan.rules';
import { NO_CONSTRAINTS } from '@stridewell/contract/meals/meals.plan.rules';
import {
  type FoodsById,
  type MealTotals,
  totalsOfDay,
  totalsOfOption,
} from '@stridewell/contract/meals/meals.totals.rules';
import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import { limitsOf, scaledAmount } from '../meals/meals.fit.rules.ts';
import {
  choosePortions,
  type DayLimits,
  LIMIT_WEIGHT,
  type MealSlot,
  type PortionChoice,
} from '../meals/meals.portions.rules.ts';
import { gramsText } from '../targets/targets.wording.rules.ts';
import type { Dish, DishFood, MealPart } from './planner.dishes.content.ts';
import { emptyPartSentence, suitableDishes } from './planner.dishes.rules.ts';
import { checkMealDraft, type MealLimits, mostProtein } from './planner.guardrails.rules.ts';

/** Changes with the rules or the dishes, so that a draft names what made it. */
export const MEAL_RULES_VERSION = '1';

export type MealProfile = MealLimits & { seed: number };

/** Where the nutrients of a day have to lie, so that no guardrail is broken. */
function limitsFor(profile: MealLimits): DayLimits {
  const limits = limitsOf(profile.aim);
  const { kcal, protein } = limits;
  if (kcal) limits.kcal = { ...kcal, min: Math.max(kcal.min, Math.min(profile.leastKcal, profile.aim.kcal)) };
  const most = mostProtein(profile);
  if (protein) limits.protein = { min: Math.min(protein.min, most), max: Math.min(protein.max, most) };
  return limits;
}

/** A meal of the day: its part, name and usual time. */
type Sitting = { part: MealPart; name: string; time: string };
const BREAKFAST: Sitting = { part: 'breakfast', name: 'Breakfast', time: '07:30' };
const MORNING_SNACK: Sitting = { part: 'snack', name: 'Morning snack', time: '10:00' };
const LUNCH: Sitting = { part: 'lunch', name: 'Lunch', time: '12:30' };
const SNACK: Sitting = { part: 'snack', name: 'Snack', time: '16:00' };
const DINNER: Sitting = { part: 'dinner', name: 'Dinner', time: '19:00' };
const EVENING_SNACK: Sitting = { part: 'snack', name: 'Evening snack', time: '21:00' };

/** Meals of a day by their number [K]. */
const SITTINGS: readonly (readonly Sitting[])[] = [
  [LUNCH, DINNER],
  [BREAKFAST, LUNCH, DINNER],
  [BREAKFAST, LUNCH, SNACK, DINNER],
  [BREAKFAST, MORNING_SNACK, LUNCH, SNACK, DINNER],
  [BREAKFAST, MORNING_SNACK, LUNCH, SNACK, DINNER, EVENING_SNACK],
];
/** Usual meals a day [K]. */
const USUAL_MEALS = 4;
const sittingsFor = (mealsPerDay: number | null): readonly Sitting[] =>
  SITTINGS.find((some) => some.length === (mealsPerDay ?? USUAL_MEALS)) ?? [];

/** Portions of the food with the most protein, and of the others, as multiples of the usual portion. */
const MAIN_FACTORS = [0.5, 0.75, 1, 1.5, 2];
const OTHER_FACTORS = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** With more than four meals, so that the search stays within its time. */
const FEW_FACTORS = [0.5, 1, 1.5, 2];
const MANY_MEALS = 4;
const SNACK_FACTORS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Combinations of dishes that are tried for a day; the first one whose portions fit is taken. */
const TRIES = 4;
/** Sentences about a plan that is not possible. */
const MOST_SENTENCES = 5;
/** With batch cooking, a dish is eaten on this many days in a row. */
const BATCH_DAYS = 2;
/** Most by which the energy of another option may differ from that of the first. */
const OPTION_DIFFERENCE = 0.15;

/** Usual energy of the dishes of a meal and of a snack in kcal; days far from their sum scale all portions [K]. */
const USUAL_KCAL = { meal: 450, snack: 180 } as const;
const SCALES = { from: 0.75, to: 3, step: 0.25 } as const;

/** Factors for all portions of a day, so that large and small targets find portions too. */
function scaleFor(sittings: readonly Sitting[], kcal: number): number {
  const usual = sittings.reduce((sum, { part }) => sum + (part === 'snack' ? USUAL_KCAL.snack : USUAL_KCAL.meal), 0);
  const { from, to, step } = SCALES;
  return Math.min(to, Math.max(from, Math.round(kcal / usual / step) * step));
}

type Portion = { main: number; others: number };
type Plate = { dish: Dish; portion: Portion };

const mainOf = ({ foods: some }: Dish, foods: FoodsById): DishFood | undefined =>
  some.toSorted((one, other) => proteinOf(other, foods) - proteinOf(one, foods))[0];
const proteinOf = ({ foodId, value }: DishFood, foods: FoodsById): number => (foods.get(foodId)?.protein ?? 0) * value;

/** The foods of a dish in a portion. */
function optionOf({ dish, portion }: Plate, key: string, foods: FoodsById): MealOption {
  const main = mainOf(dish, foods);
  const planned = dish.foods.map((food, index) => {
    const { foodId, name, value, measure } = food;
    const factor = food === main ? portion.main : portion.others;
    return { key: `${key}f${index + 1}`, foodId, name, amount: scaledAmount({ value, measure }, factor), swaps: [] };
  });
  return { key, name: dish.name, foods: planned };
}

type PlateChoice = PortionChoice & { plate: Plate };
type Portioning = { isMany: boolean; scale: number };

function choicesFor(dish: Dish, { isMany, scale }: Portioning, foods: FoodsById): PlateChoice[] {
  const isSnack = dish.parts.includes('snack');
  const others = isMany ? FEW_FACTORS : OTHER_FACTORS;
  const portions: Portion[] = isSnack
    ? (isMany ? FEW_FACTORS : SNACK_FACTORS).map((factor) => ({ main: factor, others: factor }))
    : MAIN_FACTORS.flatMap((main) => others.map((other) => ({ main, others: other })));
  return portions.map((portion) => {
    const plate = { dish, portion: { main: scale * portion.main, others: scale * portion.others } };
    const { kcal, protein, carbohydrate, fat, fibre } = totalsOfOption(optionOf(plate, 'x', foods), foods);
    const amount = 1 + Math.abs(portion.main - 1) + Math.abs(portion.others - 1);
    return { plate, amount, nutrients: { kcal, protein, carbohydrate, fat, fibre } };
  });
}

/** Remembers the choices of each dish, because a dish is tried on several days. */
function choicesByDish(portioning: Portioning, foods: FoodsById): (dish: Dish) => PlateChoice[] {
  const known = new Map<Dish, PlateChoice[]>();
  return (dish) => {
    const choices = known.get(dish) ?? choicesFor(dish, portioning, foods);
    known.set(dish, choices);
    return choices;
  };
}

/** A number from 0 to 1 that follows from a text, the same on every machine (FNV-1a). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

/** Dishes for each part of the day, in an order that follows from the seed. */
const orderDishes = (dishes: readonly Dish[], seed: number): Dish[] =>
  dishes.toSorted((one, other) => fraction(`${seed} ${one.id}`) - fraction(`${seed} ${other.id}`));

/** The days that share a cooked dish: pairs, of which the last one takes a day that is left over. */
const batchOf = (day: number, days: number): number =>
  Math.min(Math.floor(day / BATCH_DAYS), Math.max(0, Math.floor(days / BATCH_DAYS) - 1));

/** Dishes of a day, one for each sitting. */
export type Menu = readonly Dish[];

/** Chooses dishes that were used least, none of them twice on a day. */
function menuFor(
  sittings: readonly Sitting[],
  dishes: readonly Dish[],
  used: ReadonlyMap<string, number>,
  skip: number,
): Dish[] {
  const menu: Dish[] = [];
  for (const [index, { part }] of sittings.entries()) {
    const fitting = dishes.filter((dish) => dish.parts.includes(part));
    const fresh = fitting.filter((dish) => !menu.includes(dish));
    const byUse = (fresh.length > 0 ? fresh : fitting).toSorted(
      (one, other) => (used.get(one.id) ?? 0) - (used.get(other.id) ?? 0),
    );
    // The tries differ in one meal each, so that a single unsuitable dish is replaced.
    const shift = index === skip % (sittings.length + 1) ? 0 : skip;
    const chosen = byUse[shift % Math.max(1, byUse.length)];
    if (chosen) menu.push(chosen);
  }
  return menu;
}

type FittedMenu = { plates: Plate[]; cost: number; fits: boolean; sentence: string };

/** The exact search. Where no portions keep every limit, protein gives way first: it is a warning [science D 5]. */
function fitWithin(
  slots: readonly MealSlot[],
  profile: MealLimits,
): Omit<FittedMenu, 'plates'> & { portions: PortionChoice[] } {
  const { kcal, protein, carbohydrate, fat } = profile.aim;
  const goal = { kcal, protein: protein || null, carbohydrate: carbohydrate || null, fat: fat || null, fibre: null };
  const { protein: range, ...others } = limitsFor(profile);
  const all = choosePortions(slots, goal, range ? { ...others, protein: range } : others);
  if (all.concessions.length === 0 || !range) {
    return { portions: all.portions, cost: all.cost, fits: all.concessions.length === 0, sentence: all.sentence };
  }
  const { portions, cost, sentence, totals } = choosePortions(slots, goal, others);
  const by = Math.max(range.min - totals.protein, totals.protein - range.max, 0);
  const direction = totals.protein < range.min ? 'below the least' : 'above the most';
  const bound = totals.protein < range.min ? range.min : range.max;
  const miss = `Protein is ${gramsText(by)} ${direction}, ${gramsText(bound)}; allow that, or change a meal.`;
  return {
    portions,
    cost: cost + (LIMIT_WEIGHT * by) / bound,
    fits: false,
    sentence: by > 0 ? `${sentence} ${miss}` : sentence,
  };
}

/** The portions of a menu that come closest to the target, by the exact search. */
function fitMenu(menu: Menu, profile: MealLimits, choices: (dish: Dish) => PlateChoice[]): FittedMenu {
  const slots = menu.map((dish): MealSlot => ({ name: dish.name, choices: choices(dish) }));
  const { portions, cost, fits, sentence } = fitWithin(slots, profile);
  const plates = menu.flatMap((dish, index) => {
    const chosen = choices(dish).find((choice) => choice === portions[index]);
    return chosen ? [chosen.plate] : [];
  });
  return { plates, cost, fits, sentence };
}

/** Another dish with about the energy of the first, for a client who wants to choose. */
function otherOption(
  { first, used, part }: { first: MealOption; used: readonly Dish[]; part: MealPart },
  { dishes, foods, choices }: Kitchen,
): Plate | null {
  const { kcal } = totalsOfOption(first, foods);
  const difference = ({ nutrients }: PlateChoice) => Math.abs(nutrients.kcal - kcal);
  for (const dish of dishes) {
    if (used.includes(dish) || !dish.parts.includes(part)) continue;
    const even = choices(dish).filter(({ plate: { portion } }) => portion.main === portion.others);
    const closest = even.toSorted((one, other) => difference(one) - difference(other))[0];
    if (closest && difference(closest) <= OPTION_DIFFERENCE * kcal) return closest.plate;
  }
  return null;
}

/** The parts of a plan. `prefix`: starts the keys of its parts. */
export type Kitchen = {
  profile: MealProfile;
  prefix: string;
  foods: FoodsById;
  sittings: readonly Sitting[];
  dishes: readonly Dish[];
  choices: (dish: Dish) => PlateChoice[];
  /** Remembers each menu, because the search takes long. */
  portion: (menu: Menu) => FittedMenu;
  leftOut: string[];
};

function dayOf(index: number, { plates }: FittedMenu, kitchen: Kitchen): MealPlanDay {
  const { sittings, foods, prefix, dishes } = kitchen;
  const dayKey = `${prefix}d${index + 1}`;
  const used = plates.map(({ dish }) => dish);
  const meals = sittings.map(({ part, name, time }, at): PlannedMeal => {
    const key = `${dayKey}m${at + 1}`;
    const plate = plates[at];
    if (!plate) return { key, name, time, note: '', options: [{ key: `${key}o1`, name: '', foods: [] }] };
    const first = optionOf(plate, `${key}o1`, foods);
    const turned = { ...kitchen, dishes: [...dishes.slice(index), ...dishes.slice(0, index)] };
    const other = otherOption({ first, used, part }, turned);
    const options = other ? [first, optionOf(other, `${key}o2`, foods)] : [first];
    return { key, name, time, note: '', options };
  });
  return { key: dayKey, name: `Day ${index + 1}`, meals };
}

/** A generated plan. `sentences`: of each day, how its portions meet the target. */
export type GeneratedMeals = {
  plan: MealPlan;
  menus: Menu[];
  sentences: { dayKey: string; name: string; sentence: string; fits: boolean; totals: MealTotals }[];
  variety: string;
  leftOut: string[];
};

export type MealGeneration = { outcome: 'made'; made: GeneratedMeals } | { outcome: 'impossible'; sentences: string[] };

/** Opens the kitchen for a client, or says which part of the day nothing can fill. */
export function openKitchen(
  profile: MealProfile,
  { foods, prefix }: { foods: FoodsById; prefix: string },
): { outcome: 'open'; kitchen: Kitchen } | { outcome: 'impossible'; sentences: string[] } {
  const sittings = sittingsFor(profile.constraints.mealsPerDay);
  const { dishes, leftOut } = suitableDishes(profile, foods);
  const parts = [...new Set(sittings.map(({ part }) => part))];
  const empty = parts.filter((part) => !dishes.some((dish) => dish.parts.includes(part)));
  if (empty.length > 0) {
    return { outcome: 'impossible', sentences: empty.map((part) => emptyPartSentence(part, profile, foods)) };
  }
  const choices = choicesByDish(
    { isMany: sittings.length > MANY_MEALS, scale: scaleFor(sittings, profile.aim.kcal) },
    foods,
  );
  const fitted = new Map<string, FittedMenu>();
  const portion = (menu: Menu): FittedMenu => {
    const key = menu.map(({ id }) => id).join(' ');
    const found = fitted.get(key) ?? fitMenu(menu, profile, choices);
    fitted.set(key, found);
    return found;
  };
  const ordered = orderDishes(dishes, profile.seed);
  return { outcome: 'open', kitchen: { profile, prefix, foods, sittings, dishes: ordered, choices, portion, leftOut } };
}

/** The dishes of each day by the rules. With batch cooking, days in a row share a menu. */
export function planMenus({ profile, sittings, dishes, portion }: Kitchen): Menu[] {
  const used = new Map<string, number>();
  const menus: Menu[] = [];
  for (let day = 0; day < profile.days; day += 1) {
    const { batch } = profile.constraints;
    const last = menus.at(-1);
    if (batch && last && batchOf(day, profile.days) === batchOf(day - 1, profile.days)) {
      menus.push(last);
      continue;
    }
    let best: { menu: Menu; cost: number } | null = null;
    for (let skip = 0; skip < TRIES; skip += 1) {
      const menu = menuFor(sittings, dishes, used, skip);
      const { cost, fits } = portion(menu);
      if (!best || cost < best.cost) best = { menu, cost };
      if (fits) break;
    }
    const menu = best?.menu ?? [];
    for (const { id } of menu) used.set(id, (used.get(id) ?? 0) + 1);
    menus.push(menu);
  }
  return menus;
}

/** Cooks menus: portions by the exact search, another option for each meal, and the reasons. */
export function cookMenus(menus: readonly Menu[], kitchen: Kitchen): GeneratedMeals {
  const { profile, foods, portion, leftOut } = kitchen;
  const fitted = menus.map(portion);
  const days = fitted.map((menu, index) => dayOf(index, menu, kitchen));
  const sentences = days.map((day, index) => ({
    dayKey: day.key,
    name: day.name,
    sentence: fitted[index]?.sentence ?? '',
    fits: fitted[index]?.fits ?? false,
    totals: totalsOfDay(day, foods),
  }));
  const different = new Set(menus.flat()).size;
  const batch = profile.constraints.batch ? ' Days in a row share dishes, so that you cook once for several days.' : '';
  return {
    plan: {
      name: `Meal plan, ${countLabel(kitchen.sittings.length, 'meal')} a day`,
      notes: '',
      aim: profile.aim,
      constraints: { ...NO_CONSTRAINTS, ...profile.constraints, mealsPerDay: kitchen.sittings.length },
      days,
    },
    menus: [...menus],
    sentences,
    variety: `${different} different ${different === 1 ? 'dish' : 'dishes'} in ${countLabel(days.length, 'day')}.${batch}`,
    leftOut,
  };
}

/** The reasons not to use a plan: the closest day, and each broken guardrail. Empty for a plan that holds. */
export function impossibleSentences(
  { plan, sentences }: GeneratedMeals,
  profile: MealLimits,
  foods: FoodsById,
): string[] {
  const broken = checkMealDraft(plan, profile, foods).filter(({ hard }) => hard);
  if (broken.length === 0) return [];
  const closest = sentences.find(({ fits }) => !fits)?.sentence;
  return [...(closest ? [closest] : []), ...broken.map(({ text }) => text)].slice(0, MOST_SENTENCES);
}

/**
 * Generates a meal plan by rules. The same profile gives the same plan. Where a guardrail cannot be kept, there is no
 * plan but the sentences about the closest day.
 */
export function generateMeals(profile: MealProfile, source: { foods: FoodsById; prefix: string }): MealGeneration {
  const opened = openKitchen(profile, source);
  if (opened.outcome === 'impossible') return opened;
  const made = cookMenus(planMenus(opened.kitchen), opened.kitchen);
  const sentences = impossibleSentences(made, profile, source.foods);
  return sentences.length > 0 ? { outcome: 'impossible', sentences } : { outcome: 'made', made };
}
