import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { modelCalls } from '../../core/models/models.table.ts';
import { approveMeals, followsDraftedMealPlan } from './planner.meals.service.ts';
import { plannerProcedures } from './planner.procedures.ts';
import { approveChange, approveTemplate } from './planner.service.ts';
import { startHandlers } from './planner.start.service.ts';
import { mealDrafts, modelConsents, plannerDrafts } from './planner.table.ts';

/** Drafted programs in copies of people's data. */
const plannerExports = [
  exportOfTenant(plannerDrafts, {
    file: 'planner-drafts',
    about: 'Programs that the planner drafted, and how they came about.',
    page: 5,
    coach: { but: ['promptHash'] },
    client: 'A draft belongs to the coach until it is assigned.',
  }),
  exportOfTenant(mealDrafts, {
    file: 'meal-drafts',
    about: 'Meal plans that the planner drafted, and how they came about.',
    page: 5,
    coach: { but: ['promptHash'] },
    client: 'A draft belongs to the coach until it is assigned.',
  }),
  exportOfTenant(modelConsents, {
    file: 'model-consents',
    about: 'Answers on whether a language model may help with plans, each with its time and wording.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
  exportOfTenant(modelCalls, {
    file: 'model-calls',
    about: 'Calls to language models and their cost.',
    csv: true,
    coach: { but: [] },
    client: 'The costs of a coach are for the coach alone.',
  }),
];

export const planner = defineFeature({
  name: 'planner',
  exports: plannerExports,
  procedures: { planner: plannerProcedures },
  plans: { followsDrafted: followsDraftedMealPlan },
  events: {
    handles: {
      ...startHandlers,
      'program.changed': { inTransaction: approveChange },
      'program.assigned': { inTransaction: approveTemplate },
      'meal_plan.assigned': { inTransaction: approveMeals },
    },
  },
});
