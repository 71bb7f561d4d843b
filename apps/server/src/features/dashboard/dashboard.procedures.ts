import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireActor, requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { dismissFollowUp, readClientDashboard, readCoachDashboard } from './dashboard.service.ts';

export const dashboardProcedures = {
  getCoachDashboard: os.dashboard.getCoachDashboard.handler(async ({ context, input }) =>
    readCoachDashboard(context.services, requireCoach(await context.actor(), input.coachId)),
  ),
  dismissFollowUp: os.dashboard.dismissFollowUp.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const today = dayInZone(now(), coach.timeZone);
    const dismissed = await db.write(scope, (tx) => dismissFollowUp(tx, input.clientId, today));
    if (!dismissed) throw errors.NOT_FOUND();
    return { clientId: input.clientId };
  }),
  getClientDashboard: os.dashboard.getClientDashboard.handler(async ({ context }) => {
    const actor = requireActor(await context.actor());
    if (actor.role === 'Client' && !actor.relationship) return null;
    return readClientDashboard(context.services, requireClient(actor));
  }),
};
