import { os } from '../../platform/http/procedures.ts';
import { requireActor, requireCoach } from '../identity/identity.policy.ts';
import { countSeats } from './billing.service.ts';

export const billingProcedures = {
  getPlanAccess: os.billing.getPlanAccess.handler(async ({ context }) => requireActor(await context.actor()).plan),
  canAddMoreClients: os.billing.canAddMoreClients.handler(async ({ context }) => {
    const actor = requireActor(await context.actor());
    const { scope } = requireCoach(actor, actor.userId);
    const { used, cap } = await context.services.db.readAtOnce(scope, (tx) => countSeats(tx, actor.plan.plan));
    return used < cap;
  }),
};
