import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, id, instant } from '../fields.ts';
import { SUGGESTION_TOPICS } from '../messages/messages.rules.ts';
import { RISK_LEVELS } from '../retention/retention.rules.ts';
import { clientRisk } from '../retention/retention.ts';
import { DECISION_KINDS, DECISION_OUTCOMES, MAX_DECISION_SECONDS, MAX_KEY_LENGTH } from './decisions.rules.ts';

/** The act that follows when the coach approves. */
const proposal = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    draft: z.string(),
    /** The suggestion that the message follows, which then stays hidden until the client’s next check-in. */
    suggestion: z.object({ topic: z.enum(SUGGESTION_TOPICS), until: day }).nullable(),
  }),
  z.object({
    type: z.literal('adjustment'),
    adjustmentId: id,
    /** Approves exactly this version. */
    revision: z.int(),
    /** The difference in sentences. */
    lines: z.array(z.string()),
  }),
  z.object({ type: z.literal('target'), reviewId: id, fromKcal: z.int().nullable(), toKcal: z.int() }),
  /** Pauses the subscription of a client who is away. */
  z.object({ type: z.literal('pause'), subscriptionId: id }),
  /** A task that a flow left to the coach. */
  z.object({ type: z.literal('task'), taskId: id }),
]);

export const preparedDecision = z.object({
  /** The same for the same matter, however often the queue is read. */
  key: z.string(),
  kind: z.enum(DECISION_KINDS),
  clientId: id,
  clientName: z.string(),
  /** The client’s risk level; null for clients who are not scored. */
  level: z.enum(RISK_LEVELS).nullable(),
  /** The facts behind it, in sentences. */
  facts: z.array(z.string()),
  /** Why the client may leave, the strongest first. Empty for other kinds than `risk`. */
  reasons: clientRisk.shape.reasons,
  /** The drawn time of a message about risk while it lies ahead; null for now. */
  suggestedAt: instant.nullable(),
  proposal,
});
export type PreparedDecision = z.infer<typeof preparedDecision>;

export const decisionQueue = z.object({
  today: day,
  /** Most urgent first. */
  decisions: z.array(preparedDecision),
  /** Settled in the last seven days, and the time they took. */
  settled: z.object({ count: z.int(), seconds: z.int() }),
});
export type DecisionQueue = z.infer<typeof decisionQueue>;

const HOUR = 'Please choose a full hour';

/** Whether the coach gets a mail about the prepared decisions on Mondays, and from which hour of their day. */
export const digest = z.object({ isOn: z.boolean(), hour: z.int(HOUR).min(0, HOUR).max(23, HOUR) });
export type Digest = z.infer<typeof digest>;

const key = z
  .string()
  .max(MAX_KEY_LENGTH)
  .regex(/^[a-z]+:[a-z0-9:_-]+$/, 'Please name a decision of the queue');

const tags = ['decisions'];

export const decisions = {
  getQueue: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({ method: 'GET', path: '/decisions', tags, summary: 'List the decisions that are prepared for a coach' })
    .input(z.object({ coachId: id }))
    .output(decisionQueue),
  settleDecision: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'PUT',
      path: '/decisions/{decisionId}',
      tags,
      summary: 'Record how a coach settled a prepared decision; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        /** Made on the device. */
        decisionId: id,
        clientId: id,
        key,
        kind: z.enum(DECISION_KINDS),
        outcome: z.enum(DECISION_OUTCOMES),
        /** From the moment the decision was shown until the coach settled it. */
        seconds: z.int().min(0).max(MAX_DECISION_SECONDS),
      }),
    )
    .output(z.object({ decisionId: id })),
  getDigest: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({ method: 'GET', path: '/decision_digest', tags, summary: 'Get when a coach gets the mail of Monday' })
    .input(z.object({ coachId: id }))
    .output(digest),
  setDigest: procedure({ allow: 'coach', plan: 'retention_tracking' })
    .route({
      method: 'PUT',
      path: '/decision_digest',
      tags,
      summary: 'Choose the hour of the mail of Monday, or turn it off; repeating changes nothing',
    })
    .input(digest.extend({ coachId: id }))
    .output(digest),
};
