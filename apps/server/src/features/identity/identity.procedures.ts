import { isExtensionDue } from '../../platform/auth/auth.ts';
import { os } from '../../platform/http/procedures.ts';
import { requireActor, requireUser } from './identity.policy.ts';
import { describeSession } from './identity.service.ts';

export const identityProcedures = {
  getSession: os.identity.getSession.handler(async ({ context }) => {
    const { now, identity } = context.services;
    const found = await context.actor();
    // The library alone extends a session, renews its cookie, or takes back the cookie of one that has ended.
    if (!found || isExtensionDue(found.expiresAt, now())) await context.extendSession();
    const actor = await context.actor();
    if (!actor) return null;
    return describeSession(identity, actor, requireUser(actor).scope);
  }),
  getRole: os.identity.getRole.handler(async ({ context }) => {
    const { userId, role } = requireActor(await context.actor());
    return { userId, role };
  }),
  getCoach: os.identity.getCoach.handler(async ({ context }) => {
    const { coach } = requireActor(await context.actor());
    return coach && { id: coach.id, status: coach.status, fullName: coach.fullName };
  }),
};
