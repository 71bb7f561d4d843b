import { z } from 'zod';
import { checkInStatus } from '../checkins/checkins.ts';
import { STANDINGS } from '../clients/clients.figures.rules.ts';
import { PROGRESS_LABELS } from '../clients/clients.labels.rules.ts';
import { procedure } from '../errors.ts';
import { computedDay, day, id } from '../fields.ts';
import { clientMetrics } from '../metrics/metrics.ts';
import { COMPARED_HABITS } from './performance.compare.rules.ts';
import { DISTRIBUTION_RANGES, GOAL_KINDS, PERFORMANCE_WEEKS } from './performance.rules.ts';

const percent = z.int().nullable();
export const doneCount = z.object({ done: z.int(), due: z.int() });
/** A share of a period and of the one before, in percent; null while nothing was due. */
export const compared = z.object({ now: percent, before: percent });

export const replyFigures = z.object({
  answered: z.int(),
  waiting: z.int(),
  medianSeconds: z.number().nullable(),
  promptPercent: percent,
});
export const comparedReplies = z.object({ now: replyFigures, before: replyFigures });

export const performanceWeek = z.object({
  /** Last day of the week; it has seven days. */
  endDay: computedDay,
  workouts: compared,
  checkIns: compared,
  onTrack: compared,
});
export type PerformanceWeek = z.infer<typeof performanceWeek>;

export const clientPerformance = z.object({
  clientId: id,
  name: z.string(),
  workouts: doneCount,
  workoutsBefore: doneCount,
  checkIns: doneCount,
  checkInsBefore: doneCount,
  /** By the client's way: days on target, planned meals, habits or days with photos. */
  nutrition: doneCount,
  nutritionBefore: doneCount,
  checkIn: checkInStatus,
  standing: z.enum(STANDINGS),
  /** Consecutive periods with a check-in. */
  streak: z.int(),
  goal: z.enum(GOAL_KINDS),
  /** Along the weight trend of the period, as the 4-week change. */
  changeKg: z.number().nullable(),
  progress: z.enum(PROGRESS_LABELS).nullable(),
});
export type ClientPerformance = z.infer<typeof clientPerformance>;

const sizes = { topClients: z.int(), otherClients: z.int() };

export const performanceReport = z.object({
  /** In the coach's time zone. */
  today: day,
  weeks: z.literal(PERFORMANCE_WEEKS),
  /** First day of the period, which ends today. */
  from: computedDay,
  /** The figures of the dashboard. */
  metrics: clientMetrics,
  /** Means of the clients with something due. */
  workouts: compared,
  checkIns: compared,
  /** Nutrition followed: mean of the clients with something due, and how many they are in this period. */
  nutrition: compared.extend({ clients: z.int() }),
  /** Mean of what clients answered about their nutrition, and how many of them did in this period. */
  nutritionAnswers: compared.extend({ clients: z.int() }),
  /** On the last day of each period. */
  onTrack: compared,
  messages: comparedReplies,
  reviews: comparedReplies,
  /** Weeks of the period, oldest first, each with the same week of the period before. */
  trend: z.array(performanceWeek),
  /** Clients by the share of workouts that they did, in ranges of ten percent. */
  distribution: z.array(z.int()).length(DISTRIBUTION_RANGES),
  /** Active clients by name. */
  clients: z.array(clientPerformance),
  programs: z.array(
    z.object({
      /** Template; null for programs whose template is gone. */
      programId: z.string().nullable(),
      name: z.string(),
      clients: z.int(),
      /** Mean of these clients, in percent. */
      percent: z.int(),
      ...doneCount.shape,
    }),
  ),
  goals: z.array(
    z.object({
      goal: z.enum(GOAL_KINDS),
      clients: z.int(),
      weighed: z.int(),
      changeKg: z.number().nullable(),
      exceeding: z.int(),
      onTrack: z.int(),
      needAttention: z.int(),
    }),
  ),
  topQuarter: z.discriminatedUnion('state', [
    z.object({ state: z.literal('too_few'), missing: z.int() }),
    z.object({ state: z.literal('alike'), ...sizes }),
    z.object({
      state: z.literal('different'),
      ...sizes,
      differences: z.array(
        z.object({
          habit: z.enum(COMPARED_HABITS),
          top: z.number(),
          others: z.number(),
          ...sizes,
          p: z.number(),
        }),
      ),
    }),
  ]),
});
export type PerformanceReport = z.infer<typeof performanceReport>;

/** Weeks of the period. */
export const performanceWeeks = z.coerce.number<number>().pipe(z.literal(PERFORMANCE_WEEKS));

export const performance = {
  getPerformance: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'GET',
      path: '/performance_metrics',
      tags: ['performance'],
      summary: 'Get how active clients did in a period of weeks, compared with the period before',
    })
    .input(z.object({ coachId: id, weeks: performanceWeeks.default(4) }))
    .output(performanceReport),
};
