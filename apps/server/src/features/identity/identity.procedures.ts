import { ORPCError } from '@orpc/server';
import { isExtensionDue } from '../../core/auth/auth.ts';
import { os } from '../../core/procedures.ts';
import { requireActor, requireUser } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { billSeatsJob } from '../billing/billing.jobs.ts';
import { sweepFilesJob } from '../files/files.jobs.ts';
import { deleteAccount, describeSecurity, describeSession, savePreferences } from './identity.service.ts';
import { securityNoticeMail } from './identity.mails.ts';

/** Whoever holds an open session of somebody must not guess their password. */
const PASSWORD_TRIES: RateLimit = { windowSeconds: 900, max: 10 };

export const identityProcedures = {
  getSession: os.identity.getSession.handler(async ({ context }) => {
    const { now } = context.services;
    const found = await context.actor();
    // The library alone extends a session, renews its cookie, or takes back the cookie of one that has ended.
    if (!found || isExtensionDue(found.expiresAt, now())) await context.extendSession();
    const actor = await context.actor();
    if (!actor) return null;
    return describeSession(context.services, actor, requireUser(actor).scope);
  }),
  getRole: os.identity.getRole.handler(async ({ context }) => {
    const { userId, role } = requireActor(await context.actor());
    return { userId, role };
  }),
  getCoach: os.identity.getCoach.handler(async ({ context }) => {
    const { coach } = requireActor(await context.actor());
    return coach && { id: coach.id, status: coach.status, fullName: coach.fullName };
  }),
  getSecurity: os.identity.getSecurity.handler(async ({ context }) =>
    describeSecurity(context.services.accounts, requireActor(await context.actor())),
  ),
  endSession: os.identity.endSession.handler(async ({ context, input, errors }) => {
    const { userId } = requireActor(await context.actor());
    const ended = await context.services.accounts.endSessions(userId, (id) => id === input.sessionId);
    if (ended === 0) throw errors.NOT_FOUND();
    return input;
  }),
  endOtherSessions: os.identity.endOtherSessions.handler(async ({ context }) => {
    const { userId, sessionId } = requireActor(await context.actor());
    return { ended: await context.services.accounts.endSessions(userId, (id) => id !== sessionId) };
  }),
  savePreferences: os.identity.savePreferences.handler(async ({ context, input }) => {
    const { userId } = requireActor(await context.actor());
    await savePreferences(context.services, userId, input);
    return input;
  }),
  deleteAccount: os.identity.deleteAccount.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireUser(await context.actor());
    const { accounts, db, limiter, mailer, queue, env } = context.services;
    if (actor.role === 'Operator') throw errors.FORBIDDEN();
    const wait = await limiter.consume(`password|${actor.userId}`, PASSWORD_TRIES);
    if (wait !== null) {
      throw new ORPCError('RATE_LIMITED', {
        status: 429,
        message: 'Too many attempts. Please wait a moment and try again.',
        data: { retryAfterSeconds: wait },
      });
    }
    if (!(await accounts.isPassword(actor.userId, input.password))) throw errors.WRONG_PASSWORD();
    const { email, fullName: name } = actor;
    const outcome = await db.write(scope, async (tx) => {
      const deletion = await deleteAccount(tx);
      if (deletion.outcome !== 'deleted') return deletion.outcome;
      for (const coachId of deletion.freed_coaches) await queue.send(billSeatsJob, { coachId }, tx);
      // Their files are out of sight from now on; this takes them off the disk.
      await queue.send(sweepFilesJob, {}, tx);
      const props = { name, event: 'account_deleted', url: env.appUrl };
      await mailer.send({ to: email, template: securityNoticeMail, props }, tx);
      return deletion.outcome;
    });
    if (outcome === 'subscribed') throw errors.SUBSCRIPTION_RUNNING();
    return { deleted: true };
  }),
};
