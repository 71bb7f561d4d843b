import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, day, id, instant } from '../fields.ts';
import { FOOD_DAY_STATUSES } from '../foodlogs/foodlogs.rules.ts';
import { TARGET_BLOCKED } from './targets.blocks.ts';
import { MOST_AUTOMATIC_KCAL, REVIEW_KINDS, REVIEW_STATUSES, TARGET_BOUNDS } from './targets.rules.ts';

const { kcal: KCAL } = TARGET_BOUNDS;
const ENERGY = `Please enter whole kcal between ${KCAL.min} and ${KCAL.max}`;
const kcal = z.int(ENERGY).min(KCAL.min, ENERGY).max(KCAL.max, ENERGY);
const STEP = `Please enter whole kcal between 0 and ${MOST_AUTOMATIC_KCAL}`;

/** A value with its 95 % interval. */
const uncertain = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** Expenditure as the client logs it, from weigh-ins and logged food. Energy in kcal a day. */
export const expenditure = z.object({
  day: computedDay,
  kcal: uncertain,
  weightKg: uncertain,
  /** Kg a week over the last 28 days; null before there are that many. */
  rateKg: uncertain.nullable(),
  /** The weight has been stable for four weeks. */
  isPlateau: z.boolean(),
  /** Mean of the complete days among the last 28. */
  intakeKcal: z.number(),
  /** Days used, by how much of them is logged. `leftOut`: those of the first week of a diet. */
  used: z.object({
    days: z.int(),
    complete: z.int(),
    partial: z.int(),
    unlogged: z.int(),
    fasted: z.int(),
    weighIns: z.int(),
    leftOut: z.int(),
  }),
});
export type Expenditure = z.infer<typeof expenditure>;

/** A weekly review of a client's target. */
export const targetReview = z.object({
  id,
  day: computedDay,
  kind: z.enum(REVIEW_KINDS),
  status: z.enum(REVIEW_STATUSES),
  fromKcal: z.int().nullable(),
  toKcal: z.int().nullable(),
  sentence: z.string(),
  expenditure,
  at: instant,
});
export type TargetReview = z.infer<typeof targetReview>;

/** The limits of weekly reviews for one client. */
export const adaptationLimits = z.object({
  isOn: z.boolean(),
  /** Changes up to this happen without the coach's approval, in kcal; 0 asks about each. */
  withoutApproval: z.int(STEP).min(0, STEP).max(MOST_AUTOMATIC_KCAL, STEP),
  /** The lowest and highest target that a review may propose; null for the client's floor, and for no limit. */
  lowest: kcal.nullable(),
  highest: kcal.nullable(),
});
export type AdaptationLimitsInput = z.infer<typeof adaptationLimits>;

const projectedDay = z.object({ day: computedDay, kg: z.number(), low: z.number(), high: z.number() });

/** A day with its target, the logged energy and the weight. */
const pictureDay = z.object({
  day: computedDay,
  targetKcal: z.int().nullable(),
  intakeKcal: z.number().nullable(),
  status: z.enum(FOOD_DAY_STATUSES),
  weightKg: z.number().nullable(),
});

const targetPicture = z.object({
  /** The client's day. */
  today: computedDay,
  /** Oldest first, without gaps. */
  days: z.array(pictureDay),
  /** Expenditure by the weekly reviews of these days, oldest first. */
  expenditures: z.array(z.object({ day: computedDay, kcal: uncertain })),
});
export type TargetPicture = z.infer<typeof targetPicture>;

const clientKey = { coachId: id, clientId: id };
const reviewKey = { coachId: id, reviewId: id };
const REVIEW_CHANGED = {
  status: 409,
  message: 'The target has changed since, so this proposal no longer fits. The next review makes a new one.',
};

export const adaptation = {
  getTargetPicture: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/targets/picture',
      tags: ['targets'],
      summary: 'Get target, logged energy, weight and expenditure of a client for the last twelve weeks',
    })
    .input(z.object(clientKey))
    .output(targetPicture),
  getAdaptation: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/targets/adaptation',
      tags: ['targets'],
      summary: 'Get the expenditure of a client as they log it, on any day, and the proposal that waits for the coach',
    })
    .input(
      z.object({
        ...clientKey,
        /** As of the end of this day; yesterday by default. */
        day: day.optional(),
        /** "What if": this day as if it had been logged completely with this energy. */
        assumedDay: day.optional(),
        assumedKcal: z.coerce.number().pipe(kcal).optional(),
      }),
    )
    .output(
      z.object({
        today: computedDay,
        limits: adaptationLimits,
        /** Null without a target, weigh-ins or complete days, and for a client who gets no numbers. */
        expenditure: expenditure.nullable(),
        /** The outcome of a review on that day, in sentences. */
        sentence: z.string(),
        /** Weeks from that day on with the present target; empty without one. */
        projection: z.array(projectedDay),
        /** The proposal that waits for the coach. */
        open: targetReview.nullable(),
        /** Newest first. */
        reviews: z.array(targetReview),
        /** When the next review is due; null without a target. */
        nextReviewAt: instant.nullable(),
      }),
    ),
  saveAdaptationLimits: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/targets/adaptation',
      tags: ['targets'],
      summary: 'Change what weekly reviews may do with a client’s target; repeating changes nothing',
    })
    .input(z.object({ ...clientKey, limits: adaptationLimits }))
    .output(z.object({ limits: adaptationLimits })),
  approveTargetReview: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/target_reviews/{reviewId}/approve',
      tags: ['targets'],
      summary: 'Set the target that a weekly review proposes; repeating changes nothing',
    })
    .input(z.object(reviewKey))
    .output(targetReview)
    .errors({ REVIEW_CHANGED, TARGET_BLOCKED }),
  dismissTargetReview: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/target_reviews/{reviewId}/dismiss',
      tags: ['targets'],
      summary: 'Dismiss the proposal of a weekly review; repeating changes nothing',
    })
    .input(z.object(reviewKey))
    .output(targetReview)
    .errors({ REVIEW_CHANGED }),
};
