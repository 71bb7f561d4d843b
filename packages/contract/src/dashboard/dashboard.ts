import { z } from 'zod';
import { PLAN_ORDER } from '../billing/billing.rules.ts';
import { coachSession } from '../calendar/calendar.ts';
import { checkInStatus } from '../checkins/checkins.ts';
import { weightFigures } from '../clients/clients.ts';
import { procedure } from '../errors.ts';
import { cents, computedDay, day, id, instant } from '../fields.ts';
import { SUGGESTION_TOPICS } from '../messages/messages.rules.ts';
import { clientMetrics, coachRevenue, pipelineMetrics } from '../metrics/metrics.ts';
import { WORKOUT_MARKS } from '../workouts/workouts.adherence.rules.ts';

export const lockedCard = z.object({
  state: z.literal('locked'),
  reason: z.enum(['plan', 'payment']),
  requiredPlan: z.string(),
});

/** Each card has its own state, so one failing card does not affect the others. */
const card = <Data extends z.ZodType>(data: Data) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('ready'), data }),
    lockedCard,
    z.object({ state: z.literal('failed') }),
    /** Not shown to an operator who views as the coach. */
    z.object({ state: z.literal('withheld') }),
  ]);

const followUp = z.object({
  clientId: id,
  clientName: z.string(),
  missed: z.int(),
  dueDay: computedDay,
  lastContactDay: day.nullable(),
});

export const aiSuggestion = z.object({
  id: z.string(),
  topic: z.enum(SUGGESTION_TOPICS),
  type: z.enum(['warning', 'recommendation', 'alert']),
  message: z.string(),
  clientId: id,
  clientName: z.string(),
  action: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  draft: z.string(),
  dismissUntil: computedDay,
});
export type AiSuggestion = z.infer<typeof aiSuggestion>;

/** Today's work of a coach, most urgent group first. */
export const agenda = z.object({
  /** Check-ins without a review, the oldest first, at most 100 of the total. */
  reviews: z.object({
    total: z.int(),
    rows: z.array(z.object({ checkInId: id, clientId: id, clientName: z.string(), submittedAt: instant })),
  }),
  /** Clients with suggested changes of their week: after pain first, then the longest waiting; at most 100 of the total. */
  adjustments: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        clientId: id,
        clientName: z.string(),
        /** Open suggestions, and the reason of the first one. */
        open: z.int(),
        reason: z.string(),
        /** One of them follows from pain that the client reported. */
        pain: z.boolean(),
      }),
    ),
  }),
  /** Suggested targets of active clients, the longest waiting first; at most 100 of the total. Energy in kcal a day. */
  targets: z.object({
    total: z.int(),
    rows: z.array(z.object({ clientId: id, clientName: z.string(), fromKcal: z.int().nullable(), toKcal: z.int() })),
  }),
  /** At most three of the total. */
  followUps: z.object({ total: z.int(), rows: z.array(followUp) }),
  /** Conversations with unread messages, the one that waits longest first; at most 100. */
  unread: z.array(z.object({ clientId: id, clientName: z.string(), unread: z.int(), since: instant })),
  /** Follow-ups and tasks of open leads that are due, the longest due first; at most 20 of the total. */
  leads: z.object({
    total: z.int(),
    rows: z.array(z.object({ leadId: id, name: z.string(), dueOn: day, task: z.string().nullable() })),
  }),
  /** Tasks that flows left to the coach and that are due, the longest due first; at most 20 of the total. */
  tasks: z.object({
    total: z.int(),
    rows: z.array(z.object({ taskId: id, clientId: id, clientName: z.string(), text: z.string(), dueOn: day })),
  }),
  /** Invoices of clients that are overdue or whose payment failed, the longest due first; at most 20 of the total. */
  invoices: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        invoiceId: id,
        clientId: id,
        clientName: z.string(),
        label: z.string(),
        owedCents: cents,
        currency: z.string(),
        dueOn: day,
        /** Whether the latest payment failed. */
        failed: z.boolean(),
      }),
    ),
  }),
  /** Sessions of the coach's day. */
  sessions: z.array(coachSession),
  /** Failed payments of the coach's own plan. */
  payments: z.array(z.object({ plan: z.enum(PLAN_ORDER), graceUntil: instant.nullable() })),
  taskCount: z.int(),
});
export type Agenda = z.infer<typeof agenda>;

const agendaCard = card(agenda);
/** Sessions after today. */
const upcomingCard = card(z.object({ sessions: z.array(coachSession) }));
const clientMetricsCard = card(clientMetrics);
const pipelineCard = card(pipelineMetrics);
const revenueCard = card(coachRevenue.nullable());
const suggestionsCard = card(z.array(aiSuggestion));

/** Cap of the plan, and number of read-only clients above it. */
const coverCard = card(z.object({ cap: z.int(), readOnly: z.int() }));

/** More than the suggestions of a full Coach Pro plan. */
const MAX_HIDDEN = 300;

export const hiddenSuggestion = z.object({
  clientId: id,
  topic: z.enum(SUGGESTION_TOPICS),
  /** Last hidden day; null shows it again. */
  until: computedDay.nullable(),
});
export type HiddenSuggestion = z.infer<typeof hiddenSuggestion>;

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
  weight: weightFigures.nullable(),
  goalWeightKg: z.number().nullable(),
  /** Unread messages from the coach, counted up to 100. */
  unread: z.int(),
  /** From Monday, in the time zone of the client's schedule. */
  week: z.array(
    z.object({
      day,
      due: z.boolean(),
      done: z.boolean(),
      /** The mark of the day's training; null without training. */
      workout: z.enum(WORKOUT_MARKS).nullable(),
    }),
  ),
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
  getCoachDashboard: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/dashboards/coach/{coachId}',
      tags: ['dashboard'],
      summary: "Get every card of a coach's dashboard",
    })
    .input(z.object({ coachId: id }))
    .output(coachDashboard),
  dismissFollowUp: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/dashboards/coach/{coachId}/dismissed_follow_ups',
      tags: ['dashboard'],
      summary: "Dismiss a follow-up from today's agenda",
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(z.object({ clientId: id })),
  hideSuggestions: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/dashboards/coach/{coachId}/hidden_suggestions',
      tags: ['dashboard'],
      summary: 'Hide suggestions up to a day, or show them again; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        suggestions: z.array(hiddenSuggestion).min(1).max(MAX_HIDDEN),
      }),
    )
    .output(z.object({ hidden: z.int() }))
    .errors({ DAY_OUT_OF_RANGE: { status: 400, message: 'Please choose a day of the coming month.' } }),
  getClientDashboard: procedure({ allow: 'client', nullWithoutCoach: true })
    .route({
      method: 'GET',
      path: '/dashboards/client',
      tags: ['dashboard'],
      summary: 'Get the dashboard of the calling client, or null without a coach',
    })
    .output(clientDashboard.nullable()),
};
