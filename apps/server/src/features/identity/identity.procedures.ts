import { isExtensionDue } from '../../core/auth/auth.ts';
import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireActor, requireUser } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { deleteAccount, describeSecurity, describeSession, savePreferences } from './identity.service.ts';

/** Per person. Stops a stranger at an open session from guessing the password. */
const PASSWORD_TRIES: RateLimit = { windowSeconds: 900, max: 10 };

export const identityProcedures = {
  getSession: os.identity.getSession.handler(async ({ context }) => {
    const { now } = context.services;
    const found = await context.findActor();
    // Only the library extends a session, renews its cookie, or clears the cookie of an ended one.
    if (!found || isExtensionDue(found.expiresAt, now())) await context.extendSession();
    const actor = await context.findActor();
    if (!actor) return null;
    return describeSession(context.services, actor, requireUser(actor).scope);
  }),
  getRole: os.identity.getRole.handler(async ({ context }) => {
    const { userId, role } = requireActor(await context.findActor());
    return { userId, role };
  }),
  getCoach: os.identity.getCoach.handler(async ({ context }) => {
    const { coach } = requireActor(await context.findActor());
    return coach && { id: coach.id, status: coach.status, fullName: coach.fullName };
  }),
  getSecurity: os.identity.getSecurity.handler(async ({ context }) =>
    describeSecurity(context.services.accounts, requireActor(await context.findActor())),
  ),
  endSession: os.identity.endSession.handler(async ({ context, input }) => {
    const { userId } = requireActor(await context.findActor());
    const ended = await context.services.accounts.endSession(userId, input.sessionId);
    if (!ended) throw refuse('NOT_FOUND');
    return input;
  }),
  endOtherSessions: os.identity.endOtherSessions.handler(async ({ context }) => {
    const { userId, sessionId } = requireActor(await context.findActor());
    return { ended: await context.services.accounts.endOtherSessions(userId, sessionId) };
  }),
  savePreferences: os.identity.savePreferences.handler(async ({ context, input }) => {
    const { userId } = requireActor(await context.findActor());
    await savePreferences(context.services, userId, input);
    return input;
  }),
  deleteAccount: os.identity.deleteAccount.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireUser(await context.findActor());
    const { services } = context;
    const { accounts, db, limiter } = services;
    if (actor.role === 'Operator') throw refuse('FORBIDDEN');
    await requireRate(limiter, `password|${actor.userId}`, PASSWORD_TRIES);
    if (!(await accounts.isPassword(actor.userId, input.password))) {
      throw refuse({ answers: errors }, 'WRONG_PASSWORD');
    }
    await db.write(scope, (tx) => deleteAccount(tx, services, actor), errors);
    return { deleted: true };
  }),
};
