import type { Fact, FactSeries } from '@stridewell/contract/assistant/assistant';
import type { ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { BusinessMetrics, PeriodFigures } from '@stridewell/contract/metrics/metrics';
import { periodAround } from '@stridewell/contract/metrics/metrics.periods.rules';
import { conversionRate } from '@stridewell/contract/pipeline/pipeline.rules';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { listSessions } from '../calendar/calendar.service.ts';
import { getBusinessMetrics } from '../metrics/metrics.business.service.ts';
import { getMoney } from '../money/money.overview.service.ts';
import { listSubscriptions } from '../money/money.subscriptions.service.ts';
import { getPipelineCounts, listDueFollowUps } from '../pipeline/pipeline.service.ts';
import type { Desk, ToolReaders } from './assistant.desk.service.ts';
import {
  countFact,
  dayFact,
  type Found,
  found,
  listed,
  moneyFact,
  noun,
  type Part,
  percentFact,
  say,
} from './assistant.facts.rules.ts';

const MOST_LISTED = 20;

const businessPage = ({ coachId }: Desk) => `/coach/${coachId}/business-metrics`;
const moneyPage = ({ coachId }: Desk) => `/coach/${coachId}/money`;
const pipelinePage = ({ coachId }: Desk) => `/coach/${coachId}/pipeline`;

/** A month, quarter or year up to today as a whole, so that it is compared with the same days of the one before. */
const untilItsEnd = (period: ToolPeriod, today: string): ToolPeriod =>
  (period.to === today &&
    (['month', 'quarter', 'year'] as const)
      .map((kind) => periodAround(kind, today))
      .find(({ from }) => from === period.from)) ||
  period;

const readBusiness = ({ tx, currency, today, plan, timeZone }: Desk, period: ToolPeriod) =>
  getBusinessMetrics(tx, {
    period: untilItsEnd(period, today),
    currency,
    ownCurrency: currency,
    today,
    planPlaces: PLANS[plan].clientCap,
    timeZone,
  });

const NOTHING: PeriodFigures = { revenue: 0, expenses: 0, profit: 0, margin: null };

type MonthKey = 'revenue' | 'expenses' | 'profit';
const monthsOf = (metrics: BusinessMetrics | null, key: MonthKey, label: string): FactSeries | null =>
  metrics && {
    label,
    unit: 'money',
    currency: metrics.currency,
    points: metrics.months.map(({ month, revenue, expenses }) => ({
      day: month,
      value: { revenue, expenses, profit: revenue - expenses }[key],
    })),
  };

const otherCurrencies = (metrics: BusinessMetrics | null): Part[] =>
  metrics && metrics.currencies.length > 1 ? [' Amounts in other currencies are not included.'] : [];

const WORDS: Record<MonthKey, string> = { revenue: 'Revenue', expenses: 'Expenses', profit: 'Profit' };

/** A sum of the books, with that of the period before and the months. */
const summing =
  (key: MonthKey) =>
  async (desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> => {
    const metrics = await readBusiness(desk, period);
    const { figures, before } = metrics ?? { figures: NOTHING, before: NOTHING };
    const link = businessPage(desk);
    const current = metrics?.current ?? period;
    const sum = moneyFact(figures[key], desk.currency, { label: WORDS[key], link, period: current });
    const previous = metrics
      ? say` In the period before it was ${moneyFact(before[key], desk.currency, { label: `${WORDS[key]}, period before`, link, period: metrics.previous })}.`
      : [' Your books have no entries yet.'];
    return found([...say`${WORDS[key]} ${{ period: current }}: ${sum}.`, ...previous, ...otherCurrencies(metrics)], {
      series: monthsOf(metrics, key, `${WORDS[key]} by month`),
    });
  };

async function margin(desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> {
  const metrics = await readBusiness(desk, period);
  const link = businessPage(desk);
  const current = metrics?.current ?? period;
  const share = percentFact(metrics?.figures.margin ?? null, { label: 'Profit margin', link, period: current });
  return found([...say`Your profit margin ${{ period: current }}: ${share}.`, ...otherCurrencies(metrics)]);
}

async function perClient(desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> {
  const metrics = await readBusiness(desk, period);
  const link = businessPage(desk);
  const current = metrics?.current ?? period;
  const n = metrics?.activeClients ?? 0;
  const average = moneyFact(metrics?.revenuePerClient ?? 0, desk.currency, {
    label: 'Revenue per active client',
    link,
    period: current,
    n,
  });
  return found([...say`Revenue per active client ${{ period: current }}: ${average}.`, ...otherCurrencies(metrics)]);
}

const thisMonth = ({ today }: Desk): ToolPeriod => ({ from: `${today.slice(0, 8)}01`, to: today });

async function recurring(desk: Desk): Promise<Found> {
  const metrics = await readBusiness(desk, thisMonth(desk));
  const link = businessPage(desk);
  const mrr = metrics?.mrr ?? null;
  const monthly = moneyFact(mrr?.cents ?? 0, desk.currency, { label: 'MRR', link, n: mrr?.subscribers ?? 0 });
  const payers = countFact(mrr?.subscribers ?? 0, { label: 'Paying clients', link });
  const series: FactSeries | null = mrr && {
    label: 'MRR by month',
    unit: 'money',
    currency: desk.currency,
    points: mrr.months.map(({ month, cents }) => ({ day: month, value: cents })),
  };
  return found(
    [
      ...say`Your monthly recurring revenue is ${monthly} from ${payers} paying ${noun(mrr?.subscribers ?? 0, 'client')}.`,
      ...otherCurrencies(metrics),
    ],
    { series },
  );
}

async function retention(desk: Desk): Promise<Found> {
  const metrics = await readBusiness(desk, thisMonth(desk));
  const rate = metrics?.retention ?? null;
  const isMeasured = rate !== null && !rate.isAssumed;
  const share = percentFact(isMeasured ? rate.percent : null, {
    label: 'Retention rate',
    link: businessPage(desk),
    n: rate?.started ?? 0,
  });
  return found(say`The share of clients kept over the last full months: ${share}.`);
}

type Owed = { currency: string; cents: number };
const amounts = (owed: readonly Owed[], currency: string, label: string, link: string): Fact[] =>
  (owed.length > 0 ? owed : [{ currency, cents: 0 }]).map((one) => moneyFact(one.cents, one.currency, { label, link }));

const together = (facts: readonly Fact[]): Part[] =>
  facts.flatMap((fact, index): Part[] => (index === 0 ? [fact] : [' and ', fact]));

async function openInvoices(desk: Desk): Promise<Found> {
  const { owed, open, totals } = await getMoney(desk.tx, desk);
  const link = moneyPage(desk);
  const sums = amounts(owed, desk.currency, 'Owed by clients', link);
  const count = countFact(totals.open, { label: 'Open invoices', link });
  const rows = open.slice(0, MOST_LISTED).map(({ clientId, clientName, owedCents, currency, id }) =>
    moneyFact(owedCents, currency, {
      label: 'Open invoice',
      link: `${link}/${id}`,
      client: { clientId, name: clientName },
    }),
  );
  const list = rows.length > 0 ? say` The oldest: ${listed(rows, 3)}.` : [];
  return found(
    [
      ...say`${count} ${noun(totals.open, 'invoice')} ${noun(totals.open, 'is', 'are')} open. Clients owe you ${together(sums)}.`,
      ...list,
    ],
    { more: rows },
  );
}

async function overdueInvoices(desk: Desk): Promise<Found> {
  const { overdue, open } = await getMoney(desk.tx, desk);
  const link = moneyPage(desk);
  const late = open.filter(({ dueOn }) => dueOn !== null && dueOn < desk.today);
  const sums = amounts(overdue, desk.currency, 'Overdue', link);
  const count = countFact(late.length, { label: 'Overdue invoices', link });
  const rows = late.slice(0, MOST_LISTED).map(({ clientId, clientName, owedCents, currency, id }) =>
    moneyFact(owedCents, currency, {
      label: 'Overdue invoice',
      link: `${link}/${id}`,
      client: { clientId, name: clientName },
    }),
  );
  const list = rows.length > 0 ? say` They are from ${listed(rows)}.` : [];
  return found(
    [
      ...say`${count} ${noun(late.length, 'invoice')} ${noun(late.length, 'is', 'are')} overdue, ${together(sums)} altogether.`,
      ...list,
    ],
    { more: rows },
  );
}

async function failedPayments(desk: Desk): Promise<Found> {
  const { failed } = await getMoney(desk.tx, desk);
  const link = moneyPage(desk);
  const period = { from: addDays(desk.today, -30), to: desk.today };
  const count = countFact(failed.length, { label: 'Failed payments', link, period });
  const rows = failed.slice(0, MOST_LISTED).map(({ clientId, clientName, amountCents, currency }) =>
    moneyFact(amountCents, currency, {
      label: 'Failed payment',
      link,
      period,
      client: { clientId, name: clientName },
    }),
  );
  const list = rows.length > 0 ? say`: ${listed(rows)}` : [];
  return found(
    [
      ...say`${count} ${noun(failed.length, 'payment')} failed ${{ period }} and ${noun(failed.length, 'is', 'are')} still open`,
      ...list,
      '.',
    ],
    { more: rows },
  );
}

async function subscriptions(desk: Desk): Promise<Found> {
  const all = await listSubscriptions(desk.tx, desk.today);
  const running = all.filter(({ status }) => status === 'active');
  const link = moneyPage(desk);
  const count = countFact(running.length, { label: 'Running subscriptions', link });
  const clients = countFact(new Set(running.map(({ clientId }) => clientId)).size, {
    label: 'Clients with a running subscription',
    link,
  });
  return found(
    say`${count} ${noun(running.length, 'subscription')} ${noun(running.length, 'is', 'are')} running, of ${clients} clients.`,
  );
}

async function renewals(desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> {
  const all = await listSubscriptions(desk.tx, desk.today);
  const due = all.filter(({ nextDueOn }) => nextDueOn !== null && nextDueOn >= period.from && nextDueOn <= period.to);
  const link = moneyPage(desk);
  const count = countFact(due.length, { label: 'Renewals', link, period });
  const rows = due
    .sort((one, other) => ((one.nextDueOn ?? '') < (other.nextDueOn ?? '') ? -1 : 1))
    .slice(0, MOST_LISTED)
    .map(({ clientId, clientName, nextDueOn }) =>
      dayFact(nextDueOn, { label: 'Renews', link, client: { clientId, name: clientName } }),
    );
  const list = rows.length > 0 ? say`: ${listed(rows)}` : [];
  return found(
    [
      ...say`${count} ${noun(due.length, 'subscription')} ${noun(due.length, 'renews', 'renew')} ${{ period }}`,
      ...list,
      '.',
    ],
    { more: rows },
  );
}

/** Most sessions that are counted. */
const MOST_SESSIONS = 100;

async function sessionsPlanned(
  desk: Desk,
  { period, clientId }: { period: ToolPeriod; clientId?: string | undefined },
): Promise<Found> {
  const window = {
    from: startOfDay(period.from, desk.timeZone).toISOString(),
    to: startOfDay(addDays(period.to, 1), desk.timeZone).toISOString(),
  };
  const all = await listSessions(desk.tx, window);
  const sessions = clientId === undefined ? all : all.filter((session) => session.clientId === clientId);
  const link = `/coach/${desk.coachId}/calendar`;
  const client = clientId === undefined ? undefined : desk.clientOf(clientId);
  const count = countFact(sessions.length, { label: 'Sessions in the calendar', link, period, client });
  const rows = sessions.slice(0, MOST_LISTED).map((session) =>
    dayFact(dayInZone(new Date(session.sessionDate), desk.timeZone), {
      label: 'Session',
      link,
      client: session.clientId ? { clientId: session.clientId, name: session.clientName } : undefined,
    }),
  );
  const list = rows.length > 0 ? say`: ${listed(rows)}` : [];
  const isFull = all.length >= MOST_SESSIONS;
  const more = isFull ? [' Only the first ones are counted: ask about a shorter time.'] : [];
  const withClient = client ? say` with ${{ client }}` : [];
  return found(
    [
      ...say`${count} ${noun(sessions.length, 'session')}${withClient} ${noun(sessions.length, 'is', 'are')} in your calendar ${{ period }}`,
      ...list,
      '.',
      ...more,
    ],
    { more: rows },
  );
}

async function openLeads(desk: Desk): Promise<Found> {
  const { leads, trials, won } = await getPipelineCounts(desk.tx);
  const link = pipelinePage(desk);
  const open = countFact(leads + trials, { label: 'Open leads', link });
  const inTrial = countFact(trials, { label: 'Leads in a trial', link });
  const became = countFact(won, { label: 'Leads won so far', link });
  return found(
    say`You have ${open} open ${noun(leads + trials, 'lead')}, ${inTrial} of them in a trial. ${became} ${noun(won, 'was', 'were')} won so far.`,
  );
}

async function followUps(desk: Desk): Promise<Found> {
  const { total, rows } = await listDueFollowUps(desk.tx, desk.today);
  const link = pipelinePage(desk);
  const count = countFact(total, { label: 'Follow-ups due', link });
  const leads = rows.map(({ dueOn, leadId }) => dayFact(dueOn, { label: 'Follow-up due', link: `${link}/${leadId}` }));
  const list = leads.length > 0 ? say`: ${listed(leads)}` : [];
  return found([...say`${count} ${noun(total, 'follow-up')} ${noun(total, 'is', 'are')} due`, ...list, '.'], {
    more: leads,
  });
}

async function conversion(desk: Desk): Promise<Found> {
  const { won, prospects } = await getPipelineCounts(desk.tx);
  const link = pipelinePage(desk);
  const rate = percentFact(conversionRate({ won, prospects }), { label: 'Conversion rate', link, n: prospects });
  const became = countFact(won, { label: 'Leads won', link });
  const all = countFact(prospects, { label: 'Leads so far', link });
  return found(say`Your conversion rate is ${rate}: ${became} of ${all} leads became clients.`);
}

/** Money, calendar and leads. */
export const businessReaders = {
  revenue: summing('revenue'),
  expenses: summing('expenses'),
  profit: summing('profit'),
  profit_margin: margin,
  revenue_per_client: perClient,
  recurring_revenue: recurring,
  retention_rate: retention,
  open_invoices: openInvoices,
  overdue_invoices: overdueInvoices,
  failed_payments: failedPayments,
  subscriptions,
  renewals,
  sessions_planned: sessionsPlanned,
  open_leads: openLeads,
  due_follow_ups: followUps,
  lead_conversion: conversion,
} satisfies Partial<ToolReaders>;
