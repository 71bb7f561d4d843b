import { z } from 'zod';
import { certification } from './coaches.ts';
import { procedure } from './errors.ts';
import { id, instant, text } from './fields.ts';
import { COACH_STATUSES } from './identity.rules.ts';
import { COACH_DECISIONS, type MailDomain } from './operator.rules.ts';

const coachStatus = z.enum(COACH_STATUSES);
const PAGE = 50;

/** A coach as an operator judges them. */
export const reviewedCoach = z.object({
  coachId: id,
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  status: coachStatus,
  /** What an operator wrote to the coach with the latest decision. */
  reason: z.string(),
  joinedAt: instant,
  plan: z.enum(['base', 'plus', 'pro']),
  /** The plan that the coach chose at sign-up, which grants nothing. */
  planIntent: z.string().nullable(),
  subscriptionStatus: z.string(),
  mailDomain: z.enum(['own', 'free', 'disposable']) satisfies z.ZodType<MailDomain>,
  /** Other coaches of the same name. */
  namesakes: z.int(),
  profile: z
    .object({
      headline: z.string(),
      bio: z.string(),
      website: z.string(),
      instagram: z.string(),
      yearsOfExperience: z.int().nullable(),
      certifications: z.array(certification),
    })
    .nullable(),
});
export type ReviewedCoach = z.infer<typeof reviewedCoach>;

/** One decision about a coach, from the audit log. */
export const coachDecisionEntry = z.object({
  at: instant,
  operatorName: z.string(),
  decision: z.enum(COACH_DECISIONS),
  reason: z.string(),
});
export type CoachDecisionEntry = z.infer<typeof coachDecisionEntry>;

export const operator = {
  getOverview: procedure
    .route({
      method: 'GET',
      path: '/operator/overview',
      tags: ['operator'],
      summary: 'What waits for an operator, and the coaches by plan and status',
    })
    .output(
      z.object({
        waiting: z.int(),
        coaches: z.array(z.object({ plan: z.enum(['base', 'plus', 'pro']), status: coachStatus, count: z.int() })),
      }),
    ),
  listCoachesForReview: procedure
    .route({
      method: 'GET',
      path: '/operator/coaches',
      tags: ['operator'],
      summary: `Coaches of one status, those who wait longest first; ${PAGE} at a time`,
    })
    .input(z.object({ status: coachStatus, after: z.string().max(80).optional() }))
    .output(z.object({ coaches: z.array(reviewedCoach), next: z.string().nullable() })),
  listCoachDecisions: procedure
    .route({
      method: 'GET',
      path: '/operator/coaches/{coachId}/decisions',
      tags: ['operator'],
      summary: 'Decisions about a coach, newest first',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ decisions: z.array(coachDecisionEntry) })),
  decideCoach: procedure
    .route({
      method: 'POST',
      path: '/operator/coaches/{coachId}/decisions',
      tags: ['operator'],
      summary: 'Approve, reject, ask, suspend or reinstate a coach',
    })
    .errors({
      STATUS_CHANGED: {
        status: 409,
        message: 'This coach has another status by now, so nothing was changed.',
        data: z.object({ status: coachStatus }),
      },
      REASON_MISSING: { status: 422, message: 'Please write to the coach why.' },
    })
    .input(
      z.object({
        coachId: id,
        decision: z.enum(COACH_DECISIONS),
        reason: text(1000),
        /** The status that the operator saw. */
        status: coachStatus,
      }),
    )
    .output(z.object({ status: coachStatus })),
};
