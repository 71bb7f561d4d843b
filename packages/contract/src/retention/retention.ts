import { z } from 'zod';
import { statusErrors } from '../clients/clients.errors.ts';
import { clientHealth } from '../clients/clients.health.ts';
import { ENGAGEMENT_LABELS } from '../clients/clients.labels.rules.ts';
import { clientSummary } from '../clients/clients.ts';
import { procedure } from '../errors.ts';
import { computedDay, day, id, instant } from '../fields.ts';
import { daysBetween } from '../time.ts';
import { modelCard } from './retention.model.ts';
import {
  type FOLLOWED,
  KNOWN_REASON_DAYS,
  KNOWN_REASONS,
  LEAVING_NOTE,
  LEAVING_REASONS,
  MODEL_STATES,
  NOT_SCORED,
  RISK_ACTIONS,
  RISK_LEVELS,
  RISK_REASONS,
  TAKEN_ACTIONS,
} from './retention.rules.ts';

const level = z.enum(RISK_LEVELS).nullable();
const days = z.int().nullable();

/** Days on which the coach knows why a client is silent, both included. They are no silence. */
const knownDays = { reason: z.enum(KNOWN_REASONS), fromDay: day, untilDay: day };
export const knownReason = z.object({ id, ...knownDays });
export type KnownReasonDays = z.infer<typeof knownReason>;

/** An action that the coach took. */
export const takenAction = z.object({ id, action: z.enum(TAKEN_ACTIONS), doneAt: instant });
export type TakenAction = z.infer<typeof takenAction>;

/** A fact that raises the risk, with the value behind it. */
export const reasonOfRisk = z.object({ reason: z.enum(RISK_REASONS), value: z.number() });

/**
 * Days since the client last did each, and opened the portal or did anything. Null for never, and for clients who are
 * not scored.
 */
export const daysSince = z.object({ activity: days, workout: days, checkIn: days, message: days, visit: days });

export const clientRisk = z.object({
  clientId: id,
  name: z.string(),
  /** Null exactly for clients who are not scored. */
  level,
  /** A week ago; null without a level then. */
  levelBefore: level,
  /** Of leaving within four weeks, from 0 to 1; null unless a model is measured here. */
  chance: z.number().nullable(),
  /** The chance to have left by the end of each of the next twelve weeks; empty without `chance`. */
  curve: z.array(z.number()),
  notScored: z.enum(NOT_SCORED).nullable(),
  /** At most three, the strongest first. */
  reasons: z.array(reasonOfRisk),
  daysSince,
  /**
   * Days of each of the last eight weeks with a check-in, workout, message, measurement, food photo or visit, the oldest
   * week first. Empty for clients who are not scored.
   */
  activeDays: z.array(z.int()),
  /** Active days of the last four weeks against the usual, in percent; 0 at or above it, null for short histories. */
  usageChange: z.int().max(0).nullable(),
  /** Null while nothing was due, and for clients who are not scored. */
  engagement: z.object({ score: z.int(), label: z.enum(ENGAGEMENT_LABELS) }).nullable(),
  action: z.enum(RISK_ACTIONS).nullable(),
  /** The drawn time for the action while it lies ahead. The coach may act before. Null for now. */
  suggestedAt: instant.nullable(),
  /** Null unless it covers today. */
  knownReason: knownReason.nullable(),
  /** The newest of the last two weeks. */
  taken: takenAction.nullable(),
});
export type ClientRisk = z.infer<typeof clientRisk>;

export const explainedRisk = clientRisk.extend({ health: clientHealth.nullable() });
export type ExplainedRisk = z.infer<typeof explainedRisk>;

export const engagementReport = z.object({
  /** In the coach's time zone. */
  today: day,
  model: z.object({
    state: z.enum(MODEL_STATES),
    /** Clients of the coach in the history of the model. */
    clients: z.int(),
  }),
  /** By risk, the highest first. Clients who are not scored stand last. */
  clients: z.array(clientRisk),
});
export type EngagementReport = z.infer<typeof engagementReport>;

export const ownScoring = z.object({
  /** When the client objected; null while their engagement is estimated. */
  objectedAt: instant.nullable(),
});
export type OwnScoring = z.infer<typeof ownScoring>;

export const departure = z.object({
  reason: z.enum(LEAVING_REASONS),
  note: z.string().trim().max(LEAVING_NOTE),
});
export type Departure = z.infer<typeof departure>;

const countOf = z.int().min(0);
export const retentionHistory = z.object({
  today: day,
  /** Clients by level at the end of each week, the oldest first. The last one is today. */
  levels: z.array(
    z.object({
      day: computedDay,
      counts: z.object({ 'High Risk': countOf, 'Moderate Risk': countOf, 'On Track': countOf }),
    }),
  ),
  /** Monthly prices of clients at high and moderate risk, by currency. */
  atRisk: z.array(z.object({ currency: z.string(), monthlyCents: countOf, clients: countOf })),
  /** Clients who left, by month, the newest first. Those without a reason are in `left` alone. */
  departures: z.array(
    z.object({
      /** Like 2026-03. */
      month: z.string(),
      left: countOf,
      reasons: z.array(z.object({ reason: z.enum(LEAVING_REASONS), count: countOf })),
    }),
  ),
  /** Clients who left in these months and have no reason yet, the latest first. */
  unexplained: z.array(z.object({ clientId: id, name: z.string(), day: computedDay })),
});
export type RetentionHistory = z.infer<typeof retentionHistory>;

/** Clients of an action whose time is over. Counts, which do not say that the action was the cause. */
export const actionOutcome = z.object({
  action: z.enum(TAKEN_ACTIONS),
  taken: countOf,
  /** Actions that are two weeks old. */
  counted: countOf,
  /** Those after which the client did anything within two weeks, and which acts. */
  active: countOf,
  acts: z.object({ message: countOf, workout: countOf, checkIn: countOf, visit: countOf } satisfies Record<
    (typeof FOLLOWED)[number],
    z.ZodType
  >),
  /** Actions that are four weeks old, and after how many the client was still one. */
  older: countOf,
  stayed: countOf,
});
export type ActionOutcome = z.infer<typeof actionOutcome>;

export const actionOutcomes = z.object({
  /** Actions of the last year, in the order of `TAKEN_ACTIONS`. Those never taken are left out. */
  actions: z.array(actionOutcome),
  /** The drawn times: suggested at once, and a day or two later. `active` as above, within two weeks of the draw. */
  times: z.object({
    now: z.object({ counted: countOf, active: countOf }),
    later: z.object({ counted: countOf, active: countOf }),
  }),
});
export type ActionOutcomes = z.infer<typeof actionOutcomes>;

/** A day on which the calling client opened the portal, in the coach's time zone. */
export const visit = z.object({ day });

const tags = ['retention'];
const ofClient = { coachId: id, clientId: id };

export const retention = {
  recordVisit: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/visits/own',
      tags,
      summary: 'Record that the calling client opened the portal; one row a day, repeating changes nothing',
    })
    .input(z.object({ coachId: id }))
    .output(visit),
  getEngagement: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'GET',
      path: '/engagement',
      tags,
      summary: 'Get the risk level of each client with reasons, compared with a week ago',
    })
    .input(z.object({ coachId: id }))
    .output(engagementReport),
  getClientRisk: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/risk',
      tags,
      summary: 'Get the risk level and the Client Health Score of one client with reasons, compared with a week ago',
    })
    .input(z.object(ofClient))
    .output(explainedRisk),
  getRetentionHistory: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'GET',
      path: '/engagement/history',
      tags,
      summary: 'Get levels over twelve weeks, the value at risk, and why clients left by month',
    })
    .input(z.object({ coachId: id }))
    .output(retentionHistory),
  saveKnownReason: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/known_reasons/{reasonId}',
      tags,
      summary: 'Say why a client is silent, so that these days are no silence; repeating changes nothing',
    })
    .input(
      z
        .object({ ...ofClient, reasonId: id, ...knownDays })
        .refine(
          ({ fromDay, untilDay }) => fromDay <= untilDay && daysBetween(fromDay, untilDay) < KNOWN_REASON_DAYS,
          'Choose at most 92 days',
        ),
    )
    .output(knownReason)
    .errors({
      OUT_OF_RANGE: { status: 422, message: 'A known reason starts at most 92 days ago and ends today or later.' },
    }),
  endKnownReason: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'DELETE',
      path: '/clients/{clientId}/known_reasons/{reasonId}',
      tags,
      summary: 'End a known reason today; repeating changes nothing',
    })
    .input(z.object({ ...ofClient, reasonId: id }))
    .output(z.object({ reasonId: id })),
  saveDeparture: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/departure',
      tags,
      summary: 'Record why a client left; the same client again replaces it',
    })
    .input(z.object({ ...ofClient, ...departure.shape }))
    .output(departure)
    .errors({ NOT_LEFT: { status: 409, message: 'You still coach this client, so no reason was recorded.' } }),
  archiveClient: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/archive',
      tags,
      summary: 'Archive a client and record why they left; repeating changes nothing',
    })
    .input(z.object({ ...ofClient, ...departure.shape }))
    .output(clientSummary)
    .errors(statusErrors),
  takeRiskAction: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/risk_actions/{actionId}',
      tags,
      summary: 'Record that the coach took an action about a client at risk; repeating changes nothing',
    })
    .input(z.object({ ...ofClient, actionId: id, action: z.enum(TAKEN_ACTIONS) }))
    .output(takenAction),
  undoRiskAction: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'DELETE',
      path: '/clients/{clientId}/risk_actions/{actionId}',
      tags,
      summary: 'Delete the record of an action; repeating changes nothing',
    })
    .input(z.object({ ...ofClient, actionId: id }))
    .output(z.object({ actionId: id })),
  getActionOutcomes: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'GET',
      path: '/engagement/actions',
      tags,
      summary: 'Count what clients did after actions of the coach',
    })
    .input(z.object({ coachId: id }))
    .output(actionOutcomes),
  getModelCard: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'GET',
      path: '/engagement/model',
      tags,
      summary: 'Get how well risk levels and percentages hold, and what happened after they were shown',
    })
    .input(z.object({ coachId: id }))
    .output(modelCard),
  getOwnScoring: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/engagement_scoring/own',
      tags,
      summary: 'Get whether the calling client has objected to the estimate of their engagement',
    })
    .output(ownScoring),
  setOwnScoring: procedure({ allow: 'client' })
    .route({
      method: 'PUT',
      path: '/engagement_scoring/own',
      tags,
      summary: 'Object to the estimate of the caller’s engagement, or allow it; repeating changes nothing',
    })
    .input(z.object({ objected: z.boolean() }))
    .output(ownScoring),
};
