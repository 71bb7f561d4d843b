import { createRequire } from 'node:module';
import type { Highs } from 'highs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../fuzz/random.ts';
import {
  choosePortions,
  type DayGoal,
  type DayLimits,
  LIMIT_WEIGHT,
  type MealSlot,
  NUTRIENT_WEIGHTS,
  PORTION_NUTRIENTS,
  type PortionNutrients,
  portionChoices,
  STRAIN_WEIGHT,
  usualLimits,
} from './meals.portions.rules.ts';

/** Its types describe a module that cannot be called when it is imported. */
const loadHighs: () => Promise<Highs> = createRequire(import.meta.url)('highs');

const foodOf = (protein: number, fat: number, carbohydrate: number, fibre = 0): PortionNutrients => ({
  kcal: 4 * protein + 9 * fat + 4 * carbohydrate,
  protein,
  fat,
  carbohydrate,
  fibre,
});
const STEPS = { from: 0.5, to: 2, step: 0.25 };
const mealOf = (name: string, usual: PortionNutrients, steps = STEPS): MealSlot => ({
  name,
  choices: portionChoices(usual, steps),
});
const goalOf = (kcal: number, protein: number, fat: number): DayGoal => ({
  kcal,
  protein,
  fat,
  carbohydrate: (kcal - 4 * protein - 9 * fat) / 4,
  fibre: null,
});

/** A random day around a target, which some of the days cannot reach. */
function randomDay(seed: number, meals: number): { slots: MealSlot[]; goal: DayGoal; limits: DayLimits } {
  const random = new Random(seed, 77);
  const kcal = 1500 + 50 * random.below(31);
  const protein = (kcal * (0.2 + 0.15 * random.next())) / 4;
  const goal = goalOf(Math.round(kcal / 10) * 10, Math.round(protein), Math.round((0.28 * kcal) / 9));
  const slots = Array.from({ length: meals }, (_, index) => {
    const energy = (kcal / meals) * (0.6 + 0.8 * random.next());
    const proteinShare = 0.12 + 0.25 * random.next();
    const fatShare = 0.15 + 0.3 * random.next();
    const usual = foodOf(
      Math.round((energy * proteinShare) / 4),
      Math.round((energy * fatShare) / 9),
      Math.round((energy * (1 - proteinShare - fatShare)) / 4),
      random.below(10),
    );
    return mealOf(`Meal ${index + 1}`, usual, random.chance(0.3) ? { from: 0.5, to: 2, step: 0.5 } : STEPS);
  });
  return { slots, goal, limits: usualLimits({ kcal: goal.kcal, protein: goal.protein ?? 0 }) };
}

/** The same day as a mixed-integer program in the LP format, with every nutrient as a share of its goal or limit. */
function programOf({ slots, goal, limits }: ReturnType<typeof randomDay>): string {
  const names = slots.flatMap(({ choices }, slot) =>
    choices.map((choice, index) => ({ name: `x${slot}_${index}`, choice })),
  );
  const objective = names.map(({ name, choice }) => `${STRAIN_WEIGHT * Math.abs(choice.amount - 1)} ${name}`);
  const rows: string[] = slots.map(
    ({ choices }, slot) => `${choices.map((_, index) => `x${slot}_${index}`).join(' + ')} = 1`,
  );
  for (const nutrient of PORTION_NUTRIENTS) {
    const sumOver = (unit: number, sign: string) =>
      names.map(({ name, choice }) => `${sign} ${choice.nutrients[nutrient] / unit} ${name}`).join(' ');
    const wanted = goal[nutrient];
    if (wanted !== null) {
      objective.push(`${NUTRIENT_WEIGHTS[nutrient]} d_${nutrient}`);
      rows.push(`d_${nutrient} ${sumOver(wanted, '+')} >= 1`, `d_${nutrient} ${sumOver(wanted, '-')} >= -1`);
    }
    const { min = 0, max = Number.POSITIVE_INFINITY } = limits[nutrient] ?? {};
    if (min > 0) {
      objective.push(`${LIMIT_WEIGHT} low_${nutrient}`);
      rows.push(`low_${nutrient} ${sumOver(min, '+')} >= 1`);
    }
    if (Number.isFinite(max)) {
      objective.push(`${LIMIT_WEIGHT} high_${nutrient}`);
      rows.push(`high_${nutrient} ${sumOver(max, '-')} >= -1`);
    }
  }
  return [
    'Minimize',
    ` obj: ${objective.join(' + ')}`,
    'Subject To',
    ...rows.map((row, index) => ` c${index}: ${row}`),
    'Binary',
    ` ${names.map(({ name }) => name).join(' ')}`,
    'End',
  ].join('\n');
}

describe('the portions of 50 random days', () => {
  // Few days have five meals, because HiGHS takes much longer with each meal.
  const days = Array.from({ length: 50 }, (_, seed) => randomDay(seed, seed % 10 === 0 ? 5 : 3 + (seed % 2)));

  it('are the optimum that HiGHS finds', async () => {
    const highs = await loadHighs();
    for (const [index, day] of days.entries()) {
      const found = choosePortions(day.slots, day.goal, day.limits);
      const { Status, ObjectiveValue } = highs.solve(programOf(day), { mip_rel_gap: 0, mip_abs_gap: 0 });
      expect(Status, `day ${index}`).toBe('Optimal');
      expect(Math.abs(found.cost - ObjectiveValue), `day ${index}`).toBeLessThan(1e-5 * (1 + found.cost));
    }
  });

  // A comparison takes about 14 ns, so a day stays far below 57 ms.
  it('take at most 60,000 comparisons, even with six meals', () => {
    const large = days.map((_, seed) => randomDay(seed, 6));
    const nodes = [...days, ...large].map(({ slots, goal, limits }) => choosePortions(slots, goal, limits).nodes);
    expect(Math.max(...nodes)).toBeLessThanOrEqual(60_000);
  });

  it('fit for most days, and not for all', () => {
    const results = days.map(({ slots, goal, limits }) => choosePortions(slots, goal, limits));
    const fitting = results.filter(({ concessions }) => concessions.length === 0);
    expect(fitting.length).toBeGreaterThan(25);
    expect(fitting.length).toBeLessThan(50);
  });

  it('keep the limits that they claim to keep', () => {
    for (const { slots, goal, limits } of days) {
      const { concessions, totals, portions } = choosePortions(slots, goal, limits);
      expect(portions).toHaveLength(slots.length);
      for (const nutrient of PORTION_NUTRIENTS) {
        const range = limits[nutrient];
        if (!range || concessions.some((one) => one.nutrient === nutrient)) continue;
        expect(totals[nutrient]).toBeGreaterThanOrEqual(range.min - 1e-6);
        expect(totals[nutrient]).toBeLessThanOrEqual(range.max + 1e-6);
      }
    }
  });
});

describe('a day', () => {
  const oats = mealOf('Breakfast', foodOf(20, 10, 60));
  const bowl = mealOf('Lunch', foodOf(40, 20, 60));
  const curry = mealOf('Dinner', foodOf(40, 25, 70));

  it('keeps usual portions that hit the goal', () => {
    const goal = goalOf(1655, 100, 55);
    const { portions, cost, sentence } = choosePortions(
      [oats, bowl, curry],
      goal,
      usualLimits({ kcal: 1655, protein: 100 }),
    );
    expect(portions.map(({ amount }) => amount)).toEqual([1, 1, 1]);
    expect(cost).toBeCloseTo(0, 9);
    expect(sentence).toBe('The portions make 1,660 kcal with 100 g of protein.');
  });

  it('leaves fixed meals as they are', () => {
    const fixed = mealOf('Breakfast', foodOf(20, 10, 60), { from: 1, to: 1, step: 1 });
    const goal = goalOf(2277.5, 140, 77.5);
    const { portions } = choosePortions([fixed, bowl, curry], goal, usualLimits({ kcal: 2277.5, protein: 140 }));
    expect(portions.map(({ amount }) => amount)).toEqual([1, 1.5, 1.5]);
  });

  it('names the limit that nothing keeps, with the concession', () => {
    const goal = { kcal: 600, protein: null, fat: null, carbohydrate: null, fibre: null };
    const limits = { kcal: { min: 570, max: 630 }, protein: { min: 60, max: 80 } };
    const { concessions, portions, sentence } = choosePortions([oats], goal, limits);
    expect(portions.map(({ amount }) => amount)).toEqual([1.5]);
    expect(concessions).toEqual([{ nutrient: 'protein', limit: 'min', bound: 60, value: 30, by: 30 }]);
    expect(sentence).toBe(
      'No portions of these meals fit. The closest day makes 620 kcal with 30 g of protein: protein is 30 g below the least, 60 g. Accept that, or change a meal.',
    );
  });

  it('needs the smallest concession of all choices', () => {
    const limits = usualLimits({ kcal: 1655, protein: 140 });
    const { concessions } = choosePortions([oats, bowl, curry], goalOf(1655, 140, 45), limits);
    const shareOf = (value: number, { min, max }: { min: number; max: number }) =>
      Math.max(0, 1 - value / min) + Math.max(0, value / max - 1);
    const all = oats.choices.flatMap((one) =>
      bowl.choices.flatMap((two) => curry.choices.map((three) => [one, two, three])),
    );
    const shares = all.map((day) =>
      PORTION_NUTRIENTS.reduce((sum, nutrient) => {
        const range = limits[nutrient];
        const value = day.reduce((total, { nutrients }) => total + nutrients[nutrient], 0);
        return range ? sum + shareOf(value, range) : sum;
      }, 0),
    );
    const found = concessions.reduce((sum, { by, bound }) => sum + by / bound, 0);
    expect(found).toBeGreaterThan(0);
    // A smaller difference from the goal may outweigh a thousandth of a limit.
    expect(found - Math.min(...shares)).toBeLessThan(0.01);
  });

  it('refuses what has no answer', () => {
    const goal = goalOf(1655, 100, 55);
    expect(() => choosePortions([oats, { name: 'Lunch', choices: [] }], goal, {})).toThrow(/Lunch has no portion/);
    expect(() => choosePortions([oats], goal, { kcal: { min: 1700, max: 1800 } })).toThrow(RangeError);
    const many = Array.from({ length: 14 }, () => bowl);
    expect(() => choosePortions(many, goal, {})).toThrow(/more than 100000/);
    expect(() => portionChoices(foodOf(1, 1, 1), { from: 1, to: 2, step: 0 })).toThrow(RangeError);
  });
});
