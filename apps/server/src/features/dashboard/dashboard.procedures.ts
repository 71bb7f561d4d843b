import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { dismissFollowUp, getClientDashboard, getCoachDashboard, hideSuggestions } from './dashboard.service.ts';

const { dashboard } = coachProcedure;

export const dashboardProcedures = {
  getCoachDashboard: dashboard.getCoachDashboard.handler(({ context }) => getCoachDashboard(context.services, context)),

  dismissFollowUp: dashboard.dismissFollowUp.handler(async ({ context: { scope, db, now, coach }, input }) => {
    const day = dayInZone(now, coach.timeZone);
    await db.write(scope, (tx) => dismissFollowUp(tx, input.clientId, day));
    return { clientId: input.clientId };
  }),

  hideSuggestions: dashboard.hideSuggestions.handler(
    async ({ context: { scope, db, now, coach }, input: { suggestions }, errors }) => {
      const day = dayInZone(now, coach.timeZone);
      await db.write(scope, (tx) => hideSuggestions(tx, suggestions, day), errors);
      return { hidden: suggestions.filter(({ until }) => until !== null).length };
    },
  ),

  getClientDashboard: clientProcedure.dashboard.getClientDashboard.handler(({ context }) =>
    getClientDashboard(context.services, context),
  ),
};
