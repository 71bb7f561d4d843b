import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { isLedgerCursor } from '../money/money.ledger.service.ts';
import { getBusinessMetrics } from './metrics.business.service.ts';
import { getExpenseAnalytics } from './metrics.expenses.service.ts';
import { listBusinessRows } from './metrics.rows.service.ts';
import { computeClientMetrics, computePipelineMetrics, getCoachRevenue, refreshMetrics } from './metrics.service.ts';

export const metricsProcedures = {
  getClientMetrics: os.metrics.getClientMetrics.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const today = dayInZone(now(), coach.timeZone);
    return refreshMetrics(db, scope, (tx) => {
      const { timeZone } = coach;
      const clients = listTrackedClients(tx, { now: now(), timeZone, plan: actor.plan.plan }).then(
        ({ tracked }) => tracked,
      );
      return computeClientMetrics(tx, clients, today);
    });
  }),

  getPipelineMetrics: os.metrics.getPipelineMetrics.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const today = dayInZone(now(), coach.timeZone);
    return refreshMetrics(db, scope, (tx) => computePipelineMetrics(tx, today));
  }),

  getCoachRevenue: os.metrics.getCoachRevenue.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coach_id);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const today = dayInZone(now(), coach.timeZone);
    const { currency } = coach;
    const { revenue } = await db.readAtOnce(scope, (tx) => getCoachRevenue(tx, { today, currency }));
    return revenue;
  }),

  getBusinessMetrics: os.metrics.getBusinessMetrics.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const { from, to, currency = coach.currency } = input;
    const today = dayInZone(now(), coach.timeZone);
    const planPlaces = PLANS[actor.plan.plan].clientCap;
    const asked = {
      period: { from, to },
      currency,
      ownCurrency: coach.currency,
      today,
      planPlaces,
      timeZone: coach.timeZone,
    };
    return db.readAtOnce(scope, (tx) => getBusinessMetrics(tx, asked));
  }),

  listBusinessRows: os.metrics.listBusinessRows.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const { coachId: _, cursor, ...selection } = input;
    if (cursor !== undefined && !isLedgerCursor('newest', cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    const { timeZone } = coach;
    const today = dayInZone(now(), timeZone);
    const page = await db.readAtOnce(scope, (tx) => listBusinessRows(tx, selection, { cursor, today, timeZone }));
    return { ...page, today };
  }),

  getExpenseAnalytics: os.metrics.getExpenseAnalytics.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'expense_analytics', now());
    const { from, to, currency = coach.currency } = input;
    const today = dayInZone(now(), coach.timeZone);
    const asked = { period: { from, to }, currency, ownCurrency: coach.currency, today };
    return db.readAtOnce(scope, (tx) => getExpenseAnalytics(tx, asked));
  }),
};
