import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { coachProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { isLedgerCursor } from '../money/money.ledger.service.ts';
import { getBusinessMetrics } from './metrics.business.service.ts';
import { getExpenseAnalytics } from './metrics.expenses.service.ts';
import { listBusinessRows } from './metrics.rows.service.ts';
import {
  computeClientMetrics,
  computePipelineMetrics,
  getCoachRevenue,
  readStoredFigures,
  refreshMetrics,
} from './metrics.service.ts';

const { metrics } = coachProcedure;

export const metricsProcedures = {
  getClientMetrics: metrics.getClientMetrics.handler(({ context: { scope, db, now, actor, coach } }) => {
    const today = dayInZone(now, coach.timeZone);
    return refreshMetrics(db, scope, (tx) => {
      const { timeZone } = coach;
      const clients = listTrackedClients(tx, { now, timeZone, plan: actor.plan.plan }).then(({ tracked }) => tracked);
      return computeClientMetrics(clients, readStoredFigures(tx, today), today);
    });
  }),

  getPipelineMetrics: metrics.getPipelineMetrics.handler(({ context: { scope, db, now, coach } }) => {
    const today = dayInZone(now, coach.timeZone);
    return refreshMetrics(db, scope, (tx) => computePipelineMetrics(tx, readStoredFigures(tx, today), today));
  }),

  getCoachRevenue: metrics.getCoachRevenue.handler(async ({ context: { scope, db, now, coach } }) => {
    const today = dayInZone(now, coach.timeZone);
    const { currency } = coach;
    const { revenue } = await db.readAtOnce(scope, (tx) => getCoachRevenue(tx, { today, currency }));
    return revenue;
  }),

  getBusinessMetrics: metrics.getBusinessMetrics.handler(({ context: { scope, db, now, actor, coach }, input }) => {
    const { from, to, currency = coach.currency } = input;
    const today = dayInZone(now, coach.timeZone);
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

  listBusinessRows: metrics.listBusinessRows.handler(async ({ context: { scope, db, now, coach }, input }) => {
    const { coachId: _, cursor, ...selection } = input;
    if (cursor !== undefined && !isLedgerCursor('newest', cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    const { timeZone } = coach;
    const today = dayInZone(now, timeZone);
    const page = await db.readAtOnce(scope, (tx) => listBusinessRows(tx, selection, { cursor, today, timeZone }));
    return { ...page, today };
  }),

  getExpenseAnalytics: metrics.getExpenseAnalytics.handler(({ context: { scope, db, now, coach }, input }) => {
    const { from, to, currency = coach.currency } = input;
    const today = dayInZone(now, coach.timeZone);
    const asked = { period: { from, to }, currency, ownCurrency: coach.currency, today };
    return db.readAtOnce(scope, (tx) => getExpenseAnalytics(tx, asked));
  }),
};
