import { requireRate } from '../../core/limits.ts';
import { operatorProcedure, viewerProcedure } from '../../core/procedures.ts';
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

const { accounts } = operatorProcedure;

export const accountsProcedures = {
  listAccounts: accounts.listAccounts.handler(({ context, input }) => {
    const { query = '', kind, plan, status, after } = input;
    return context.db.readAtOnce(context.scope, (tx) => listAccounts(tx, { query, kind, plan, status, after }));
  }),

  getAccount: accounts.getAccount.handler(async ({ context, input }) => {
    return describeAccount(context.services, context.scope, input.userId);
  }),

  listAccountEntries: accounts.listAccountEntries.handler(async ({ context, input }) => {
    const { userId, before } = input;
    return context.db.read(context.scope, (tx) => listAccountEntries(tx, { userId, before }));
  }),

  resendVerification: accounts.resendVerification.handler(async ({ context, input: { userId }, errors }) => {
    await requireRate(context.services.limiter, `resend_verification|${userId}`, VERIFICATION_MAILS);
    await resendVerification({ ...context.services, answers: errors }, context.scope, userId);
    return { userId };
  }),

  resetSecondStep: accounts.resetSecondStep.handler(async ({ context, input, errors }) => {
    await resetSecondStep({ ...context.services, answers: errors }, context.scope, input);
    return { userId: input.userId };
  }),

  endAccountSession: accounts.endAccountSession.handler(async ({ context, input }) => {
    await endAccountSession(context.services, context.scope, input);
    return { userId: input.userId };
  }),

  endAccountSessions: accounts.endAccountSessions.handler(async ({ context, input, errors }) => {
    await endAccountSessions({ ...context.services, answers: errors }, context.scope, input);
    return { userId: input.userId };
  }),

  previewPlan: accounts.previewPlan.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    return withProvider(context, errors, () => previewAccountPlan(deps, context.scope, input));
  }),

  changePlan: accounts.changePlan.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    await withProvider(context, errors, () => changeAccountPlan(deps, context.scope, input));
    return { plan: input.plan };
  }),

  extendGrace: accounts.extendGrace.handler(async ({ context, input, errors }) => {
    return { graceUntil: await extendAccountGrace({ ...context.services, answers: errors }, context.scope, input) };
  }),

  refundAccount: accounts.refundAccount.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    return { refundedCents: await withProvider(context, errors, () => refundPayments(deps, context.scope, input)) };
  }),

  askForErasure: accounts.askForErasure.handler(async ({ context, input, errors }) => {
    return { dueAt: await askForErasure({ ...context.services, answers: errors }, context.scope, input) };
  }),

  cancelErasure: accounts.cancelErasure.handler(async ({ context, input: { userId }, errors }) => {
    await cancelErasure({ ...context.services, answers: errors }, context.scope, userId);
    return { userId };
  }),

  askForExport: accounts.askForExport.handler(async ({ context, input, errors }) => {
    await askForExport({ ...context.services, answers: errors }, context.scope, input);
    return { userId: input.userId };
  }),

  startViewing: accounts.startViewing.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    const view = { ...input, sessionId: context.actor.sessionId };
    return { until: await startView(deps, context.scope, view) };
  }),

  stopViewing: viewerProcedure.accounts.stopViewing.handler(async ({ context: { scope, db, viewId } }) => ({
    userId: await db.write(scope, (tx) => stopView(tx, viewId)),
  })),
};
