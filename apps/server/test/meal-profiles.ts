import { DIETS } from '@stridewell/contract/foods/foods.rules';
import { readAllergies } from '@stridewell/contract/meals/meals.allergies.rules';
import { BUDGETS, MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { NO_CONSTRAINTS } from '@stridewell/contract/meals/meals.plan.rules';
import type { PlanFood } from '@stridewell/contract/meals/meals.totals.rules';
import { withEveryTopic } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { GOAL_KINDS } from '@stridewell/contract/targets/targets.rules';
import fc from 'fast-check';
import { BUILT_IN_FOODS } from '../src/features/foods/foods.built-in.service.ts';
import type { MealClientFacts } from '../src/features/planner/planner.eligibility.rules.ts';
import type { MealProfile } from '../src/features/planner/planner.meals.rules.ts';
import { calculateTarget } from '../src/features/targets/targets.rules.ts';
import { type NutritionHealth, nutritionHealth } from '../src/features/targets/targets.screening.rules.ts';

/** The built-in foods as a plan reads them. */
export const MEAL_FOODS: ReadonlyMap<string, PlanFood> = new Map(
  BUILT_IN_FOODS.map(({ id, food }): [string, PlanFood] => [id, { ...food, id, recipe: null }]),
);

/** A profile without limits beside its target. */
export const aMealProfile = (changes: Partial<MealProfile> = {}): MealProfile => ({
  aim: { kcal: 2000, protein: 120, carbohydrate: 220, fat: 70 },
  days: 7,
  constraints: NO_CONSTRAINTS,
  allergies: { known: [], others: [] },
  dislikes: [],
  leastKcal: 1500,
  fibre: 28,
  basis: null,
  seed: 1,
  ...changes,
});

const TODAY = '2026-11-27';
const HEALTHY: NutritionHealth = nutritionHealth(withEveryTopic({}), { texts: [], scoff: 0 });

/** Answers of the red-flag set. Each refers a client who wants to lose weight. */
const RED_FLAGS: readonly Partial<NutritionHealth>[] = [
  { pregnancy: 'open' },
  { pregnancy: 'cleared' },
  { eating: 'open' },
  { eating: 'cleared' },
  { insulin: 'open' },
  { weightLoss: 'open' },
  { chestPain: 'open' },
  { fainting: 'open' },
  { alarming: true },
  { scoff: 3 },
];

const ALLERGY_NAMES = [
  'Peanuts',
  'Tree nuts',
  'Milk',
  'Eggs',
  'Fish',
  'Shellfish',
  'Soy',
  'Wheat',
  'Sesame',
  'Gluten-free',
  'Lactose-free',
];

const bodies = fc.record({
  birthYear: fc.integer({ min: 1950, max: 2005 }),
  gender: fc.constantFrom('female' as const, 'male' as const, 'non_binary' as const, null),
  heightCm: fc.integer({ min: 150, max: 198 }),
  bmi: fc.double({ min: 20, max: 36, noNaN: true }),
  bodyFatPercent: fc.constantFrom(null, 18, 28),
  goal: fc.constantFrom(...GOAL_KINDS),
  flag: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...RED_FLAGS) }),
  diet: fc.constantFrom(null, null, ...DIETS.slice(0, 3)),
  allergies: fc.subarray(ALLERGY_NAMES, { maxLength: 2 }),
  mealsPerDay: fc.constantFrom(null, 2, 3, 4, 5, 6),
  cookingMinutes: fc.constantFrom(null, null, 15, 30, 45),
  budget: fc.constantFrom(null, ...BUDGETS),
  batch: fc.boolean(),
  days: fc.constantFrom(1, 3, 7, 7),
  dislikes: fc.subarray(['mushrooms', 'tuna', 'spinach', 'lentils'], { maxLength: 2 }),
});
type Body = typeof bodies extends fc.Arbitrary<infer Value> ? Value : never;

/** A client of the planner. `isRedFlag`: has to be referred. */
export type MealClient = { person: MealClientFacts; profile: MealProfile; isRedFlag: boolean };

function toClient(body: Body, seed: number): MealClient {
  const { birthYear, gender, heightCm, bodyFatPercent, flag, diet, allergies, days, dislikes } = body;
  // A red flag that concerns energy only counts in a deficit.
  const goal = flag ? 'lose' : body.goal;
  const weightKg = Math.round(body.bmi * (heightCm / 100) ** 2);
  const facts = {
    person: { dateOfBirth: `${birthYear}-05-01`, gender, heightCm, weightKg, bodyFatPercent, goalWeightKg: null },
    health: HEALTHY,
    loggedExpenditure: null,
    units: 'metric' as const,
    today: TODAY,
  };
  const target = calculateTarget({ ...facts, activity: 'light', goal: { kind: goal, weeklyPercent: null } });
  if (!target.target) throw new Error(`no target: ${JSON.stringify(target.blocks)}`);
  const { kcal, protein, carbohydrate, fat, fibre } = target.target;
  const { mealsPerDay, cookingMinutes, budget, batch } = body;
  return {
    person: { facts: { ...facts, health: { ...HEALTHY, ...flag } }, activity: 'light', override: false },
    profile: aMealProfile({
      aim: { kcal: Math.min(kcal, MEAL_BOUNDS.mostKcal), protein, carbohydrate, fat },
      days,
      constraints: { ...NO_CONSTRAINTS, diet, mealsPerDay, cookingMinutes, budget, batch },
      allergies: readAllergies(allergies),
      dislikes,
      fibre,
      seed,
    }),
    isRedFlag: flag !== null,
  };
}

/** Synthetic clients, the same in each run. */
export const mealClients = (count: number): MealClient[] =>
  fc.sample(bodies, { numRuns: count, seed: 31 }).map(toClient);
