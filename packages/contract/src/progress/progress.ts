import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { WEEK_STATES } from '../checkins/checkins.calendar.rules.ts';
import { PHOTO_SLOTS } from '../checkins/checkins.forms.rules.ts';
import { procedure } from '../errors.ts';
import { computedDay, day, id, timeCursor } from '../fields.ts';
import {
  DISPLAY_KINDS,
  MEASUREMENT_KINDS,
  MEASUREMENT_LABELS,
  type MeasurementKind,
  measurementBounds,
} from './progress.rules.ts';

const kind = z.enum(DISPLAY_KINDS);

/** Author of a value. Values from check-ins are edited in the check-in. */
const measurementSource = z.enum(['coach', 'client', 'check_in']);

/** `value` is in kg, cm or percent. */
export const measurement = z.object({ kind, day, value: z.number(), source: measurementSource });
export type Measurement = z.infer<typeof measurement>;

/** Photos of one check-in. */
export const photoDay = z.object({
  id,
  day,
  photos: z.array(z.object({ slot: z.enum(PHOTO_SLOTS), fileId: id })),
});
export type PhotoDay = z.infer<typeof photoDay>;

function amount(of: MeasurementKind) {
  const { min, max } = measurementBounds(of);
  const words = `${MEASUREMENT_LABELS[of]} is out of range`;
  return z.number(words).min(min, words).max(max, words).nullable();
}

/** Omitted kinds stay unchanged; null deletes a value. */
export const measurementValues = z
  .strictObject(
    Object.fromEntries(MEASUREMENT_KINDS.map((of) => [of, amount(of)])) as Record<
      MeasurementKind,
      ReturnType<typeof amount>
    >,
  )
  .partial()
  .refine((values) => Object.keys(values).length > 0, 'Please enter at least one value');
export type MeasurementValues = z.infer<typeof measurementValues>;

/** One week of check-ins, from Monday. */
const calendarWeek = z.object({
  monday: computedDay,
  state: z.enum(WEEK_STATES),
  due: z.int(),
  done: z.int(),
  adherence: z.number().nullable(),
});

export const clientProgress = z.object({
  /** In the caller's time zone. */
  today: day,
  /** Oldest first. */
  measurements: z.array(measurement),
  startWeightKg: z.number().nullable(),
  goalWeightKg: z.number().nullable(),
  /** Last twelve weeks of check-ins, the current one last. */
  weeks: z.array(calendarWeek),
  /** How many of the latest due check-ins were sent. */
  adherence: z.object({ done: z.int(), expected: z.int() }),
  /** Why the client cannot write: the coaching ended, or the coach's plan does not cover them. */
  closed: z.enum(['ended', 'not_covered']).nullable(),
});
export type ClientProgress = z.infer<typeof clientProgress>;

const clientKey = { coachId: id, clientId: id };

export const progress = {
  getProgress: procedure({ allow: 'relationship' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/progress',
      tags: ['progress'],
      summary: 'Get the measurements of a client, including check-ins, with goals and check-in weeks',
    })
    .input(z.object(clientKey))
    .output(clientProgress),
  listPhotos: procedure({ allow: 'relationship' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/photos',
      tags: ['progress'],
      summary: 'List the photos of a client by check-in, newest first',
    })
    .input(z.object({ ...clientKey, cursor: timeCursor }))
    .output(z.object({ days: z.array(photoDay), nextCursor: z.string().nullable() })),
  saveMeasurements: procedure({ allow: 'relationship' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/measurements',
      tags: ['progress'],
      summary: 'Set or delete the measurements of a day, one value for each kind',
    })
    .input(z.object({ ...clientKey, day, values: measurementValues }))
    .output(z.object({ saved: z.int() }))
    .errors({
      DAY_AHEAD: { status: 400, message: 'Please choose today or an earlier day.' },
      /** A client cannot replace the coach's value of the same kind and day. */
      MEASURED_BY_COACH: { status: 409, message: 'Your coach has measured this on that day. Ask them to correct it.' },
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
    }),
};
