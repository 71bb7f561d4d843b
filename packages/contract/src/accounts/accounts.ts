import { z } from 'zod';
import type { OperatorAccess } from '../access.ts';
import { auditEntry } from '../audit/audit.ts';
import { paidPlan, plan, planChangeErrors, refundErrors, subscription } from '../billing/billing.ts';
import { procedure } from '../errors.ts';
import { cents, email, id, instant, text, unitSystem } from '../fields.ts';
import { COACH_STATUSES, ROLES } from '../people.rules.ts';
import { dataExport } from '../privacy/privacy.ts';
import { ACCOUNT_KINDS, ERASURE_PAUSE_HOURS, MAX_GRACE_DAYS, VIEW_MINUTES } from './accounts.rules.ts';

const PAGE = 50;
const coachStatus = z.enum(COACH_STATUSES);

/** A person with an account, as the list shows them. */
export const listedAccount = z.object({
  userId: id,
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Null for a person who never got a role; the product treats them as a client without a coach. */
  role: z.enum(ROLES).nullable(),
  /** Null unless the person is a coach. */
  coachStatus: coachStatus.nullable(),
  plan: plan.nullable(),
  subscriptionStatus: z.string(),
  graceUntil: instant.nullable(),
  joinedAt: instant,
});
export type ListedAccount = z.infer<typeof listedAccount>;

/** How many coachings have a status, without a name of the other person. */
const coachingCount = z.object({ status: z.string(), count: z.int(), latestAt: instant.nullable() });

/** A browser in which the person is signed in. */
const accountSession = z.object({
  id,
  userAgent: z.string().nullable(),
  network: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
});
export type AccountSession = z.infer<typeof accountSession>;

/** An account as operators see it. It holds no work of a tenant. */
export const account = listedAccount.extend({
  isDemo: z.boolean(),
  /** The operator's own account, or that of another operator: neither is changed here. */
  isOperator: z.boolean(),
  timeZone: z.string(),
  unitSystem,
  twoFactorEnabled: z.boolean(),
  lastSignInAt: instant.nullable(),
  statusReason: z.string(),
  stripeCustomerId: z.string().nullable(),
  includedClients: z.int(),
  /** As a coach: their clients. As a client: their coaches. */
  coachings: z.array(coachingCount),
  subscription: subscription.nullable(),
  sessions: z.array(accountSession),
  /** When the account will be deleted, where a person asked for it. */
  erasureDueAt: instant.nullable(),
  /** The newest copy of the person's data, which only the person can download. */
  export: dataExport.pick({ status: true, askedAt: true, expiresAt: true }).nullable(),
  /** The operator who asked for it; null where the person did. */
  exportAskedBy: z.string().nullable(),
});
export type Account = z.infer<typeof account>;

/** The price of another plan for a coach who has a subscription. */
export const planPrice = z.object({
  /** With the clients that the coach has. */
  monthlyCents: cents,
  /** Taken at once, the setup fee included; null where the next invoice has both the difference and the fee. */
  dueNowCents: cents.nullable(),
  /** The next invoice's difference for the rest of the month; negative for a credit. Null if charged now or unknown. */
  differenceCents: z.int().nullable(),
  /** Zero when it was paid before. */
  setupCents: cents,
  /** Clients above the cap of that plan. Their data stays, but the coach cannot add clients. */
  overCap: z.int(),
  /** The difference is counted from this moment. */
  countedFrom: instant,
});
export type PlanPrice = z.infer<typeof planPrice>;

/** The search text: the start of a name or email address, or a whole id. */
const query = z
  .string()
  .trim()
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** The account is no longer as the operator saw it, or the action makes no sense for it. */
const actions = <const Allowed extends OperatorAccess>(access: Allowed) =>
  procedure(access).errors({
    NOT_POSSIBLE: { status: 409, message: 'This account has changed meanwhile, so nothing was done.' },
  });
const done = z.object({ userId: id });
/** The reason that the person reads in the mail. */
const reason = text(1000).min(1, 'Please write to the person why');

export const accounts = {
  listAccounts: procedure({ allow: 'operator', right: 'accounts' })
    .route({
      method: 'GET',
      path: '/operator/accounts',
      tags: ['accounts'],
      summary: `List the accounts, newest first, ${PAGE} at a time, or search for the first ${PAGE}`,
    })
    .input(
      z.object({
        query: query.optional(),
        kind: z.enum(ACCOUNT_KINDS).optional(),
        plan: plan.optional(),
        status: coachStatus.optional(),
        /** The last account of the page before. */
        after: id.optional(),
      }),
    )
    .output(
      z.object({
        accounts: z.array(listedAccount),
        next: id.nullable(),
        /** Whether the search found more than it shows. */
        more: z.boolean(),
      }),
    ),
  getAccount: procedure({ allow: 'operator', right: 'accounts' })
    .route({ method: 'GET', path: '/operator/accounts/{userId}', tags: ['accounts'], summary: 'Get an account' })
    .input(z.object({ userId: id }))
    .output(account),
  listAccountEntries: procedure({ allow: 'operator', right: 'accounts' })
    .route({
      method: 'GET',
      path: '/operator/accounts/{userId}/audit_entries',
      tags: ['accounts'],
      summary: "List the audit log about an account, without the coach's business, newest first",
    })
    .input(z.object({ userId: id, before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }))
    .output(z.object({ entries: z.array(auditEntry), next: z.int().nullable() })),
  resendVerification: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/verification',
      tags: ['accounts'],
      summary: 'Send the verification email again',
    })
    .input(z.object({ userId: id }))
    .output(done),
  resetSecondStep: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/second_step_reset',
      tags: ['accounts'],
      summary: 'Turn off two-factor sign-in and end all sessions, for a person who lost the second step',
    })
    .input(z.object({ userId: id, reason }))
    .output(done),
  endAccountSession: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'DELETE',
      path: '/operator/accounts/{userId}/sessions/{sessionId}',
      tags: ['accounts'],
      summary: 'Sign the person out of one browser',
    })
    .input(z.object({ userId: id, sessionId: id }))
    .output(done),
  endAccountSessions: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/ended_sessions',
      tags: ['accounts'],
      summary: 'Sign the person out everywhere',
    })
    .input(z.object({ userId: id, reason }))
    .output(done),
  previewPlan: actions({ allow: 'operator', right: 'billing' })
    .errors({ PAYMENT_UNAVAILABLE: planChangeErrors.PAYMENT_UNAVAILABLE })
    .route({
      method: 'GET',
      path: '/operator/accounts/{userId}/plan_preview',
      tags: ['accounts'],
      summary: 'Get what another plan costs a coach with a subscription',
    })
    .input(z.object({ userId: id, plan: paidPlan }))
    .output(planPrice),
  changePlan: actions({ allow: 'operator', right: 'billing' })
    .errors(planChangeErrors)
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/plan',
      tags: ['accounts'],
      summary: 'Change the plan of a subscription, or give a coach without one another plan free of charge',
    })
    .input(
      z.object({
        userId: id,
        reason,
        plan,
        /** The plan that the operator saw. */
        from: plan,
        /** The price that the operator saw, which a coach with a subscription pays. */
        price: planPrice
          .pick({ monthlyCents: true, dueNowCents: true, differenceCents: true, setupCents: true, countedFrom: true })
          .optional(),
      }),
    )
    .output(z.object({ plan })),
  extendGrace: actions({ allow: 'operator', right: 'billing' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/grace',
      tags: ['accounts'],
      summary: `Keep the plan after failed payments for up to ${MAX_GRACE_DAYS} days from now`,
    })
    .input(
      z.object({
        userId: id,
        reason,
        days: z.int().min(1).max(MAX_GRACE_DAYS),
        /** The end of the grace period that the operator saw. */
        graceUntil: instant.nullable(),
      }),
    )
    .output(z.object({ graceUntil: instant })),
  refundAccount: actions({ allow: 'operator', right: 'billing' })
    .errors(refundErrors)
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/refunds',
      tags: ['accounts'],
      summary: 'Refund all payments of the subscription and end it, within 30 days of the first one',
    })
    .input(z.object({ userId: id, reason }))
    .output(z.object({ refundedCents: cents })),
  askForErasure: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/erasure',
      tags: ['accounts'],
      summary: `Delete the account in ${ERASURE_PAUSE_HOURS} hours, for a person who asked for it`,
    })
    .input(
      z.object({
        userId: id,
        reason,
        /** The address of the account, typed by the operator. */
        email,
      }),
    )
    .output(z.object({ dueAt: instant })),
  cancelErasure: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'DELETE',
      path: '/operator/accounts/{userId}/erasure',
      tags: ['accounts'],
      summary: 'Keep an account that was to be deleted',
    })
    .input(z.object({ userId: id }))
    .output(done),
  askForExport: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/exports',
      tags: ['accounts'],
      summary: 'Start a copy of the person’s data, which only the person can download',
    })
    .input(z.object({ userId: id, reason }))
    .output(done),
  startViewing: actions({ allow: 'operator', right: 'support' })
    .route({
      method: 'POST',
      path: '/operator/accounts/{userId}/views',
      tags: ['accounts'],
      summary: `See the product as an active coach does for ${VIEW_MINUTES} minutes, without changing anything`,
    })
    .input(z.object({ userId: id, reason }))
    .output(z.object({ until: instant })),
  stopViewing: procedure({ allow: 'viewer' })
    .route({
      method: 'POST',
      path: '/operator/view/stop',
      tags: ['accounts'],
      summary: "Stop viewing as another person and return to the operator's session",
    })
    .output(z.object({ userId: id })),
};
