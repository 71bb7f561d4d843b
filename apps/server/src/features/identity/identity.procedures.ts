import { os } from '../../platform/http/procedures.ts';
import { requireActor, requireUser } from './identity.policy.ts';
import { describeSession } from './identity.service.ts';

export const identityProcedures = {
  getSession: os.identity.getSession.handler(async ({ context }) => {
    // The library is asked first, because it alone extends a session and renews its cookie.
    await context.extendSession();
    const actor = await context.actor();
    if (!actor) return null;
    return describeSession(context.services.identity, actor, requireUser(actor).scope);
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
