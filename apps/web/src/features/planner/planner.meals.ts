import { NO_CONSTRAINTS, type PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import type { MealGenerationInput } from '@stridewell/contract/planner/planner.meals';
import type { MealRecord } from './planner.queries.ts';

/** Values of the form. A null energy marks an open question. */
export type MealAnswers = Omit<MealGenerationInput, 'aim'> & { aim: Omit<PlanAim, 'kcal'> & { kcal: number | null } };

const NO_AIM = { kcal: null, protein: null, carbohydrate: null, fat: null };

/** A meal plan for the library. */
export const USUAL_MEAL_ANSWERS: MealAnswers = {
  aim: { kcal: 2000, protein: null, carbohydrate: null, fat: null },
  constraints: { ...NO_CONSTRAINTS, mealsPerDay: 4 },
  days: 7,
  dislikes: [],
  seed: 1,
};

/** Answers from the client's target and record. */
export const mealAnswersOf = ({ target, diet, dislikes }: MealRecord): MealAnswers => ({
  ...USUAL_MEAL_ANSWERS,
  aim: target ?? NO_AIM,
  constraints: { ...USUAL_MEAL_ANSWERS.constraints, diet },
  dislikes,
});

/** The answers as they are sent; null while the energy is open. */
export function mealProfileOf({ aim, ...answers }: MealAnswers): MealGenerationInput | null {
  const { kcal } = aim;
  return kcal === null ? null : { ...answers, aim: { ...aim, kcal } };
}
