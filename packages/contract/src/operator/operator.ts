import { z } from 'zod';
import { certification } from '../coaches/coaches.ts';
import type { MailDomain } from '../contacts/contacts.rules.ts';
import { procedure } from '../errors.ts';
import { email, id, instant, line, password, text } from '../fields.ts';
import { COACH_STATUSES } from '../people.rules.ts';
import { COACH_DECISIONS, OPERATOR_ROLES } from './operator.rules.ts';

const coachStatus = z.enum(COACH_STATUSES);
const PAGE = 50;

/** A coach as an operator judges them. */
export const reviewedCoach = z.object({
  coachId: id,
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  status: coachStatus,
  /** The operator's text to the coach with the latest decision. */
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

const operatorRole = z.enum(OPERATOR_ROLES);

/** An operator as an admin sees them. */
export const teamMember = z.object({
  userId: id,
  fullName: z.string(),
  email: z.string(),
  role: operatorRole,
  twoFactorEnabled: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** Named in OPERATOR_EMAILS: always an admin, and removed there alone. */
  configured: z.boolean(),
  own: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const teamInvitation = z.object({
  id,
  email: z.string(),
  role: operatorRole,
  invitedBy: z.string(),
  sentAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
});
export type TeamInvitation = z.infer<typeof teamInvitation>;

/** An invitation as the person who opens its link sees it. */
export const openTeamInvitation = z.object({
  email: z.string(),
  role: operatorRole,
  invitedBy: z.string(),
  expired: z.boolean(),
  /** The address has an account, so the person signs in instead of choosing a password. */
  hasAccount: z.boolean(),
});
export type OpenTeamInvitation = z.infer<typeof openTeamInvitation>;

export const inviteOperatorInput = z.object({ id, email, role: operatorRole });
export const acceptTeamInvitationInput = z.object({
  token: z.string().min(20).max(200),
  fullName: line(120),
  /** Required for a new account; ignored for a signed-in caller. */
  password: password.optional(),
});

const notEligible = {
  status: 409,
  message: 'This address belongs to a coach or a client. Operators need an account of their own.',
};
const roleChanged = {
  status: 409,
  message: 'This operator has another role by now, so nothing was changed.',
  data: z.object({ role: operatorRole.nullable() }),
};
const protectedErrors = {
  ROLE_CHANGED: roleChanged,
  LAST_ADMIN: { status: 409, message: 'You are the only admin. Make another operator an admin first.' },
  CONFIGURED: {
    status: 409,
    message: 'This operator comes from the configuration of the server, so their access is changed there.',
  },
};

const team = {
  listOperators: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'GET',
      path: '/operator/operators',
      tags: ['operator'],
      summary: 'List the operators and the open invitations to the console',
    })
    .output(z.object({ operators: z.array(teamMember), invitations: z.array(teamInvitation) })),
  inviteOperator: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'POST',
      path: '/operator/invitations',
      tags: ['operator'],
      summary: 'Mail an invitation to the console; the sender creates the id, and repeating invites once',
    })
    .errors({
      ALREADY_INVITED: { status: 409, message: 'This address has an invitation already. You can send it again.' },
      ALREADY_OPERATOR: { status: 409, message: 'This address belongs to an operator already.' },
      NOT_ELIGIBLE: notEligible,
    })
    .input(inviteOperatorInput)
    .output(teamInvitation),
  resendOperatorInvitation: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'POST',
      path: '/operator/invitations/{id}/resend',
      tags: ['operator'],
      summary: 'Mail a new invitation to the console; the previous link stops working',
    })
    .input(z.object({ id }))
    .output(teamInvitation),
  withdrawOperatorInvitation: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'DELETE',
      path: '/operator/invitations/{id}',
      tags: ['operator'],
      summary: 'Withdraw an invitation to the console; its link stops working',
    })
    .input(z.object({ id }))
    .output(z.object({ id })),
  changeOperatorRole: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'PATCH',
      path: '/operator/operators/{userId}',
      tags: ['operator'],
      summary: 'Change the role of an operator',
    })
    .errors(protectedErrors)
    .input(z.object({ userId: id, role: operatorRole, /** The role that the admin saw. */ from: operatorRole }))
    .output(z.object({ userId: id, role: operatorRole })),
  removeOperator: procedure({ allow: 'operator', right: 'operators' })
    .route({
      method: 'POST',
      path: '/operator/operators/{userId}/remove',
      tags: ['operator'],
      summary: 'Remove an operator from the console and end their sessions',
    })
    .errors({
      ...protectedErrors,
      OWN_ACCESS: { status: 409, message: 'You cannot remove yourself. Another admin can.' },
    })
    .input(z.object({ userId: id, /** The role that the admin saw. */ from: operatorRole }))
    .output(z.object({ userId: id })),
  getOperatorInvitation: procedure({ allow: 'visitor' })
    .route({
      method: 'GET',
      path: '/operator_invitations/{token}',
      tags: ['operator'],
      summary: 'Get the console invitation of a mailed link',
    })
    .input(z.object({ token: z.string().min(20).max(200) }))
    .output(openTeamInvitation),
  acceptOperatorInvitation: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/operator_invitations/{token}/accept',
      tags: ['operator'],
      summary: 'Accept an invitation to the console; a new person gets an account and is signed in',
    })
    .errors({
      INVITATION_CLOSED: { status: 410, message: 'This invitation can no longer be used. Ask for a new one.' },
      SIGN_IN_REQUIRED: { status: 409, message: 'This email address already has an account. Sign in to accept.' },
      OTHER_ACCOUNT: {
        status: 409,
        message: 'This invitation was sent to another email address. Sign in with that address to accept it.',
      },
      NOT_ELIGIBLE: notEligible,
    })
    .input(acceptTeamInvitationInput)
    .output(z.object({ role: operatorRole })),
};

/** A figure of the last 30 days and of the 30 days before. */
const trend = z.object({ now: z.int(), before: z.int() });

/**
 * The platform as a job counted it. MRR is what all running subscriptions cost a month, with the clients on their bills.
 * Its movements are those of the last 30 days, in the terms of a coach's business metrics.
 */
export const platformFigures = z.object({
  coaches: z.array(z.object({ plan: z.enum(['base', 'plus', 'pro']), status: coachStatus, count: z.int() })),
  newCoaches: trend,
  demoRequests: trend,
  mrr: z.object({
    cents: z.int(),
    beforeCents: z.int(),
    movements: z.object({
      new: z.int(),
      reactivation: z.int(),
      expansion: z.int(),
      contraction: z.int(),
      churn: z.int(),
    }),
  }),
});
export type PlatformFigures = z.infer<typeof platformFigures>;

/** A payment that the holder of the card contests at the bank. Without a coach, the payer of a plan has no account. */
const openDispute = z.object({
  id: z.string(),
  /** The platform for a plan, the coach for the invoice of a client. */
  paidTo: z.enum(['platform', 'coach']),
  coach: z.object({ coachId: id, fullName: z.string() }).nullable(),
  /** In the smallest units of the currency. */
  amount: z.int(),
  currency: z.string(),
  /** Until when the bank takes evidence. */
  respondBy: instant.nullable(),
});
export type OpenDispute = z.infer<typeof openDispute>;

const overview = z.object({
  /** Counts stop at 1000. Null for what another role decides. */
  needs: z.object({
    disputes: z.array(openDispute).nullable(),
    approvals: z.int().nullable(),
    contacts: z.int().nullable(),
    failedJobs: z.int().nullable(),
    failedMails: z.int().nullable(),
    failedWebhooks: z.int().nullable(),
    failedPayments: z.array(z.object({ coachId: id, fullName: z.string(), since: instant })).nullable(),
  }),
  demos: z.array(z.object({ fullName: z.string(), startsAt: instant })),
  /** Of the last hour, and those of them that were answered with 500 or above. Null for a role without jobs. */
  requests: z.object({ requests: z.int(), failures: z.int() }).nullable(),
  figures: platformFigures.extend({ computedAt: instant }),
});
export type OperatorOverview = z.infer<typeof overview>;

export const operator = {
  ...team,
  getOverview: procedure({ allow: 'operator', right: 'overview' })
    .route({
      method: 'GET',
      path: '/operator/overview',
      tags: ['operator'],
      summary: 'Get what needs a decision of the caller, and the platform at a glance',
    })
    .output(overview),
  listCoachesForReview: procedure({ allow: 'operator', right: 'approvals' })
    .route({
      method: 'GET',
      path: '/operator/coaches',
      tags: ['operator'],
      summary: `List the coaches of one status, those who wait longest first, ${PAGE} at a time`,
    })
    .input(z.object({ status: coachStatus, after: z.string().max(80).optional() }))
    .output(z.object({ coaches: z.array(reviewedCoach), next: z.string().nullable() })),
  listCoachDecisions: procedure({ allow: 'operator', right: 'approvals' })
    .route({
      method: 'GET',
      path: '/operator/coaches/{coachId}/decisions',
      tags: ['operator'],
      summary: 'List the decisions about a coach, newest first',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ decisions: z.array(coachDecisionEntry) })),
  decideCoach: procedure({ allow: 'operator', right: 'approvals' })
    .route({
      method: 'POST',
      path: '/operator/coaches/{coachId}/decisions',
      tags: ['operator'],
      summary: 'Approve, reject, suspend or reinstate a coach, or ask them for more',
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
