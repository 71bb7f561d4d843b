import { z } from 'zod';
import { day, instant } from '../fields.ts';
import { MODEL_STATES, RISK_LEVELS } from './retention.rules.ts';

const share = z.number().min(0).max(1);

/** The chance promised to a group of clients, and the share that left within four weeks. */
export const modelPromise = z.object({
  clients: z.int(),
  left: z.int(),
  /** Mean chance of these clients; null without percentages, and without clients. */
  promised: share.nullable(),
});

export const modelFigures = z.object({
  auc: share,
  prAuc: share,
  brierSkill: z.number(),
  /** Mean distance of promised and observed share over ten equal bands. */
  ece: share,
  lift10: z.number(),
  /** AUC without clients who left within a week; null when none left later. */
  hiddenWeekAuc: share.nullable(),
  /** Share of the clients who left that were at risk at least a week before, and the median days of warning. */
  warned: share,
  leadDays: z.int().nullable(),
});

export const modelCard = z.object({
  state: z.enum(MODEL_STATES),
  /** Why no percentage is shown although a model is measured. */
  drift: z.enum(['calibration', 'features']).nullable(),
  /** Null for the shipped prior. */
  measured: z
    .object({
      version: z.int(),
      trainedAt: instant,
      dataFrom: day,
      dataTo: day,
      coaches: z.int(),
      clients: z.int(),
      left: z.int(),
      model: modelFigures,
      /** Days since the client did anything. */
      silence: modelFigures,
      /** Later weeks of clients who took no part in the fit, by band. */
      tested: z.array(modelPromise),
      /** Since the model is in use, on the whole platform, by band; null before the first count. */
      platform: z.array(modelPromise).nullable(),
    })
    .nullable(),
  /** How much the coach's own history counts; null for the shipped prior. */
  own: z
    .object({
      clients: z.int(),
      left: z.int(),
      /** How many times the odds of leaving are those of the platform. */
      odds: z.number(),
    })
    .nullable(),
  /** Percentages that the coach saw, by band; all empty while there were none. */
  shown: z.array(modelPromise),
  /** The same by level, the highest risk first. */
  levels: z.array(modelPromise.extend({ level: z.enum(RISK_LEVELS) })),
});
export type ModelCard = z.infer<typeof modelCard>;
export type ModelPromise = z.infer<typeof modelPromise>;
