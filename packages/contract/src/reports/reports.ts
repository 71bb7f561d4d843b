import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, day, id, relationshipStatus } from '../fields.ts';
import { daysBetween } from '../time.ts';
import { REPORT_MAX_DAYS } from './reports.rules.ts';

const seconds = z.number().nullable();

export const interactionFigures = z.object({
  /** Group messages included. */
  messagesSent: z.int(),
  messagesReceived: z.int(),
  /** Messages in a row count once, from the first one. Group messages are left out. Null without an answer. */
  coachReplySeconds: seconds,
  clientReplySeconds: seconds,
  /** By clients themselves. */
  checkInsSent: z.int(),
  /** Of those sent in the period. */
  checkInsReviewed: z.int(),
  reviewSeconds: seconds,
  sessionsHeld: z.int(),
  sessionsMissed: z.int(),
  sessionsCanceled: z.int(),
  workoutsDone: z.int(),
  workoutsPlanned: z.int(),
  /** Days on which the client did something that is recorded, in the coach's time zone. Added up over clients. */
  activeDays: z.int(),
  /** Days on which the client opened the portal. Added up over clients. */
  visitDays: z.int(),
});
export type InteractionFigures = z.infer<typeof interactionFigures>;

const compared = { now: interactionFigures, before: interactionFigures };

export const clientInteractions = z.object({
  clientId: id,
  name: z.string(),
  status: relationshipStatus,
  ...compared,
});
export type ClientInteractions = z.infer<typeof clientInteractions>;

const period = z.object({ from: computedDay, to: computedDay });

export const interactionReport = z.object({
  /** In the coach's time zone, as all days here. */
  today: day,
  /** The days that are counted: those of the chosen period up to today. */
  period,
  /** As many days before it. */
  before: period,
  /** Nothing happened in the period, and no workout was planned. */
  isEmpty: z.boolean(),
  total: z.object(compared),
  /** By name. Former clients are listed if something happened in either period. */
  clients: z.array(clientInteractions),
});
export type InteractionReport = z.infer<typeof interactionReport>;

const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined ? from === to : from <= to && daysBetween(from, to) < REPORT_MAX_DAYS;

/** Without days, the last 30. Without a client, all of them. */
const selection = { from: day.optional(), to: day.optional(), clientId: id.optional() };
export const reportSelection = z.object(selection).refine(isPeriod, 'Choose at most 366 days');
export type ReportSelection = z.infer<typeof reportSelection>;

export const reports = {
  getInteractions: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/interaction_reports',
      tags: ['reports'],
      summary: 'Get how a coach and their clients interacted in a period, compared with the period before',
    })
    .input(z.object({ coachId: id, ...selection }).refine(isPeriod, 'Choose at most 366 days'))
    .output(interactionReport),
};
