import { isExtensionDue } from '../../core/auth/auth.ts';
import { requireRate } from '../../core/limits.ts';
import { personProcedure, visitorProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireUser } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { deleteAccount, describeSecurity, describeSession, savePreferences } from './identity.service.ts';

/** Per person. Stops a stranger at an open session from guessing the password. */
const PASSWORD_TRIES: RateLimit = { windowSeconds: 900, max: 10 };

const { identity } = personProcedure;

export const identityProcedures = {
  getSession: visitorProcedure.identity.getSession.handler(async ({ context }) => {
    const { now, services } = context;
    const found = await context.findActor();
    // Only the library extends a session, renews its cookie, or clears the cookie of an ended one.
    if (!found || isExtensionDue(found.expiresAt, now)) await context.extendSession();
    const actor = await context.findActor();
    if (!actor) return null;
    return describeSession(services, actor, requireUser(actor).scope, context.hostedCoach);
  }),
  getRole: identity.getRole.handler(({ context: { actor } }) => ({ userId: actor.userId, role: actor.role })),
  getCoach: identity.getCoach.handler(
    ({
      context: {
        actor: { coach },
      },
    }) => coach && { id: coach.id, status: coach.status, fullName: coach.fullName },
  ),
  getSecurity: identity.getSecurity.handler(({ context: { actor, services } }) =>
    describeSecurity(services.accounts, actor),
  ),
  endSession: identity.endSession.handler(async ({ context: { actor, services }, input }) => {
    const ended = await services.accounts.endSession(actor.userId, input.sessionId);
    if (!ended) throw refuse('NOT_FOUND');
    return input;
  }),
  endOtherSessions: identity.endOtherSessions.handler(async ({ context: { actor, services } }) => ({
    ended: await services.accounts.endOtherSessions(actor.userId, actor.sessionId),
  })),
  savePreferences: identity.savePreferences.handler(async ({ context: { actor, services }, input }) => {
    await savePreferences(services, actor.userId, input);
    return input;
  }),
  deleteAccount: identity.deleteAccount.handler(async ({ context: { scope, db, actor, services }, input, errors }) => {
    const { accounts, limiter } = services;
    await requireRate(limiter, `password|${actor.userId}`, PASSWORD_TRIES);
    if (!(await accounts.isPassword(actor.userId, input.password))) {
      throw refuse({ answers: errors }, 'WRONG_PASSWORD');
    }
    await db.write(scope, (tx) => deleteAccount(tx, services, actor), errors);
    return { deleted: true };
  }),
};
