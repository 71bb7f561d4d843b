import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, line } from '../fields.ts';
import { mealConstraints, mealPlan, planAim } from '../meals/meals.plan.ts';
import { planFood } from '../meals/meals.ts';
import { whole } from '../programs/programs.workout.rules.ts';
import { provenance, screening } from './planner.drafts.ts';
import { GENERATION_BOUNDS, MEAL_GENERATION, MEAL_STEPS } from './planner.rules.ts';

/** Input of a generated meal plan. The same input gives the same plan; another seed asks for another version. */
export const mealGenerationInput = z.object({
  /** Energy and macros of each day. The client's own target is used when the coach leaves it as it is. */
  aim: planAim,
  constraints: mealConstraints.extend({
    mealsPerDay: whole(MEAL_GENERATION.meals.min, MEAL_GENERATION.meals.max),
  }),
  days: whole(MEAL_GENERATION.days.min, MEAL_GENERATION.days.max),
  dislikes: z.array(line(MEAL_GENERATION.dislike)).max(MEAL_GENERATION.dislikes),
  seed: whole(0, GENERATION_BOUNDS.seed),
});
export type MealGenerationInput = z.infer<typeof mealGenerationInput>;

/** Why a meal plan is as it is, in sentences. */
export const mealReasons = z.object({
  target: z.string(),
  variety: z.string(),
  days: z.array(z.object({ name: z.string(), sentence: z.string(), fits: z.boolean() })),
  leftOut: z.array(z.string()),
  /** Rules that warn: protein or fiber off the target, repeated dishes. */
  warnings: z.array(z.string()),
});
export type MealReasons = z.infer<typeof mealReasons>;

export const mealDraft = z.object({
  id,
  clientId: id.nullable(),
  plan: mealPlan,
  foods: z.array(planFood),
  reasons: mealReasons,
  provenance,
});
export type MealDraft = z.infer<typeof mealDraft>;

/** One line of a draft in the making. The last one is `ready`, `blocked` or `impossible`. */
export const mealDraftEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), step: z.enum(MEAL_STEPS), note: z.string() }),
  z.object({ type: z.literal('blocked'), blocks: z.array(z.string()) }),
  /** Constraints that cannot be kept, each with the smallest concession. */
  z.object({ type: z.literal('impossible'), sentences: z.array(z.string()) }),
  z.object({ type: z.literal('ready'), draft: mealDraft }),
]);
export type MealDraftEvent = z.infer<typeof mealDraftEvent>;

const draftKey = { coachId: id, draftId: id.lowercase() };
const tags = ['planner'];

export const plannerMeals = {
  getMealRecord: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'GET',
      path: '/planner/clients/{clientId}/meals',
      tags,
      summary: 'Get what is known about a client for a meal plan, and whether one may be drafted',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(
      z.object({
        clientId: id,
        name: z.string(),
        /** The client's target today; null without one. */
        target: planAim.nullable(),
        allergies: z.array(z.string()),
        /** Diet of their restrictions; null for any. */
        diet: mealConstraints.shape.diet,
        dislikes: z.array(z.string()),
        screening,
        /** The meal plan that they follow today, or from a later day. */
        present: z.object({ id, name: z.string(), plan: mealPlan }).nullable(),
      }),
    ),
  draftMealPlan: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/planner/meal_drafts/{draftId}',
      tags,
      summary: 'Draft a meal plan step by step; repeating the id of a finished draft returns it',
    })
    .input(z.object({ ...draftKey, clientId: id.nullable(), profile: mealGenerationInput }))
    .output(eventIterator(mealDraftEvent)),
  openMealDraft: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/planner/meal_drafts/{draftId}/open',
      tags,
      summary: 'Open a drafted meal plan as a template, to edit or to assign; repeating changes nothing',
    })
    .input(z.object(draftKey))
    .output(z.object({ planId: id }))
    .errors({
      MEAL_PLAN_CHANGED: { status: 409, message: 'There is another meal plan with this id. Draft the plan again.' },
      TOO_MANY_MEAL_PLANS: {
        status: 409,
        message: 'You have too many meal plans. Delete one that you no longer need.',
      },
    }),
  dismissMealDraft: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'DELETE',
      path: '/planner/meal_drafts/{draftId}',
      tags,
      summary: 'Delete a drafted meal plan that is not in use; repeating changes nothing',
    })
    .input(z.object(draftKey))
    .output(z.object({ draftId: id })),
  getMealProvenance: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/planner/meal_provenance/{planId}',
      tags,
      summary: 'Get how a drafted meal plan was made, and what the coach changed',
    })
    .input(z.object({ coachId: id, planId: id }))
    .output(
      z.object({
        provenance: provenance
          .extend({
            /** Changes by the coach, in sentences: until the first assignment, or up to now. */
            edits: z.array(z.string()),
          })
          .nullable(),
      }),
    ),
};
