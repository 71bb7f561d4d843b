import { z } from 'zod';
import { procedure } from './errors.ts';
import { cents, day, id } from './fields.ts';

export const clientMetrics = z.object({
  date: day,
  totalActiveClients: z.int(),
  clientsOnTrack: z.int(),
  /** Mean of the clients' latest adherence answers, in percent; null before the first answer. */
  workoutAdherence: z.int().nullable(),
  mostConsistentClientName: z.string().nullable(),
  /** Consecutive periods with a check-in. */
  mostConsistentClientStreak: z.int(),
  /** Change since the newest stored day that is at least a week old. */
  clientsChange: z.int(),
});
export type ClientMetrics = z.infer<typeof clientMetrics>;

export const pipelineMetrics = z.object({
  date: day,
  leads: z.int(),
  trials: z.int(),
  paidClients: z.int(),
  /** Share of prospects who became clients, in percent. */
  conversionRate: z.int(),
});
export type PipelineMetrics = z.infer<typeof pipelineMetrics>;

/** Record of the spec's get_coach_revenue. Amounts are in the smallest units of the coach's currency, the margin is in percent. */
export const coachRevenue = z.object({
  current_month_revenue: cents,
  monthly_expenses: cents,
  net_profit: cents,
  profit_margin: z.number(),
  active_clients: z.int(),
  max_capacity: z.int(),
});
export type CoachRevenue = z.infer<typeof coachRevenue>;

const coachKey = z.object({ coachId: id });

export const metrics = {
  getClientMetrics: procedure
    .route({ method: 'GET', path: '/client_metrics', tags: ['metrics'], summary: "Today's client metrics" })
    .input(coachKey)
    .output(clientMetrics),
  getPipelineMetrics: procedure
    .route({ method: 'GET', path: '/pipeline_metrics', tags: ['metrics'], summary: "Today's pipeline metrics" })
    .input(coachKey)
    .output(pipelineMetrics),
  getCoachRevenue: procedure
    .route({
      method: 'POST',
      path: '/rpc/get_coach_revenue',
      tags: ['metrics'],
      summary: "This month's business record",
    })
    .input(z.object({ coach_id: id }))
    .output(coachRevenue),
};
