import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { mealPlanLine } from './meals.data.ts';
import { registerMeals } from './meals.http.ts';
import { mealsProcedures } from './meals.procedures.ts';
import { followsMealPlan } from './meals.service.ts';
import { mealPlans, mealPlanVersions } from './meals.table.ts';

/** How many plans are read at once. One can have hundreds of kilobytes. */
const page = 20;

const mealExports = [
  exportOfTenant(mealPlans, {
    file: 'meal-plans',
    hasNumbers: true,
    about: 'Meal plans: templates of a coach, and the plans of clients.',
    page,
    coach: { but: ['template'] },
    client: { only: ['id', 'name', 'content', 'version', 'startDay', 'endDay', 'createdAt'] },
  }),
  exportOfTenant(mealPlanVersions, {
    file: 'meal-plan-versions',
    about: 'Earlier versions of meal plans.',
    page,
    coach: { but: [] },
    client: 'Earlier versions are the work of the coach. The plans that clients have are in meal-plans.',
  }),
];

export const meals = defineFeature({
  name: 'meals',
  exports: mealExports,
  procedures: { meals: mealsProcedures },
  http: registerMeals,
  plans: { follows: followsMealPlan },
  timeline: { 'meal_plan.assigned': mealPlanLine },
});
