import { KCAL_PER_GRAM, LEAST_FAT_SHARE } from '../targets/targets.macros.rules.ts';
import { gramsText, kcalText } from '../targets/targets.wording.rules.ts';

/** Nutrients that portions are chosen by: energy in kcal, the others in grams. */
export const PORTION_NUTRIENTS = ['kcal', 'protein', 'fat', 'carbohydrate', 'fibre'] as const;
export type PortionNutrient = (typeof PORTION_NUTRIENTS)[number];
export type PortionNutrients = Record<PortionNutrient, number>;

/** A portion that a meal may have. `amount` 1 is the usual portion. */
export type PortionChoice = { amount: number; nutrients: PortionNutrients };
/** A meal of the day. One with a single choice is fixed. */
export type MealSlot = { name: string; choices: readonly PortionChoice[] };

/** Amounts that the day should come close to. Null for a nutrient that does not matter. */
export type DayGoal = Record<PortionNutrient, number | null> & { kcal: number };
type Range = { min: number; max: number };
/** Where a nutrient of the day has to lie. */
export type DayLimits = Partial<Record<PortionNutrient, Range>>;

/** How much a relative difference of each nutrient counts [K]. */
export const NUTRIENT_WEIGHTS: PortionNutrients = { kcal: 4, protein: 2, fat: 1, carbohydrate: 1, fibre: 0.5 };
/** How much a relative change of a portion counts, so that of two equal days the one closer to usual portions wins [K]. */
export const STRAIN_WEIGHT = 0.05;
/** A broken limit counts more than any difference. */
export const LIMIT_WEIGHT = 1000;
/** Most combinations of half of the meals. More would take seconds. */
const MOST_COMBINATIONS = 100_000;

/** Usual limits of a day: energy within 5 % [science D 4], protein within 10 % [D 5], and the hard floor of fat. */
export const usualLimits = ({ kcal, protein }: { kcal: number; protein: number }): DayLimits => ({
  kcal: { min: 0.95 * kcal, max: 1.05 * kcal },
  protein: { min: 0.9 * protein, max: 1.1 * protein },
  fat: { min: (LEAST_FAT_SHARE * 1.05 * kcal) / KCAL_PER_GRAM.fat, max: Number.POSITIVE_INFINITY },
});

/**
 * The portions of a recipe or food in household steps, such as halves from 0.5 to 2.
 * @param usual nutrients of the usual portion
 * @throws RangeError for a step that is not above 0
 */
export function portionChoices(
  usual: PortionNutrients,
  { from, to, step }: Record<'from' | 'to' | 'step', number>,
): PortionChoice[] {
  if (step <= 0) throw new RangeError(`A step of ${step} makes no portions.`);
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const amount = Number((from + index * step).toFixed(4));
    const entries = PORTION_NUTRIENTS.map((nutrient) => [nutrient, usual[nutrient] * amount]);
    return { amount, nutrients: Object.fromEntries(entries) as PortionNutrients };
  });
}

/** A limit that no choice of portions keeps, with the smallest concession `by`. */
export type Concession = { nutrient: PortionNutrient; limit: 'min' | 'max'; bound: number; value: number; by: number };

export type PortionResult = {
  /** The choice of each meal, in their order. */
  portions: PortionChoice[];
  totals: PortionNutrients;
  /** Weighted differences from the goal; 0 is a perfect day with usual portions. Broken limits come on top. */
  cost: number;
  /** Pairs of half days that were compared. */
  nodes: number;
  /** Empty when all limits hold. */
  concessions: Concession[];
  sentence: string;
};

const WIDTH = PORTION_NUTRIENTS.length;

/** All combinations of some meals: sums of nutrients, strain, and the index of the choice of each meal. */
type Half = { count: number; sums: Float64Array; strain: Float64Array; picks: number[][] };

function combine(slots: readonly MealSlot[]): Half {
  let picks: number[][] = [[]];
  for (const { choices } of slots) picks = picks.flatMap((pick) => choices.map((_, index) => [...pick, index]));
  const sums = new Float64Array(picks.length * WIDTH);
  const strain = new Float64Array(picks.length);
  for (const [row, pick] of picks.entries()) {
    for (const [slot, index] of pick.entries()) {
      const choice = slots[slot]?.choices[index];
      if (!choice) continue;
      strain[row] = (strain[row] ?? 0) + STRAIN_WEIGHT * Math.abs(choice.amount - 1);
      for (const [column, nutrient] of PORTION_NUTRIENTS.entries()) {
        const at = row * WIDTH + column;
        sums[at] = (sums[at] ?? 0) + choice.nutrients[nutrient];
      }
    }
  }
  return { count: picks.length, sums, strain, picks };
}

/** Combinations in the order of their energy. */
function sortByEnergy({ count, sums, strain, picks }: Half): Half {
  const order = Array.from({ length: count }, (_, row) => row);
  order.sort((one, other) => (sums[one * WIDTH] ?? 0) - (sums[other * WIDTH] ?? 0) || one - other);
  const sorted = new Float64Array(sums.length);
  for (const [row, from] of order.entries()) sorted.set(sums.subarray(from * WIDTH, (from + 1) * WIDTH), row * WIDTH);
  return {
    count,
    sums: sorted,
    strain: Float64Array.from(order, (row) => strain[row] ?? 0),
    picks: order.map((row) => picks[row] ?? []),
  };
}

type Term = { weight: number; goal: number | null; min: number; max: number };

const termsOf = (goal: DayGoal, limits: DayLimits): Term[] =>
  PORTION_NUTRIENTS.map((nutrient) => ({
    weight: NUTRIENT_WEIGHTS[nutrient],
    goal: goal[nutrient],
    min: limits[nutrient]?.min ?? 0,
    max: limits[nutrient]?.max ?? Number.POSITIVE_INFINITY,
  }));

function costOf({ weight, goal, min, max }: Term, value: number): number {
  const difference = goal === null ? 0 : (weight * Math.abs(value - goal)) / goal;
  if (value < min) return difference + (LIMIT_WEIGHT * (min - value)) / min;
  return value > max ? difference + (LIMIT_WEIGHT * (value - max)) / max : difference;
}

/** The first row of `half` with at least this energy. */
function firstFrom({ count, sums }: Half, kcal: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle * WIDTH] ?? 0) < kcal) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Best = { cost: number; left: number; right: number; nodes: number };

/**
 * Meet in the middle [R, science C]: for each combination of the first meals, tries those of the others from the best
 * energy outward, as long as energy alone may beat the best day so far. Finds the optimum.
 */
function search(left: Half, right: Half, terms: readonly Term[]): Best {
  const [energy] = terms;
  const best: Best = { cost: Number.POSITIVE_INFINITY, left: 0, right: 0, nodes: 0 };
  if (!energy?.goal) return best;
  const { goal } = energy;
  const tryPair = (row: number, other: number): boolean => {
    const kcal = (left.sums[row * WIDTH] ?? 0) + (right.sums[other * WIDTH] ?? 0);
    let cost = (left.strain[row] ?? 0) + costOf(energy, kcal);
    if (cost >= best.cost) return false;
    best.nodes += 1;
    cost += right.strain[other] ?? 0;
    for (let column = 1; column < WIDTH && cost < best.cost; column += 1) {
      const term = terms[column];
      const value = (left.sums[row * WIDTH + column] ?? 0) + (right.sums[other * WIDTH + column] ?? 0);
      if (term) cost += costOf(term, value);
    }
    if (cost < best.cost) [best.cost, best.left, best.right] = [cost, row, other];
    return true;
  };
  for (let row = 0; row < left.count; row += 1) {
    const from = firstFrom(right, goal - (left.sums[row * WIDTH] ?? 0));
    for (let other = from; other < right.count && tryPair(row, other); other += 1);
    for (let other = from - 1; other >= 0 && tryPair(row, other); other -= 1);
  }
  return best;
}

/** Splits the meals so that both halves have about as many combinations. Keeps the order. */
function splitAt(slots: readonly MealSlot[]): number {
  const size = (some: readonly MealSlot[]) => some.reduce((product, { choices }) => product * choices.length, 1);
  const larger = (at: number) => Math.max(size(slots.slice(0, at)), size(slots.slice(at)));
  let best = 0;
  for (let at = 1; at <= slots.length; at += 1) if (larger(at) < larger(best)) best = at;
  if (larger(best) > MOST_COMBINATIONS) {
    throw new RangeError(`${larger(best)} combinations of half a day are more than ${MOST_COMBINATIONS}.`);
  }
  return best;
}

function concessionsOf(totals: PortionNutrients, limits: DayLimits): Concession[] {
  return PORTION_NUTRIENTS.flatMap((nutrient): Concession[] => {
    const range = limits[nutrient];
    const value = totals[nutrient];
    // Sums of decimals may miss a limit by less than anything that can be weighed.
    if (range && value < range.min - 1e-9) {
      return [{ nutrient, limit: 'min', bound: range.min, value, by: range.min - value }];
    }
    if (range && value > range.max + 1e-9) {
      return [{ nutrient, limit: 'max', bound: range.max, value, by: value - range.max }];
    }
    return [];
  });
}

const LABELS: Record<PortionNutrient, string> = {
  kcal: 'energy',
  protein: 'protein',
  fat: 'fat',
  carbohydrate: 'carbohydrate',
  fibre: 'fiber',
};

const amountText = (nutrient: PortionNutrient, value: number): string =>
  nutrient === 'kcal' ? kcalText(value) : gramsText(value);

function sentenceOf(totals: PortionNutrients, concessions: readonly Concession[]): string {
  const totalText = `${kcalText(totals.kcal)} with ${gramsText(totals.protein)} of protein`;
  if (concessions.length === 0) return `The portions make ${totalText}.`;
  const parts = concessions.map(({ nutrient, limit, bound, by }) => {
    const direction = limit === 'min' ? 'below the least' : 'above the most';
    return `${LABELS[nutrient]} is ${amountText(nutrient, by)} ${direction}, ${amountText(nutrient, bound)}`;
  });
  const list = new Intl.ListFormat('en-US').format(parts);
  return `No portions of these meals fit. The closest day makes ${totalText}: ${list}. Accept that, or change a meal.`;
}

/**
 * Chooses the portion of each meal so that the day comes closest to its goal within the limits. Exact. Where no choice
 * keeps all limits, it breaks them by the smallest total share, and names each one with the concession it needs.
 * @param slots meals with at least one choice each
 * @throws RangeError for a meal without a choice, an energy goal outside its limits, or too many combinations
 */
export function choosePortions(slots: readonly MealSlot[], goal: DayGoal, limits: DayLimits): PortionResult {
  const empty = slots.find(({ choices }) => choices.length === 0);
  if (empty) throw new RangeError(`${empty.name} has no portion to choose from.`);
  const range = limits.kcal;
  if (goal.kcal <= 0 || (range && (goal.kcal < range.min || goal.kcal > range.max))) {
    throw new RangeError(`An energy goal of ${goal.kcal} kcal is outside its limits.`);
  }
  const at = splitAt(slots);
  const left = combine(slots.slice(0, at));
  const right = sortByEnergy(combine(slots.slice(at)));
  const best = search(left, right, termsOf(goal, limits));
  const picks = [...(left.picks[best.left] ?? []), ...(right.picks[best.right] ?? [])];
  const portions = slots.flatMap(({ choices }, slot) => choices[picks[slot] ?? 0] ?? []);
  const sums = PORTION_NUTRIENTS.map((nutrient) => [
    nutrient,
    portions.reduce((sum, { nutrients }) => sum + nutrients[nutrient], 0),
  ]);
  const totals = Object.fromEntries(sums) as PortionNutrients;
  const concessions = concessionsOf(totals, limits);
  return {
    portions,
    totals,
    cost: best.cost,
    nodes: best.nodes,
    concessions,
    sentence: sentenceOf(totals, concessions),
  };
}
