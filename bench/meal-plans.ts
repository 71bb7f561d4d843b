import { NO_CONSTRAINTS } from '@stridewell/contract/meals/meals.plan.rules';
import { generateMeals } from '../apps/server/src/features/planner/planner.meals.rules.ts';
import { aMealProfile, MEAL_FOODS } from '../apps/server/test/meal-profiles.ts';
import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import { median } from './statistics.ts';

/** Milliseconds for a day and for a week [R, science C]. */
const LIMIT_MS = { day: 57, week: 150 } as const;
const RUNS = 30;
/** Runs before the code is compiled. */
const WARM_UP = 10;

function measureOnce(days: number, mealsPerDay: number, seed: number): number {
  const profile = aMealProfile({ days, seed, constraints: { ...NO_CONSTRAINTS, mealsPerDay } });
  const start = performance.now();
  generateMeals(profile, { foods: MEAL_FOODS, prefix: 'bench1' });
  return performance.now() - start;
}

function medianTime(days: number, mealsPerDay: number): number {
  for (let seed = 0; seed < WARM_UP; seed += 1) measureOnce(days, mealsPerDay, seed);
  return median(Array.from({ length: RUNS }, (_, seed) => measureOnce(days, mealsPerDay, seed)));
}

/** A meal plan by the rules, with its guardrails. */
export const mealPlans: Benchmark = {
  figures: ['meal-plan-day', 'meal-plan-week', 'meal-plan-week-largest'],
  async *measure() {
    yield figure('meal-plan-day', medianTime(1, 4), 'ms', LIMIT_MS.day, 'a day of 4 meals');
    yield figure('meal-plan-week', medianTime(7, 4), 'ms', LIMIT_MS.week, 'a week of 4 meals a day');
    yield figure('meal-plan-week-largest', medianTime(7, 6), 'ms', LIMIT_MS.week, 'a week of 6 meals a day');
  },
};
