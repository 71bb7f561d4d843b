import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { id, line } from '../fields.ts';
import { barcode } from '../foods/foods.fields.ts';
import { FOOD_BOUNDS, FOOD_UNITS } from '../foods/foods.rules.ts';
import { CLIENT_FOOD_BOUNDS, type ClientFood, clientFoodProblem, per100Of } from './foodlogs.foods.rules.ts';
import { FOOD_LOG_BOUNDS } from './foodlogs.rules.ts';

const number = (max: number) =>
  z
    .number('Please enter a number')
    .min(0, 'Please enter 0 or more')
    .max(max, `Please use at most ${max.toLocaleString('en-US')}`);
const grams = number(FOOD_LOG_BOUNDS.grams).nullable();

/** Energy alone is enough. */
export const figures = z.object({
  kcal: number(FOOD_LOG_BOUNDS.kcal),
  protein: grams,
  carbohydrate: grams,
  fat: grams,
  alcohol: grams.optional(),
});

const facts = {
  name: line(FOOD_BOUNDS.name),
  brand: z.union([z.literal(''), line(FOOD_BOUNDS.brand)]),
  unit: z.enum(FOOD_UNITS),
  /** The weight of a serving in g, or its volume in ml; null when the food has no serving. */
  serving: z.number('Please enter a number').gt(0, 'Please enter more than 0').max(FOOD_BOUNDS.portionGrams).nullable(),
  /** The code on the pack. */
  barcode: barcode.nullable(),
};

/**
 * The form of a client's own food. `per`: what the figures are for. They are null for a client whose numbers are off, and
 * then stay as they are.
 */
export const ownFoodInput = z
  .object({ ...facts, per: z.enum(['100', 'serving']), nutrients: figures.nullable() })
  .superRefine(({ per, nutrients, serving, unit }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (per === 'serving' && serving === null) {
      return refuse(['serving'], 'Please enter what a serving weighs. Without it, use a quick entry.');
    }
    if (!nutrients) return;
    const values = per === 'serving' && serving !== null ? per100Of(nutrients, serving) : nutrients;
    if (values.kcal > FOOD_BOUNDS.kcal) {
      return refuse(['nutrients', 'kcal'], `Nothing has more than ${FOOD_BOUNDS.kcal} kcal in 100 ${unit}`);
    }
    const problem = clientFoodProblem({ nutrients: values, unit });
    if (problem) refuse(['nutrients', 'protein'], problem);
  });
export type OwnFoodInput = z.infer<typeof ownFoodInput>;

/** A food that a client has added. `nutrients` are those of 100 `unit`, and null where they are hidden or not known. */
export const ownFood = z.object({ ...facts, id, nutrients: figures.nullable() }) satisfies z.ZodType<
  ClientFood & { id: string; barcode: string | null }
>;
export type OwnFood = z.infer<typeof ownFood>;

/** The coach of the client's log; another one than the current answers NOT_FOUND. */
const coachId = id.optional();

/** Foods of clients. Each client has own ones, and the coach can take them over. */
export const ownFoods = {
  listOwnFoods: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/food_logs/own_foods',
      tags: ['foodlogs'],
      summary: 'List the foods that the calling client has added, by name',
    })
    .output(z.object({ foods: z.array(ownFood) })),
  saveOwnFood: procedure({ allow: 'client', sends: true })
    .route({
      method: 'PUT',
      path: '/food_logs/own_foods/{foodId}',
      tags: ['foodlogs'],
      summary: 'Add or change a food of the calling client; logged days stay as they are. Repeating changes nothing',
    })
    .input(z.object({ foodId: id, coachId, food: ownFoodInput }))
    .output(ownFood)
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      TOO_MANY_OWN_FOODS: {
        status: 409,
        message: `You can have up to ${CLIENT_FOOD_BOUNDS.foods} foods of your own. Delete one that you no longer eat.`,
      },
      BARCODE_TAKEN: { status: 409, message: 'You already have a food with this barcode.' },
    }),
  deleteOwnFood: procedure({ allow: 'client', sends: true })
    .route({
      method: 'DELETE',
      path: '/food_logs/own_foods/{foodId}',
      tags: ['foodlogs'],
      summary: 'Delete a food of the calling client; logged days stay as they are. Repeating changes nothing',
    })
    .input(z.object({ foodId: id, coachId }))
    .output(z.object({ foodId: id })),
  getClientFood: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/own_foods/{foodId}',
      tags: ['foodlogs'],
      summary: 'Get a food that a client has added',
    })
    .input(z.object({ coachId: id, clientId: id, foodId: id }))
    .output(ownFood),
};
