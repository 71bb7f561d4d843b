import type { RequestContext } from '../../core/context.ts';
import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { requireOperator, requireViewer } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { withProvider } from '../billing/billing.support.service.ts';
import { askForErasure, cancelErasure } from './accounts.erasure.service.ts';
import { askForExport } from './accounts.export.service.ts';
import { changeAccountPlan, previewAccountPlan } from './accounts.plan.service.ts';
import { describeAccount, listAccountEntries, listAccounts } from './accounts.service.ts';
import {
  endAccountSession,
  endAccountSessions,
  extendAccountGrace,
  refundPayments,
  resendVerification,
  resetSecondStep,
} from './accounts.support.service.ts';
import { startView, stopView } from './accounts.view.service.ts';

/** Per account. A mail that did not arrive does not arrive sooner when it is sent again and again. */
const VERIFICATION_MAILS: RateLimit = { windowSeconds: 600, max: 3 };

const scopeFor = async (context: RequestContext, right: 'accounts' | 'support' | 'billing') =>
  requireOperator(await context.actor(), right).scope;

export const accountsProcedures = {
  listAccounts: os.accounts.listAccounts.handler(async ({ context, input }) => {
    const scope = await scopeFor(context, 'accounts');
    const { query = '', kind, plan, status, after } = input;
    return context.services.db.readAtOnce(scope, (tx) => listAccounts(tx, { query, kind, plan, status, after }));
  }),

  getAccount: os.accounts.getAccount.handler(async ({ context, input }) => {
    const scope = await scopeFor(context, 'accounts');
    return describeAccount(context.services, scope, input.userId);
  }),

  listAccountEntries: os.accounts.listAccountEntries.handler(async ({ context, input }) => {
    const scope = await scopeFor(context, 'accounts');
    const { userId, before } = input;
    return context.services.db.read(scope, (tx) => listAccountEntries(tx, { userId, before }));
  }),

  resendVerification: os.accounts.resendVerification.handler(async ({ context, input: { userId }, errors }) => {
    const scope = await scopeFor(context, 'support');
    await requireRate(context.services.limiter, `resend_verification|${userId}`, VERIFICATION_MAILS);
    await resendVerification({ ...context.services, answers: errors }, scope, userId);
    return { userId };
  }),

  resetSecondStep: os.accounts.resetSecondStep.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'support');
    await resetSecondStep({ ...context.services, answers: errors }, scope, input);
    return { userId: input.userId };
  }),

  endAccountSession: os.accounts.endAccountSession.handler(async ({ context, input }) => {
    const scope = await scopeFor(context, 'support');
    await endAccountSession(context.services, scope, input);
    return { userId: input.userId };
  }),

  endAccountSessions: os.accounts.endAccountSessions.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'support');
    await endAccountSessions({ ...context.services, answers: errors }, scope, input);
    return { userId: input.userId };
  }),

  previewPlan: os.accounts.previewPlan.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'billing');
    const deps = { ...context.services, answers: errors };
    return withProvider(context, errors, () => previewAccountPlan(deps, scope, input));
  }),

  changePlan: os.accounts.changePlan.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'billing');
    const deps = { ...context.services, answers: errors };
    await withProvider(context, errors, () => changeAccountPlan(deps, scope, input));
    return { plan: input.plan };
  }),

  extendGrace: os.accounts.extendGrace.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'billing');
    return { graceUntil: await extendAccountGrace({ ...context.services, answers: errors }, scope, input) };
  }),

  refundAccount: os.accounts.refundAccount.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'billing');
    const deps = { ...context.services, answers: errors };
    return { refundedCents: await withProvider(context, errors, () => refundPayments(deps, scope, input)) };
  }),

  askForErasure: os.accounts.askForErasure.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'support');
    return { dueAt: await askForErasure({ ...context.services, answers: errors }, scope, input) };
  }),

  cancelErasure: os.accounts.cancelErasure.handler(async ({ context, input: { userId }, errors }) => {
    const scope = await scopeFor(context, 'support');
    await cancelErasure({ ...context.services, answers: errors }, scope, userId);
    return { userId };
  }),

  askForExport: os.accounts.askForExport.handler(async ({ context, input, errors }) => {
    const scope = await scopeFor(context, 'support');
    await askForExport({ ...context.services, answers: errors }, scope, input);
    return { userId: input.userId };
  }),

  startViewing: os.accounts.startViewing.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireOperator(await context.actor(), 'support');
    const deps = { ...context.services, answers: errors };
    return { until: await startView(deps, scope, { ...input, sessionId: actor.sessionId }) };
  }),

  stopViewing: os.accounts.stopViewing.handler(async ({ context }) => {
    const { viewId, scope } = requireViewer(await context.actor());
    return { userId: await context.services.db.write(scope, (tx) => stopView(tx, viewId)) };
  }),
};
