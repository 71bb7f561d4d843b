import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { computedDay, day, hasNoRepeats, id, instant, line, text } from '../fields.ts';
import { barcode } from '../foods/foods.fields.ts';
import { FOOD_BOUNDS, FOOD_TIERS, FOOD_UNITS } from '../foods/foods.rules.ts';
import { ENTRY_KINDS, FOOD_DAY_STATUSES, FOOD_LOG_BOUNDS, type LoggedNutrients } from './foodlogs.rules.ts';

const tooMuch = (max: number, unit: string) =>
  `Please enter at most ${max.toLocaleString('en-US')} ${unit}; enter more as a second entry`;
const amount = (max: number, unit: string) =>
  z.number('Please enter a number').min(0, 'Please enter 0 or more').max(max, tooMuch(max, unit));
const grams = amount(FOOD_LOG_BOUNDS.grams, 'g').nullable();

export const loggedNutrients = z.object({
  kcal: amount(FOOD_LOG_BOUNDS.kcal, 'kcal'),
  protein: grams,
  carbohydrate: grams,
  fat: grams,
}) satisfies z.ZodType<LoggedNutrients>;

/** How the client said it, like 1.5 of `cup`. `measure`: one of `FOOD_MEASURES`, or the name of a portion. */
export const loggedAmount = z.object({
  value: z
    .number('Please enter a number')
    .positive('Please enter more than 0')
    .max(FOOD_LOG_BOUNDS.amount, tooMuch(FOOD_LOG_BOUNDS.amount, 'of a measure')),
  measure: line(FOOD_LOG_BOUNDS.measure),
});
export type LoggedAmount = z.infer<typeof loggedAmount>;

const planId = z
  .string()
  .max(80)
  .regex(/^[\w.-]+$/)
  .nullable();

/**
 * Something eaten or drunk. It keeps what its food was called and contained, so that a later change of the food changes
 * no past day. `amount`, `quantity` and `nutrients` are null where they are not known, or where numbers are off.
 */
export const foodEntry = z
  .object({
    /** Made by the device, so that sending an entry twice adds it once. */
    id,
    kind: z.enum(ENTRY_KINDS),
    /** Empty for water. */
    meal: z.union([z.literal(''), line(FOOD_LOG_BOUNDS.meal)]),
    name: z.union([z.literal(''), line(FOOD_BOUNDS.name)]),
    foodId: id.nullable(),
    /** Where the figures of the food were from. */
    tier: z.enum(FOOD_TIERS).nullable(),
    amount: loggedAmount.nullable(),
    /** In `unit`, which is that of the food; of water in ml. */
    quantity: amount(FOOD_LOG_BOUNDS.quantity, 'g or ml').nullable(),
    unit: z.enum(FOOD_UNITS).nullable(),
    nutrients: loggedNutrients.nullable(),
    fileId: id.nullable(),
    /** The planned meal that was ticked. */
    mealPlanId: planId,
    plannedMealId: planId,
    /** When it was logged, which orders the entries of a meal. */
    at: instant,
    deleted: z.boolean(),
    changedAt: instant,
    /** The code on the pack of a quick entry, so that the next scan finds it. */
    barcode: barcode.optional(),
  })
  .superRefine(({ kind, meal, name, quantity, fileId, deleted }, context) => {
    if (deleted) return;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (kind !== 'water' && meal === '') refuse('meal', 'Please choose a meal');
    if (kind === 'water' && quantity === null) refuse('quantity', 'Please enter how much you drank');
    if (kind === 'food' && name === '') refuse('name', 'Please name the food');
    if (kind === 'photo' && fileId === null) refuse('fileId', 'Please choose a photo');
  });
export type FoodEntry = z.infer<typeof foodEntry>;

/** The form for an entry without a food: a name, the energy, or both. */
export const quickInput = z
  .object({
    name: foodEntry.shape.name,
    kcal: loggedNutrients.shape.kcal.nullable(),
    protein: grams,
    carbohydrate: grams,
    fat: grams,
  })
  .refine(({ name, kcal }) => name !== '' || kcal !== null, {
    path: ['kcal'],
    message: 'Please enter the calories or a name',
  });

/** A day of the client's own calendar, which is its id. */
export const foodDay = z.object({
  id: day,
  /** Null as long as the client has not chosen one. */
  status: z.object({ value: z.enum(FOOD_DAY_STATUSES).nullable(), changedAt: instant }),
  note: z.object({ value: text(FOOD_LOG_BOUNDS.note), changedAt: instant }),
  entries: z
    .array(foodEntry)
    .max(FOOD_LOG_BOUNDS.entries, `A day can have up to ${FOOD_LOG_BOUNDS.entries} entries`)
    .refine((list) => hasNoRepeats(list.map((one) => one.id)), 'Please send each entry once'),
});
export type FoodDay = z.infer<typeof foodDay>;

/** A comment of the coach on a day, on one of its meals, or on an entry. */
export const foodComment = z.object({
  id,
  day,
  meal: z.string().nullable(),
  entryId: id.nullable(),
  text: z.string(),
  at: instant,
});
export type FoodComment = z.infer<typeof foodComment>;

/**
 * The status that a day counts with. `isGuess`: the client has not chosen it. The first and last weeks have days outside
 * the years that can be entered.
 */
export const foodDayStatus = z.object({ day: computedDay, status: z.enum(FOOD_DAY_STATUSES), isGuess: z.boolean() });

/** A food that the client can log. `nutrients` are those of 100 `unit`; they and `grams` are null where numbers are off. */
export const loggableFood = z.object({
  id,
  name: z.string(),
  brand: z.string(),
  tier: z.enum(FOOD_TIERS),
  unit: z.enum(FOOD_UNITS),
  nutrients: z
    .object({
      kcal: z.number(),
      protein: z.number().nullable(),
      carbohydrate: z.number().nullable(),
      fat: z.number().nullable(),
    })
    .nullable(),
  portions: z.array(z.object({ name: z.string(), grams: z.number().nullable() })),
  /** How the client logged it last. */
  last: loggedAmount.nullable(),
  /** The client has added it. */
  own: z.boolean(),
  /** The client has marked it. */
  favorite: z.boolean(),
});
export type LoggableFood = z.infer<typeof loggableFood>;

const FOOD_DAY_FULL = `A day has up to ${FOOD_LOG_BOUNDS.entries} entries, deleted ones included. Please combine some of them.`;
const clientKey = { coachId: id, clientId: id };

export const foodlogs = {
  getOwnFoodLog: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/food_logs/own',
      tags: ['foodlogs'],
      summary: 'Get the last two weeks of the food log of the calling client, with what logging offline needs',
    })
    .output(
      z.object({
        today: day,
        /** Days on which something was logged or chosen. */
        days: z.array(foodDay),
        /** The status of each of the past days. */
        statuses: z.array(foodDayStatus),
        /** Favorites of the client, then foods that the client logged often and lately, own foods, and favorites of the coach. */
        foods: z.array(loggableFood),
        comments: z.array(foodComment),
        /** The coach's plan does not cover this client, so nothing can be logged. */
        readOnly: z.boolean(),
      }),
    ),
  getOwnFoodDay: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/food_logs/own/{day}',
      tags: ['foodlogs'],
      summary: 'Get one day of the food log of the calling client',
    })
    .input(z.object({ day }))
    .output(z.object({ day: foodDay, status: foodDayStatus, comments: z.array(foodComment) })),
  findLoggableFoods: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/food_logs/foods',
      tags: ['foodlogs'],
      summary: 'Find foods that the calling client can log, the best first',
    })
    .input(
      z.object({
        q: z
          .string()
          .trim()
          .min(1)
          .max(FOOD_LOG_BOUNDS.search)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u),
      }),
    )
    .output(z.object({ foods: z.array(loggableFood) })),
  findFoodByBarcode: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/food_logs/barcodes/{barcode}',
      tags: ['foodlogs'],
      summary: 'Find the food with a code on its pack, or how the calling client logged this code last',
    })
    .input(z.object({ barcode }))
    .output(
      z.object({
        food: loggableFood.nullable(),
        /** The last quick entry with this code, for a food that is not known. */
        entry: z.object({ name: z.string(), nutrients: loggedNutrients.nullable() }).nullable(),
      }),
    ),
  setFavoriteFood: procedure({ allow: 'client' })
    .route({
      method: 'PUT',
      path: '/food_logs/favorites/{foodId}',
      tags: ['foodlogs'],
      summary: 'Make a food a favorite of the calling client, or end that; repeating changes nothing',
    })
    .input(z.object({ foodId: id, favorite: z.boolean() }))
    .output(z.object({ foodId: id, favorite: z.boolean() }))
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      TOO_MANY_FAVORITES: {
        status: 409,
        message: `You can have up to ${FOOD_LOG_BOUNDS.favorites} favorite foods. Remove one that you no longer eat.`,
      },
    }),
  syncFoodDay: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/food_logs/own/{day}/sync',
      tags: ['foodlogs'],
      summary: "Merge a day of the caller's food log; each entry keeps its latest change; repeating changes nothing",
    })
    .input(
      z
        .object({
          day,
          /** The coach it was logged for; another one than the current answers NOT_FOUND. */
          coachId: id.optional(),
          log: foodDay,
        })
        .refine((input) => input.day === input.log.id, 'The log is that of another day'),
    )
    .output(foodDay)
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      FOOD_DAY_FULL: { status: 409, message: FOOD_DAY_FULL },
      FOOD_DAY_TOO_LATE: {
        status: 409,
        message: `You can log up to ${FOOD_LOG_BOUNDS.ahead} days ahead.`,
      },
      FOOD_PHOTO_MISSING: { status: 409, message: 'A photo of this day did not arrive. Please add it again.' },
    }),

  listClientFoodDays: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/food_days',
      tags: ['foodlogs'],
      summary: "List a client's food log, latest day first",
    })
    .input(
      z.object({
        ...clientKey,
        /** Days before this one. */
        cursor: day.optional(),
      }),
    )
    .output(
      z.object({
        days: z.array(
          z.object({
            log: foodDay,
            status: foodDayStatus,
            comments: z.array(foodComment),
            /** Foods of the entries that the client has added and not deleted since. */
            ownFoodIds: z.array(id),
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    ),
  commentOnFoodDay: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/food_days/{day}/comments',
      tags: ['foodlogs'],
      summary: 'Comment on a day, a meal or an entry and notify the client; repeating changes nothing',
    })
    .input(
      z.object({
        ...clientKey,
        day,
        comment: z
          .object({
            id,
            meal: line(FOOD_LOG_BOUNDS.meal).nullable(),
            entryId: id.nullable(),
            text: text(FOOD_LOG_BOUNDS.comment).min(1, 'Please write a comment'),
          })
          .refine(({ meal, entryId }) => meal === null || entryId === null, 'Please choose a meal or an entry'),
      }),
    )
    .output(foodComment),
};
