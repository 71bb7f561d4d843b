import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, day, id } from '../fields.ts';
import { foodComment, foodDayStatus } from '../foodlogs/foodlogs.ts';

const count = z.object({ done: z.int(), due: z.int() });
/** Null without a target, or where numbers are off. */
const targetKcal = z.int().nullable();

const weekDay = foodDayStatus.extend({
  /** Null for a day without a log. */
  intakeKcal: z.number().nullable(),
  targetKcal,
  /** Meals of the plan, and how many of them were ticked. */
  planned: z.int(),
  ticked: z.int(),
});

export const nutritionWeek = z.object({
  from: computedDay,
  to: computedDay,
  /** Oldest first, without gaps. */
  days: z.array(weekDay).length(7),
  followed: count,
  /** Means of the complete days, and of the target; null without any. */
  average: z.object({ intakeKcal: z.number().nullable(), targetKcal: z.number().nullable() }),
  habits: z.array(z.object({ id, name: z.string(), ...count.shape })),
  photos: z.array(z.object({ entryId: id, fileId: id, day, meal: z.string() })),
  comments: z.array(foodComment),
});
export type NutritionWeek = z.infer<typeof nutritionWeek>;

export const ownNutritionWeek = z.object({
  today: day,
  /** From Monday to Sunday. Days to come are not logged. */
  days: z
    .array(
      foodDayStatus.extend({
        /** Null for a day without a log, or where numbers are off. */
        intakeKcal: z.number().nullable(),
        targetKcal,
        /** The energy that counts as on target; null without a target, or where numbers are off. */
        band: z.object({ lowKcal: z.int(), highKcal: z.int() }).nullable(),
      }),
    )
    .length(7),
});
export type OwnNutritionWeek = z.infer<typeof ownNutritionWeek>;

const tags = ['nutrition'];

export const nutrition = {
  getNutritionWeek: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/nutrition_week',
      tags,
      summary: 'Get seven days of the nutrition of a client: target, food, habits, photos and comments',
    })
    .input(
      z.object({
        coachId: id,
        clientId: id,
        /** The last of the seven days; yesterday by default. */
        to: day.optional(),
      }),
    )
    .output(nutritionWeek),
  getOwnNutritionWeek: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/nutrition_week/own',
      tags,
      summary: 'Get the week of a day with the nutrition targets of the calling client, and how much of it is logged',
    })
    .input(z.object({ day: day.optional() }))
    .output(ownNutritionWeek),
};
