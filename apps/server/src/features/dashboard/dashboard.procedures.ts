import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireActor, requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { dismissFollowUp, getClientDashboard, getCoachDashboard, hideSuggestions } from './dashboard.service.ts';

export const dashboardProcedures = {
  getCoachDashboard: os.dashboard.getCoachDashboard.handler(async ({ context, input }) =>
    getCoachDashboard(context.services, requireCoach(await context.actor(), input.coachId)),
  ),
  dismissFollowUp: os.dashboard.dismissFollowUp.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const today = dayInZone(now(), coach.timeZone);
    await db.write(scope, (tx) => dismissFollowUp(tx, input.clientId, today));
    return { clientId: input.clientId };
  }),
  hideSuggestions: os.dashboard.hideSuggestions.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const today = dayInZone(now(), coach.timeZone);
    await db.write(scope, (tx) => hideSuggestions(tx, input.suggestions, today), errors);
    return { hidden: input.suggestions.filter(({ until }) => until !== null).length };
  }),
  getClientDashboard: os.dashboard.getClientDashboard.handler(async ({ context }) => {
    const actor = requireActor(await context.actor());
    if (actor.role === 'Client' && !actor.relationship) return null;
    return getClientDashboard(context.services, requireClient(actor));
  }),
};
