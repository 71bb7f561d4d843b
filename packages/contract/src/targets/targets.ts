import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, day, hasNoRepeats, id, instant, text } from '../fields.ts';
import { adaptation } from './targets.adaptation.ts';
import { TARGET_BLOCKED, targetBlock } from './targets.blocks.ts';
import { referrals } from './targets.referrals.ts';
import {
  ACTIVITIES,
  GOAL_KINDS,
  TARGET_AUTHORS,
  TARGET_BOUNDS,
  TARGET_DAYS_AHEAD,
  TARGET_SOURCES,
} from './targets.rules.ts';

const { kcal: KCAL, grams: GRAMS, weeklyPercent: RATE, swing: SWING } = TARGET_BOUNDS;
const ENERGY = `Please enter whole kcal between ${KCAL.min} and ${KCAL.max}`;
const MACRO = `Please enter whole grams between ${GRAMS.min} and ${GRAMS.max}`;
const PERCENT = `Please enter a rate between ${RATE.min} and ${RATE.max}%`;
const SWING_TEXT = `Please enter whole kcal between ${SWING.min} and ${SWING.max}`;

const kcal = z.int(ENERGY).min(KCAL.min, ENERGY).max(KCAL.max, ENERGY);
const grams = z.int(MACRO).min(GRAMS.min, MACRO).max(GRAMS.max, MACRO);

/** How the seven days of a week differ. Their energy adds up to seven times the daily target. */
export const weekSplit = z.object({
  /** 1 for Monday. */
  trainingDays: z
    .array(z.int().min(1).max(7))
    .max(7)
    .refine((days) => hasNoRepeats(days.map(String))),
  /** Kcal by which training days exceed rest days. */
  swing: z.int(SWING_TEXT).min(SWING.min, SWING_TEXT).max(SWING.max, SWING_TEXT),
  /** Fixed energy from Monday to Sunday, in kcal; null for days that share the rest. */
  locked: z.array(kcal.nullable()).length(7),
});
export type WeekSplit = z.infer<typeof weekSplit>;

const plan = {
  goal: z.enum(GOAL_KINDS),
  /** Change of weight in percent of it a week; null for the default. */
  weeklyPercent: z.number(PERCENT).min(RATE.min, PERCENT).max(RATE.max, PERCENT).nullable(),
  activity: z.enum(ACTIVITIES),
  week: weekSplit.nullable(),
  note: text(TARGET_BOUNDS.note),
};

/** A target to set: calculated from the client's data, or the coach's own numbers with a note. */
export const targetContent = z.discriminatedUnion('source', [
  z.object({ source: z.literal('calculated'), ...plan }),
  z.object({ source: z.literal('override'), ...plan, kcal, protein: grams, fat: grams, carbohydrate: grams }),
]);
export type TargetContent = z.infer<typeof targetContent>;

/** A target and its first day. */
export const targetInput = z.object({ startsOn: day, content: targetContent });

/** Energy in kcal, macros in g. */
const energy = { kcal: z.int(), protein: z.int(), fat: z.int(), carbohydrate: z.int() };
const daily = { ...energy, fibre: z.int(), waterLiters: z.number() };
/** A sentence for each number. */
const reasons = {
  kcal: z.string(),
  protein: z.string(),
  fat: z.string(),
  carbohydrate: z.string(),
  fibre: z.string(),
  water: z.string(),
};

const targetWeek = z.object({
  swing: z.int(),
  sentence: z.string(),
  /** From Monday to Sunday. */
  days: z.array(z.object({ ...energy, isTraining: z.boolean(), isLocked: z.boolean() })),
});
export type TargetWeek = z.infer<typeof targetWeek>;

/** A daily target. `weeklyPercent` is the change of weight that it leads to, in percent of it a week. */
export const target = z.object({
  ...daily,
  weeklyPercent: z.number(),
  week: targetWeek.nullable(),
  reasons: z.object({ ...reasons, expenditure: z.string() }),
});
export type Target = z.infer<typeof target>;

/** The inputs of a calculated target. */
export const targetBasis = z.object({
  goal: z.enum(GOAL_KINDS),
  weeklyPercent: z.number().nullable(),
  activity: z.enum(ACTIVITIES),
  weightKg: z.number(),
  heightCm: z.number(),
  ageYears: z.int(),
  /** Null for the mean of both sexes. */
  sex: z.enum(['female', 'male']).nullable(),
  bodyFatPercent: z.number().nullable(),
  /** Kcal a day. */
  expenditure: z.number(),
  floor: z.number(),
});
export type TargetBasis = z.infer<typeof targetBasis>;

/** A target, or the end of targets, from a day on. */
export const targetChange = z.object({
  id,
  /** Counts the changes of a client. */
  number: z.int(),
  startsOn: computedDay,
  source: z.enum(TARGET_SOURCES),
  by: z.enum(TARGET_AUTHORS),
  note: z.string(),
  createdAt: instant,
  /** Null for an end. */
  target: target.nullable(),
  basis: targetBasis.nullable(),
});
export type TargetChange = z.infer<typeof targetChange>;

/** The numbers that a coach is about to set, or why they cannot. */
export const targetPreview = z.object({
  blocks: z.array(targetBlock),
  target: target.nullable(),
  basis: targetBasis.nullable(),
  cautions: z.array(z.string()),
});
export type TargetPreview = z.infer<typeof targetPreview>;

const MISSING_FACTS = ['dateOfBirth', 'heightCm', 'weightKg'] as const;

const clientTargets = z.object({
  /** The client's day. */
  today: computedDay,
  /** Facts that a calculated target needs and the record does not have. */
  missing: z.array(z.enum(MISSING_FACTS)),
  /** Reasons for no numbers; empty for most clients. */
  blocks: z.array(targetBlock),
  /** The first values of the form: the choices of the newest target, or those that fit the record. */
  defaults: z.object({ goal: z.enum(GOAL_KINDS), weeklyPercent: z.number().nullable(), activity: z.enum(ACTIVITIES) }),
  /** Calculated for the defaults. */
  proposal: targetPreview,
  current: targetChange.nullable(),
  /** Newest first, the current one and planned ones included. */
  history: z.array(targetChange),
});
export type ClientTargets = z.infer<typeof clientTargets>;

const clientKey = { coachId: id, clientId: id };
const FORMER_CLIENT = { status: 409, message: 'You no longer coach this client, so the target was not changed.' };

export const targets = {
  getTargets: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/targets',
      tags: ['targets'],
      summary: 'Get the nutrition target of a client with its history, and the one that the rules calculate',
    })
    .input(z.object(clientKey))
    .output(clientTargets),
  previewTarget: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/targets/preview',
      tags: ['targets'],
      summary: 'Calculate or check a nutrition target without setting it',
    })
    .input(z.object({ ...clientKey, content: targetContent }))
    .output(targetPreview),
  saveTarget: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/targets/{targetId}',
      tags: ['targets'],
      summary: 'Set a nutrition target from a day on; repeating changes nothing',
    })
    .input(targetInput.extend({ ...clientKey, targetId: id }))
    .output(targetChange)
    .errors({
      FORMER_CLIENT,
      NOT_PRESCRIBING: {
        status: 409,
        message: 'Your scope of practice leaves out nutrition targets. You can change it in your settings.',
      },
      START_OUT_OF_RANGE: {
        status: 400,
        message: `A target can start today or in the next ${TARGET_DAYS_AHEAD} days of the client.`,
      },
      TARGET_BLOCKED,
    }),
  endTarget: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/targets/{targetId}/end',
      tags: ['targets'],
      summary: 'End the nutrition target of a client today; repeating changes nothing',
    })
    .input(z.object({ ...clientKey, targetId: id }))
    .output(targetChange)
    .errors({ FORMER_CLIENT, NO_TARGET: { status: 409, message: 'There is no target to end.' } }),

  ...adaptation,
  ...referrals,

  getOwnTarget: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/targets/own',
      tags: ['targets'],
      summary: 'Get the nutrition target of the caller for a day, with a sentence for each number',
    })
    .input(z.object({ day: day.optional() }))
    .output(
      z.object({
        day: computedDay,
        target: z
          .object({
            startsOn: computedDay,
            /** Whether the day is a training day; null where all days are the same. */
            isTraining: z.boolean().nullable(),
            numbers: z
              .object({
                ...daily,
                reasons: z.object(reasons),
                /** The mean of a week, which the reasons explain. Answers kept by a device may have none. */
                average: z.object(energy).optional(),
                /** Why the log is too short to change today's target, after a gap of weeks; null otherwise. */
                gap: z.string().nullable(),
              })
              .nullable(),
          })
          .nullable(),
      }),
    ),
};
