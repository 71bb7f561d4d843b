import type { AuditAction, AuditFacts } from '@stridewell/contract/audit/audit.rules';
import { longDate } from '@stridewell/contract/time';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { auditAbout, auditAsked } from '../audit/audit.service.ts';
import { findOwnSubscription } from '../billing/billing.purchase.service.ts';
import { extendGrace, graceOf, refundAccount } from '../billing/billing.support.service.ts';
import { findAccount } from './accounts.data.ts';
import type { AccountEvent } from './accounts.mail.tsx';

export const accountNoticeMail = defineMail('account-notice', async () => {
  const { accountNoticeSubject: subject, AccountNoticeMail: Body } = await import('./accounts.mail.tsx');
  return { subject, Body };
});

export type SupportDeps = Pick<Services, 'db' | 'accounts' | 'mailer' | 'env' | 'limiter'> &
  Parameters<typeof findOwnSubscription>[0];
type Refusing = Answering<'NOT_POSSIBLE'>;

const DAY_MS = 86_400_000;

/**
 * The account that an operator may act on. Operators, the caller included, are managed on their own page.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireTarget(deps: Pick<Services, 'db'>, scope: OperatorScope, userId: string) {
  const account = await deps.db.read(scope, (tx) => findAccount(tx, userId));
  if (!account) throw refuse('NOT_FOUND');
  if (account.role === 'Operator') throw refuse('FORBIDDEN', { message: 'Operators are managed on their own page.' });
  return { ...account, timeZone: account.timeZone ?? account.coachTimeZone ?? 'UTC' };
}

type Noted = {
  action: AuditAction;
  before?: AuditFacts;
  after?: AuditFacts;
  /** Mail to the person; none for actions on a single browser. */
  mail?: { event: AccountEvent; reason: string; detail?: string };
};

type Target = { userId: string; fullName: string; email: string };

/** Records an operator's action on an account in this transaction, and mails the person. */
export async function noteIn(
  tx: Tx<OperatorScope>,
  { mailer, env }: Pick<SupportDeps, 'mailer' | 'env'>,
  { userId, fullName: name, email }: Target,
  { mail, ...change }: Noted,
): Promise<void> {
  auditAbout(tx, userId, { ...change, subjectId: userId });
  if (!mail) return;
  const { event, reason, detail = '' } = mail;
  const props = { event, name, reason, detail, url: `${env.appUrl}/auth` };
  await mailer.send({ to: email, replyTo: env.CONTACT_EMAIL, template: accountNoticeMail, props }, tx);
}

type Asked<Result> = {
  asked: Omit<Noted, 'mail'>;
  work: () => Promise<Result>;
  /** Facts of the result for the audit log. */
  noted: (result: Result) => Noted;
};

/** Runs an action of the auth library or payment provider on an account, with an audit entry before and after. */
export const noteAsked = <Result>(
  deps: SupportDeps,
  { scope, target }: { scope: OperatorScope; target: Target },
  { asked, work, noted }: Asked<Result>,
): Promise<Result> =>
  auditAsked(
    deps.db,
    { scope, chainId: target.userId },
    {
      asked: { ...asked, subjectId: target.userId },
      work,
      record: (tx, result) => noteIn(tx, deps, target, noted(result)),
    },
  );

/** @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE for a verified address */
export async function resendVerification(
  deps: SupportDeps & Refusing,
  scope: OperatorScope,
  userId: string,
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  if (account.emailVerified) throw refuse(deps, 'NOT_POSSIBLE', { message: 'This address is verified already.' });
  await deps.accounts.sendVerification(account.email);
  await deps.db.write(scope, (tx) => noteIn(tx, deps, account, { action: 'account.verification_resent' }));
}

/** @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE when two-factor sign-in is off */
export async function resetSecondStep(
  deps: SupportDeps & Refusing,
  scope: OperatorScope,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'account.two_factor_reset_asked' },
      async work() {
        if (!(await deps.accounts.resetSecondStep(userId))) {
          throw refuse(deps, 'NOT_POSSIBLE', { message: 'Two-factor sign-in is off already.' });
        }
      },
      noted: () => ({
        action: 'account.two_factor_reset',
        before: { on: true },
        after: { on: false },
        mail: { event: 'second_step_reset', reason },
      }),
    },
  );
}

/** @throws NOT_FOUND, even for another person's session, FORBIDDEN */
export async function endAccountSession(
  deps: SupportDeps,
  scope: OperatorScope,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'account.session_end_asked' },
      async work() {
        if (!(await deps.accounts.endSession(userId, sessionId))) throw refuse('NOT_FOUND');
      },
      noted: () => ({ action: 'account.session_ended' }),
    },
  );
}

/** @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE when the person is signed in nowhere */
export async function endAccountSessions(
  deps: SupportDeps & Refusing,
  scope: OperatorScope,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'account.sessions_end_asked' },
      async work() {
        const sessions = await deps.accounts.endAllSessions(userId);
        if (sessions === 0) throw refuse(deps, 'NOT_POSSIBLE', { message: 'This person is not signed in anywhere.' });
        return sessions;
      },
      noted: (sessions) => ({
        action: 'account.sessions_ended',
        after: { sessions },
        mail: { event: 'sessions_ended', reason },
      }),
    },
  );
}

type GraceWish = { userId: string; reason: string; days: number; graceUntil: string | null };

/**
 * Extends the grace period of a coach whose payments fail, counted from now. Never shortens it.
 * @returns the new end of the grace period
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE
 */
export async function extendAccountGrace(
  deps: SupportDeps & Refusing,
  scope: OperatorScope,
  { userId, reason, days, graceUntil }: GraceWish,
): Promise<string> {
  const account = await requireTarget(deps, scope, userId);
  const row = await findOwnSubscription(deps, userId);
  if (!row?.failingSince) throw refuse(deps, 'NOT_POSSIBLE', { message: 'No payment of this account has failed.' });
  const now = deps.now();
  const before = graceOf(row, now);
  if (before !== graceUntil) throw refuse(deps, 'NOT_POSSIBLE');
  const until = new Date(now.getTime() + days * DAY_MS);
  if (before !== null && new Date(before) >= until) {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'The grace period is as long already.' });
  }
  const after = until.toISOString();
  const facts = { before: { graceUntil: before }, after: { graceUntil: after } };
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'plan.grace_asked', ...facts },
      async work() {
        if (!(await extendGrace(deps, row, until))) throw refuse(deps, 'NOT_POSSIBLE');
      },
      noted: () => ({
        action: 'plan.grace_extended',
        ...facts,
        mail: { event: 'grace_extended', reason, detail: `The new date is ${longDate(until, account.timeZone)}.` },
      }),
    },
  );
  return after;
}

/**
 * Refunds a coach's payments under the money-back guarantee.
 * @returns the refunded cents
 * @throws NOT_FOUND, FORBIDDEN, NO_SUBSCRIPTION, REFUND_TOO_LATE, NOT_POSSIBLE when another request has refunded them
 */
export async function refundPayments(
  deps: SupportDeps & Answering<'NOT_POSSIBLE' | 'NO_SUBSCRIPTION' | 'REFUND_TOO_LATE'>,
  scope: OperatorScope,
  { userId, reason }: { userId: string; reason: string },
): Promise<number> {
  const account = await requireTarget(deps, scope, userId);
  return noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'plan.refund_asked' },
      async work() {
        const refundedCents = await refundAccount(deps, userId);
        if (refundedCents === 0) throw refuse(deps, 'NOT_POSSIBLE', { message: 'The payments are refunded already.' });
        return refundedCents;
      },
      noted: (refundedCents) => ({
        action: 'plan.refunded',
        after: { amountCents: refundedCents, currency: 'USD' },
        mail: { event: 'refunded', reason },
      }),
    },
  );
}
