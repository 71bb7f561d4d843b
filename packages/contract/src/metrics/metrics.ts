import { z } from 'zod';
import { procedure } from '../errors.ts';
import { listCursor } from '../expenses/expenses.ts';
import { cents, computedDay, day, id } from '../fields.ts';
import { LEDGER_KINDS } from '../money/money.ledger.rules.ts';
import { MRR_MOVEMENTS } from '../money/money.mrr.rules.ts';
import { ROW_KINDS } from './metrics.periods.rules.ts';

export const clientMetrics = z.object({
  date: day,
  totalActiveClients: z.int(),
  clientsOnTrack: z.int(),
  /** Mean percent of the workouts done in four weeks, of the clients who had some due; null while none had. */
  workoutAdherence: z.int().nullable(),
  mostConsistentClientName: z.string().nullable(),
  /** Consecutive periods with a check-in. */
  mostConsistentClientStreak: z.int(),
  /** Change since the newest stored day that is at least a week old. */
  clientsChange: z.int(),
});
export type ClientMetrics = z.infer<typeof clientMetrics>;

export const pipelineMetrics = z.object({
  date: day,
  /** Open leads before a trial. */
  leads: z.int(),
  trials: z.int(),
  paidClients: z.int(),
  /** Share of prospects who became clients, in percent; null without prospects. */
  conversionRate: z.int().nullable(),
});
export type PipelineMetrics = z.infer<typeof pipelineMetrics>;

/** Record of the spec's get_coach_revenue. Amounts are in the smallest units of the coach's currency, the margin is in percent, null without revenue. */
export const coachRevenue = z.object({
  current_month_revenue: cents,
  monthly_expenses: cents,
  net_profit: cents,
  profit_margin: z.number().nullable(),
  active_clients: z.int(),
  max_capacity: z.int(),
});
export type CoachRevenue = z.infer<typeof coachRevenue>;

const coachKey = z.object({ coachId: id });

const period = z.object({ from: computedDay, to: computedDay });
const currency = z.string().regex(/^[A-Z]{3}$/);

/** Days that are asked about. At most twenty years, so that a request stays small. */
const askedPeriod = { from: day, to: day };
const isPeriod = ({ from, to }: { from: string; to: string }) =>
  from <= to && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) <= 20;

/** Sums of a period. Refunds reduce the revenue. The margin is in percent with one decimal, null without revenue. */
export const periodFigures = z.object({
  revenue: cents,
  expenses: cents,
  profit: cents,
  margin: z.number().nullable(),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

const movements = z.record(z.enum(MRR_MOVEMENTS), cents);

/** The business of a coach in one currency and one period, compared with the period before. */
export const businessMetrics = z.object({
  today: day,
  currency: z.string(),
  /** Currencies of the books, the coach's own first. Their amounts are never added together. */
  currencies: z.array(z.string()),
  /** The days that are counted: those of the period up to today, and as many of the period before. */
  current: period,
  previous: period,
  figures: periodFigures,
  before: periodFigures,
  /** Of today, whatever the period. */
  activeClients: z.int(),
  /** Change of the active clients within a month, in percent; null where none was active a month ago. */
  growth: z.number().nullable(),
  /**
   * Of the clients coached on the first of each of the last three full months, the share still coached on its last day,
   * in percent. Without such a client it is assumed.
   */
  retention: z.object({ percent: z.int(), started: z.int(), kept: z.int(), isAssumed: z.boolean() }),
  /** Client spots: as many as the coach chose, or else `DEFAULT_PLACES`. Not the seats of the plan. */
  capacity: z.int(),
  /** Seats of the plan. */
  planPlaces: z.int(),
  revenuePerClient: cents,
  /** Clients with the largest changes of revenue; null for revenue without a client. */
  changes: z.array(z.object({ clientId: id.nullable(), name: z.string().nullable(), cents, isNew: z.boolean() })),
  /** Twelve months, the last that of the period's end. */
  months: z.array(z.object({ month: computedDay, revenue: cents, expenses: cents })),
  /** Null without any subscription. */
  mrr: z
    .object({
      cents,
      before: cents,
      subscribers: z.int(),
      movements,
      months: z.array(z.object({ month: computedDay, cents })),
    })
    .nullable(),
  /** Clients by the month of their first payment, and how many of them paid in that month and each one after it. */
  cohorts: z.array(z.object({ month: computedDay, clients: z.int(), paying: z.array(z.int()) })),
  lifetime: z.union([
    z.object({ cents, months: z.int(), clients: z.int(), churned: z.int(), churnPercent: z.number() }),
    z.object({ missing: z.enum(['months', 'churned']), months: z.int(), churned: z.int() }),
  ]),
  /** Of the running month and the two after it, with its parts in a month; null below half a year of history. */
  forecast: z
    .object({
      mrr: cents,
      churn: cents,
      gained: cents,
      other: cents,
      trend: cents,
      months: z.array(z.object({ month: computedDay, cents, low: cents, high: cents })),
    })
    .nullable(),
  /** Whole months since the first entry. */
  historyMonths: z.int(),
});
export type BusinessMetrics = z.infer<typeof businessMetrics>;

/** A coach's spending in one currency and one period, by category, compared with the period before. */
export const expenseAnalytics = z.object({
  today: day,
  currency: z.string(),
  /** Currencies of the expenses, the coach's own first. Their amounts are never added together. */
  currencies: z.array(z.string()),
  current: period,
  previous: period,
  cents,
  before: cents,
  /** First days of the twelve months up to the period's end. */
  months: z.array(computedDay),
  /** The largest first. `byMonth` has a sum for each of `months`. */
  categories: z.array(z.object({ category: z.string(), cents, before: cents, byMonth: z.array(cents) })),
});
export type ExpenseAnalytics = z.infer<typeof expenseAnalytics>;

/** Rows behind a figure. */
export const rowSelection = z.object({
  ...askedPeriod,
  kind: z.enum(ROW_KINDS),
  currency,
  clientId: id.optional(),
});
export type RowSelection = z.infer<typeof rowSelection>;

const ledgerRow = z.object({
  id,
  kind: z.enum(LEDGER_KINDS),
  amountCents: cents,
  currency: z.string(),
  occurredOn: day,
  category: z.string(),
  payee: z.string(),
  note: z.string(),
  clientId: id.nullable(),
  clientName: z.string().nullable(),
});

/** A subscription of a client, with its amount of a month since day `on`. */
const subscriptionRow = z.object({ id, on: day, clientId: id, clientName: z.string(), name: z.string(), cents });

/** One client's monthly payments before and after a day, over all subscriptions; `names` lists those that changed. */
const movementRow = z.object({
  id,
  on: day,
  clientId: id,
  clientName: z.string(),
  names: z.array(z.string()),
  beforeCents: cents,
  afterCents: cents,
});

/** A client with the days of the first and the latest payment, and the number of months with one. */
const payingClientRow = z.object({ id, on: day, clientName: z.string().nullable(), lastPaidOn: day, months: z.int() });

/** The kind of rows follows from the figure. */
/** A client who counts as active, since the day `on`. */
const activeClientRow = z.object({ id, on: day, clientName: z.string() });

export const businessRow = z.discriminatedUnion('of', [
  ledgerRow.extend({ of: z.literal('entry') }),
  subscriptionRow.extend({ of: z.literal('subscription') }),
  movementRow.extend({ of: z.literal('movement') }),
  payingClientRow.extend({ of: z.literal('client') }),
  activeClientRow.extend({ of: z.literal('active') }),
]);
export type BusinessRow = z.infer<typeof businessRow>;
export type BusinessRowOf<Of extends BusinessRow['of']> = Extract<BusinessRow, { of: Of }>;

export const metrics = {
  getClientMetrics: procedure({ allow: 'coach' })
    .route({ method: 'GET', path: '/client_metrics', tags: ['metrics'], summary: "Get today's client metrics" })
    .input(coachKey)
    .output(clientMetrics),
  getPipelineMetrics: procedure({ allow: 'coach', whileViewing: true })
    .route({ method: 'GET', path: '/pipeline_metrics', tags: ['metrics'], summary: "Get today's pipeline metrics" })
    .input(coachKey)
    .output(pipelineMetrics),
  getCoachRevenue: procedure({ allow: 'coach', tenant: 'coach_id', plan: 'advanced_ai' })
    .route({
      method: 'POST',
      path: '/rpc/get_coach_revenue',
      tags: ['metrics'],
      summary: "Get this month's business figures",
    })
    .input(z.object({ coach_id: id }))
    .output(coachRevenue),
  getBusinessMetrics: procedure({ allow: 'coach', plan: 'advanced_ai', whileViewing: true })
    .route({
      method: 'GET',
      path: '/business_metrics',
      tags: ['metrics'],
      summary: 'Get the business figures of a period, compared with the period before',
    })
    .input(z.object({ ...askedPeriod, coachId: id, currency: currency.optional() }).refine(isPeriod))
    /** Null until the first entry of the books. */
    .output(businessMetrics.nullable()),
  listBusinessRows: procedure({ allow: 'coach', plan: 'advanced_ai', whileViewing: true })
    .route({
      method: 'GET',
      path: '/business_metrics/rows',
      tags: ['metrics'],
      summary: 'List the rows behind a business figure',
    })
    .input(rowSelection.extend({ coachId: id, cursor: listCursor.optional() }).refine(isPeriod))
    .output(
      z.object({
        rows: z.array(businessRow),
        total: z.int(),
        /** The figure, of all pages; expenses are subtracted where both are listed. Null for clients. */
        cents: cents.nullable(),
        today: day,
        nextCursor: z.string().nullable(),
      }),
    ),
  getExpenseAnalytics: procedure({ allow: 'coach', plan: 'expense_analytics', whileViewing: true })
    .route({
      method: 'GET',
      path: '/expense_analytics',
      tags: ['metrics'],
      summary: 'Get the expenses by category and month, compared with the period before',
    })
    .input(z.object({ ...askedPeriod, coachId: id, currency: currency.optional() }).refine(isPeriod))
    .output(expenseAnalytics),
};
