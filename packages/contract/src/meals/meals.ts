import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, day, hasNoRepeats, id, instant, version } from '../fields.ts';
import { coachFood } from '../foods/foods.ts';
import { MEAL_BOUNDS } from './meals.parts.rules.ts';
import { mealPlan, mealPlanDay, planAim } from './meals.plan.ts';
import { AISLES } from './meals.shopping.rules.ts';

/** The facts of a food in a plan. */
export const planFood = coachFood.pick({
  id: true,
  name: true,
  brand: true,
  category: true,
  unit: true,
  portions: true,
  allergens: true,
  diets: true,
  kcal: true,
  protein: true,
  carbohydrate: true,
  fat: true,
  sugar: true,
  saturatedFat: true,
  fibre: true,
  sodiumMg: true,
  alcohol: true,
  recipe: true,
});

/** Built-in templates have words as ids, and cannot be changed. */
const planId = z.union([
  id,
  z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80),
]);

/** The client of a plan, and its dates. A plan without an end lasts until the next one starts. */
export const planOwner = z.object({
  clientId: id,
  clientName: z.string(),
  startDay: day,
  endDay: computedDay.nullable(),
  /** The template that it was copied from, as long as that exists. */
  templateId: planId.nullable(),
});

/** A plan in a list. */
export const mealPlanSummary = z.object({
  id: planId,
  builtIn: z.boolean(),
  name: z.string(),
  days: z.int(),
  archived: z.boolean(),
  /** Of a template: clients who follow it now or from a later day. */
  clients: z.int(),
  owner: planOwner.nullable(),
  /** Of a client's plan that is not over: it has a food that the client cannot eat, or may not be able to. */
  flagged: z.boolean(),
  updatedAt: instant.nullable(),
});
export type MealPlanSummary = z.infer<typeof mealPlanSummary>;

/** A plan with the facts of its foods. `owner` is null for a template. */
export const storedMealPlan = z.object({
  id: planId,
  builtIn: z.boolean(),
  archived: z.boolean(),
  plan: mealPlan,
  version: z.int(),
  owner: planOwner.nullable(),
  /** The owner's allergies, as they are written down today. */
  allergies: z.array(z.string()),
  /** The owner's nutrition target today, which counts instead of the plan's; null without one. */
  target: planAim.nullable(),
  foods: z.array(planFood),
  updatedAt: instant.nullable(),
});
export type StoredMealPlan = z.infer<typeof storedMealPlan>;

const totals = z.object({
  kcal: z.int(),
  protein: z.int(),
  carbohydrate: z.int(),
  fat: z.int(),
  fibre: z.int(),
  /** Foods that add nothing, because their weight or their facts are not known. */
  unknown: z.int(),
});
const warning = z.object({ about: z.string(), answer: z.enum(['yes', 'unknown']) });
const eatenFood = z.object({
  foodId: id,
  name: z.string(),
  /** The amount in the client's units, or in household measures. */
  text: z.string(),
  warnings: z.array(warning),
  /** It can be opened as a recipe. */
  isRecipe: z.boolean(),
});

/** A day of the calling client's plan. Totals are null for a client who does not see numbers. */
export const ownMealPlan = z.object({
  id,
  name: z.string(),
  notes: z.string(),
  startDay: day,
  endDay: computedDay.nullable(),
  dayName: z.string(),
  totals: totals.nullable(),
  meals: z.array(
    z.object({
      /** Names the meal in ticks and logs for as long as it is in the plan. */
      key: z.string(),
      name: z.string(),
      time: z.string(),
      note: z.string(),
      options: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          totals: totals.nullable(),
          foods: z.array(eatenFood.extend({ key: z.string(), swaps: z.array(eatenFood) })),
        }),
      ),
    }),
  ),
  /** Allergies that no food has answers about; the client has to read the labels. */
  unchecked: z.array(z.string()),
});
export type OwnMealPlan = z.infer<typeof ownMealPlan>;

const shoppingAisles = z.array(
  z.object({
    aisle: z.enum(AISLES),
    lines: z.array(z.object({ foodId: id, name: z.string(), text: z.string() })),
  }),
);

/** A recipe for the client who cooks it, in the client's measures. */
export const ownRecipe = z.object({
  foodId: id,
  name: z.string(),
  servings: z.number(),
  minutes: z.int().nullable(),
  ingredients: z.array(z.object({ foodId: id, name: z.string(), text: z.string(), isRecipe: z.boolean() })),
  /** A paragraph a step. */
  steps: z.string(),
});
export type OwnRecipe = z.infer<typeof ownRecipe>;

const planKey = { coachId: id, planId };
const ownKey = { coachId: id, planId: id };
const CHANGED = { status: 409, message: 'This meal plan was changed elsewhere. Reload to see the latest version.' };
const TOO_MANY = {
  status: 409,
  message: `You can have up to ${MEAL_BOUNDS.plans} meal plans. Delete one that you no longer need.`,
};
const EMPTY_DAY = {
  status: 409,
  message: 'Some days have no meals with food. Fill or delete them first.',
  data: z.object({ days: z.array(z.string()) }),
};
const PUSH_OUTCOMES = ['updated', 'merged', 'unchanged', 'finished'] as const;
const lastDay = day.nullable();
const inOrder = ({ startDay, endDay }: { startDay: string; endDay: string | null }) =>
  endDay === null || endDay >= startDay;
const IN_ORDER = { path: ['endDay'], message: 'The plan cannot end before it starts' };

const templates = {
  listMealPlans: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/meal_plans',
      tags: ['meals'],
      summary: 'List the meal plan templates of a coach by name, or the plans of one client, latest first',
    })
    .input(z.object({ coachId: id, clientId: id.optional() }))
    .output(z.object({ plans: z.array(mealPlanSummary) })),
  getMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/meal_plans/{planId}',
      tags: ['meals'],
      summary: 'Get a template or the plan of a client, with the facts of its foods',
    })
    .input(z.object(planKey))
    .output(storedMealPlan),
  saveMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/meal_plans/{planId}',
      tags: ['meals'],
      summary: 'Create or change a template, or change the plan of a client; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        planId: id,
        /** Version that the coach edited; 0 for a new template. */
        basedOn: version,
        plan: mealPlan,
      }),
    )
    .output(z.object({ version: z.int(), updatedAt: instant }))
    .errors({ MEAL_PLAN_CHANGED: CHANGED, TOO_MANY_MEAL_PLANS: TOO_MANY }),
  archiveMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/meal_plans/{planId}',
      tags: ['meals'],
      summary: 'Archive a template or bring it back; repeating changes nothing',
    })
    .input(z.object({ ...ownKey, archived: z.boolean() }))
    .output(z.object({ planId: id, archived: z.boolean() })),
  deleteMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/meal_plans/{planId}',
      tags: ['meals'],
      summary: 'Delete a template, whose copies stay, or the plan of a client; repeating changes nothing',
    })
    .input(z.object(ownKey))
    .output(z.object({ planId: id })),
  listMealPlanVersions: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/meal_plans/{planId}/versions',
      tags: ['meals'],
      summary: 'List the earlier versions of a meal plan, latest first, one for each ten minutes of work',
    })
    .input(z.object(ownKey))
    .output(z.object({ versions: z.array(z.object({ version: z.int(), savedAt: instant })) })),
  getMealPlanVersion: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/meal_plans/{planId}/versions/{version}',
      tags: ['meals'],
      summary: 'Get an earlier version of a meal plan, with the facts of its foods',
    })
    .input(z.object({ ...ownKey, version: z.coerce.number<number>().int().min(1).max(1_000_000) }))
    .output(z.object({ version: z.int(), savedAt: instant, plan: mealPlan, foods: z.array(planFood) })),
};

export const meals = {
  ...templates,
  assignMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/meal_plans/{planId}/assign',
      tags: ['meals'],
      summary: 'Assign a template to clients; a plan without an end replaces earlier ones; repeating changes nothing',
    })
    .input(
      z
        .object({
          ...planKey,
          /** One id for each client, made by the sender. */
          assignments: z
            .array(z.object({ id, clientId: id }))
            .min(1, 'Please choose a client')
            .max(MEAL_BOUNDS.clients)
            .refine((list) => hasNoRepeats(list.map(({ clientId }) => clientId)), 'Please choose each client once')
            .refine((list) => hasNoRepeats(list.map((one) => one.id))),
          startDay: day,
          endDay: lastDay,
        })
        .refine(inOrder, IN_ORDER),
    )
    .output(
      z.object({
        results: z.array(
          z.object({
            clientId: id,
            outcome: z.enum(['assigned', 'not_a_client', 'too_many']),
            /** Foods that have, or may have, one of the client's allergens. */
            warnings: z.array(z.object({ food: z.string(), about: z.string(), answer: z.enum(['yes', 'unknown']) })),
          }),
        ),
      }),
    )
    .errors({ EMPTY_MEAL_DAYS: EMPTY_DAY }),
  rescheduleMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/meal_plans/{planId}/dates',
      tags: ['meals'],
      summary: 'Change the days on which a client follows a plan; repeating changes nothing',
    })
    .input(z.object({ ...ownKey, startDay: day, endDay: lastDay }).refine(inOrder, IN_ORDER))
    .output(planOwner),
  pushMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/meal_plans/{planId}/push',
      tags: ['meals'],
      summary: 'Give the latest version to clients who follow the template; days changed for a client stay',
    })
    .input(
      z.object({
        ...ownKey,
        version,
        /** Answers what would change, and changes nothing. */
        preview: z.boolean(),
      }),
    )
    .output(
      z.object({
        clients: z.array(
          z.object({
            planId: id,
            clientId: id,
            clientName: z.string(),
            outcome: z.enum(PUSH_OUTCOMES),
            /** Names of days that stay, because they were changed for this client. */
            kept: z.array(z.string()),
          }),
        ),
      }),
    )
    .errors({ MEAL_PLAN_CHANGED: CHANGED }),
  fitMealPlan: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/meal_plans/fit',
      tags: ['meals'],
      summary: 'Calculate portions of a day that come closest to an aim; changes nothing',
    })
    .input(z.object({ coachId: id, day: mealPlanDay, aim: planAim }))
    .output(
      z.object({
        day: mealPlanDay,
        totals,
        /** The result, or the limit that no portions keep, with the smallest concession. */
        sentence: z.string(),
        fits: z.boolean(),
      }),
    ),

  getOwnMealPlan: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/meal_plans/own',
      tags: ['meals'],
      summary: 'Get what the calling client eats on a day',
    })
    .input(z.object({ date: day.optional() }))
    .output(z.object({ date: day, plan: ownMealPlan.nullable() })),
  getOwnRecipe: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/meal_plans/own/recipes/{foodId}',
      tags: ['meals'],
      summary: 'Get how the calling client cooks a recipe of the coach, in the version of the plan',
    })
    .input(z.object({ foodId: id }))
    .output(ownRecipe),
  getOwnShoppingList: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/meal_plans/own/shopping',
      tags: ['meals'],
      summary: 'Get what the calling client has to buy for the next days, by aisle',
    })
    .input(
      z.object({
        from: day.optional(),
        days: z.coerce.number<number>().int().min(1).max(MEAL_BOUNDS.shoppingDays),
        people: z.coerce.number<number>().int().min(1).max(MEAL_BOUNDS.people),
      }),
    )
    .output(z.object({ from: day, aisles: shoppingAisles })),
};
