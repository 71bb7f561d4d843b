import { z } from 'zod';
import { coachSession } from './calendar.ts';
import { checkInStatus } from './checkins.ts';
import { procedure } from './errors.ts';
import { day, id, instant } from './fields.ts';
import { clientMetrics, coachRevenue, pipelineMetrics } from './metrics.ts';

/** Each card has its own state, so one failing card does not affect the others. */
const card = <Data extends z.ZodType>(data: Data) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('ready'), data }),
    z.object({ state: z.literal('locked'), requiredPlan: z.string() }),
    z.object({ state: z.literal('failed') }),
  ]);

export const followUp = z.object({
  clientId: id,
  clientName: z.string(),
  missed: z.int(),
  dueDay: day,
});
export type FollowUp = z.infer<typeof followUp>;

export const aiSuggestion = z.object({
  id: z.string(),
  type: z.enum(['warning', 'recommendation', 'alert']),
  message: z.string(),
  clientId: id,
  clientName: z.string(),
  action: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
});

export const agendaCard = card(
  z.object({ sessions: z.array(coachSession), followUps: z.array(followUp), taskCount: z.int() }),
);
export const upcomingCard = card(z.object({ sessions: z.array(coachSession) }));
export const clientMetricsCard = card(clientMetrics);
export const pipelineCard = card(pipelineMetrics);
export const revenueCard = card(coachRevenue.nullable());
export const suggestionsCard = card(z.array(aiSuggestion));

/** Cap of the plan, and number of read-only clients above it. */
export const coverCard = card(z.object({ cap: z.int(), readOnly: z.int() }));

export const coachDashboard = z.object({
  today: day,
  timeZone: z.string(),
  syncedAt: instant,
  agenda: agendaCard,
  upcoming: upcomingCard,
  clientMetrics: clientMetricsCard,
  pipeline: pipelineCard,
  revenue: revenueCard,
  suggestions: suggestionsCard,
  cover: coverCard,
});
export type CoachDashboard = z.infer<typeof coachDashboard>;

export const clientDashboard = z.object({
  today: day,
  coach: z.object({
    id,
    fullName: z.string(),
    initials: z.string(),
    photoUrl: z.string().nullable(),
    headline: z.string(),
  }),
  goal: z.string().nullable(),
  startWeightKg: z.number().nullable(),
  goalWeightKg: z.number().nullable(),
  /** Unread messages from the coach, counted up to 100. */
  unread: z.int(),
  /** From Monday, in the time zone of the client's schedule. */
  week: z.array(z.object({ day, due: z.boolean(), done: z.boolean() })),
  checkIn: checkInStatus,
  streak: z.int(),
  weights: z.array(z.object({ day, weightKg: z.number() })),
  nextSession: coachSession.nullable(),
  /** Sessions of a few days before and after now, for the week. */
  nearSessions: z.array(coachSession),
  /** The coach's plan does not cover this client, so the client cannot write. */
  readOnly: z.boolean(),
});
export type ClientDashboard = z.infer<typeof clientDashboard>;

export const dashboard = {
  getCoachDashboard: procedure
    .route({
      method: 'GET',
      path: '/dashboards/coach/{coachId}',
      tags: ['dashboard'],
      summary: "Every card of a coach's dashboard",
    })
    .input(z.object({ coachId: id }))
    .output(coachDashboard),
  dismissFollowUp: procedure
    .route({
      method: 'POST',
      path: '/dashboards/coach/{coachId}/dismissed_follow_ups',
      tags: ['dashboard'],
      summary: "Dismiss a follow-up from today's agenda",
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(z.object({ clientId: id })),
  getClientDashboard: procedure
    .route({
      method: 'GET',
      path: '/dashboards/client',
      tags: ['dashboard'],
      summary: "The client's own dashboard; null without a coach",
    })
    .output(clientDashboard.nullable()),
};
