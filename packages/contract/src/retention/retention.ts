import { z } from 'zod';
import { ENGAGEMENT_LABELS } from '../clients/clients.labels.rules.ts';
import { procedure } from '../errors.ts';
import { day, id, instant } from '../fields.ts';
import { NOT_SCORED, RISK_ACTIONS, RISK_LEVELS, RISK_REASONS } from './retention.rules.ts';

const level = z.enum(RISK_LEVELS).nullable();
const days = z.int().nullable();

export const clientRisk = z.object({
  clientId: id,
  name: z.string(),
  /** Null exactly for clients who are not scored. */
  level,
  /** A week ago; null without a level then. */
  levelBefore: level,
  notScored: z.enum(NOT_SCORED).nullable(),
  /** At most three, the strongest first, each with the value behind it. */
  reasons: z.array(z.object({ reason: z.enum(RISK_REASONS), value: z.number() })),
  /**
   * Days since the client last did each, and opened the portal or did anything. Null for never, and for clients who
   * are not scored.
   */
  daysSince: z.object({ activity: days, workout: days, checkIn: days, message: days, visit: days }),
  /** Null while nothing was due, and for clients who are not scored. */
  engagement: z.object({ score: z.int(), label: z.enum(ENGAGEMENT_LABELS) }).nullable(),
  action: z.enum(RISK_ACTIONS).nullable(),
});
export type ClientRisk = z.infer<typeof clientRisk>;

export const engagementReport = z.object({
  /** In the coach's time zone. */
  today: day,
  /** By risk, the highest first. Clients who are not scored stand last. */
  clients: z.array(clientRisk),
});
export type EngagementReport = z.infer<typeof engagementReport>;

export const ownScoring = z.object({
  /** When the client objected; null while their engagement is estimated. */
  objectedAt: instant.nullable(),
});
export type OwnScoring = z.infer<typeof ownScoring>;

/** A day on which the calling client opened the portal, in the coach's time zone. */
export const visit = z.object({ day });

const tags = ['retention'];

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
