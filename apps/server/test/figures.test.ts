import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { averageClientValueCents } from '@stridewell/contract/dashboard/dashboard.rules';
import { dayInZone } from '@stridewell/contract/time';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createUser } from '../seed/factories.ts';
import { users } from '../src/core/people/people.table.ts';
import { coachings } from '../src/core/relationships/coachings.table.ts';
import { createDemoApp, type DemoApp } from './demo-app.ts';
import { readRawBusiness } from './figures.business.ts';
import { CLIENT_FIGURES, type FiguresCoach, fileOf, type Reads, readPlaces } from './figures.places.ts';
import { type RawClient, rawPlanFollowed, rawStatus, readRawClients } from './figures.ts';
import { aCoach, signIn } from './people.ts';

const ZONE = 'America/Los_Angeles';
const COACH = 'demo.coach.pro@example.com';
const WEIGHT_FIGURES = ['Weight', '4-week change', 'Weekly rate'];

let test: DemoApp;
let coach: FiguresCoach;
let today: string;
let raw: RawClient[];
/** Clients who do not see their own weight. */
let hidden: ReadonlySet<string>;
beforeAll(async () => {
  test = await createDemoApp();
  today = dayInZone(test.now, ZONE);
  const [row] = await test.owner.select().from(users).where(eq(users.email, COACH));
  if (!row) throw new Error('the demo has no coach');
  coach = { id: row.id, ...(await signIn(test, row.id)) };
  // Accepted a month ago, sent no check-in and did not finish the onboarding.
  const person = await createUser(test.owner, 'Client', { timeZone: ZONE, name: 'Omar Onboarding' });
  const started = { checkInAnchor: '2026-01-05', onboardingCompleted: false };
  await createClient(test.owner, coach.id, { ...started, person, checkInTimeZone: ZONE });
  raw = await readRawClients(test, coach.id, today);
  const numbersOff = and(eq(coachings.coachId, coach.id), isNotNull(coachings.numbersOffBy));
  hidden = new Set((await test.owner.select().from(coachings).where(numbersOff)).map(({ clientId }) => clientId));
}, 180_000);
afterAll(() => test.close());

describe('the figures of a client are the same in every place', () => {
  let reads: Map<string, Reads>;
  beforeAll(async () => {
    reads = await readPlaces(test, coach, raw);
  }, 120_000);

  it('of a world in which every figure differs', () => {
    expect([...reads.keys()].sort()).toEqual(raw.map(({ clientId }) => clientId).sort());
    const statuses = new Set(raw.map(rawStatus));
    for (const status of ['on_track', 'onboarding', 'missed']) expect(statuses).toContain(status);
    expect(raw.some((client) => rawPlanFollowed(client) === null && client.sent.length > 0)).toBe(true);
  });

  it.each(CLIENT_FIGURES)('$name', ({ name, of, places }) => {
    const isHidden = ({ clientId }: RawClient, place: string) =>
      WEIGHT_FIGURES.includes(name) && hidden.has(clientId) && place.startsWith('portal');
    for (const [place, read] of Object.entries(places)) {
      const shown = raw.flatMap((client) => {
        const found = reads.get(client.clientId);
        const value = found && read(found);
        return value === undefined || (value === null && place.startsWith('portal') && !found?.portal)
          ? []
          : [{ place, client: client.fullName, value, expected: isHidden(client, place) ? null : of(client) }];
      });
      expect(shown.length, place).toBeGreaterThan(0);
      for (const { value, expected, ...where } of shown)
        expect({ ...where, value }).toEqual({ ...where, value: expected });
    }
  });
});

describe('the figures of a business are the same in every place', () => {
  it('of the demo', async () => {
    const of = { coachId: coach.id };
    const { api } = coach;
    const business = await readRawBusiness(test, coach.id, today);
    const cards = await api.dashboard.getCoachDashboard(of);
    if (cards.clientMetrics.state !== 'ready' || cards.revenue.state !== 'ready' || cards.pipeline.state !== 'ready') {
      throw new Error('a card is not ready');
    }
    const [ofClients, revenue, ofPipeline] = [cards.clientMetrics.data, cards.revenue.data, cards.pipeline.data];
    const period = { from: `${today.slice(0, 7)}-01`, to: today };
    const metrics = await api.metrics.getBusinessMetrics({ ...of, ...period });
    if (!revenue || !metrics) throw new Error('the demo has no books');
    const record = await api.metrics.getCoachRevenue({ coach_id: coach.id });
    const asked = await api.metrics.getClientMetrics(of);
    const pipeline = await api.metrics.getPipelineMetrics(of);
    const { columns } = await api.pipeline.getBoard(of);
    const inColumn = (...names: string[]) =>
      columns.reduce((sum, column) => sum + (names.includes(column.status) ? column.count : 0), 0);
    const report = await api.performance.getPerformance(of);
    const listed = async (status: 'active' | 'attention') =>
      (await api.clients.listClients({ ...of, status, limit: 100 })).clients;
    const [active, attention] = [await listed('active'), await listed('attention')];
    const month = (await fileOf(coach, 'business-metrics.csv')).find(
      (row) => row.Month === today.slice(0, 7) && row.Currency === 'USD',
    );
    const { currency } = metrics;
    const rows = async (kind: 'revenue' | 'expense' | 'all' | 'mrr' | 'active') =>
      api.metrics.listBusinessRows({ ...of, ...period, kind, currency });
    const lastMonth = metrics.months.at(-1);
    const { seats } = await api.clients.listClients(of);
    const access = await api.billing.getPlanAccess();
    const spent = await api.metrics.getExpenseAnalytics({ ...of, ...period });
    const cents = (cell: string | undefined) => Math.round(Number(cell) * 100);
    const onTrack = (one: { standing: string | null }) => one.standing === 'on_track';

    const figures: [name: string, expected: unknown, places: Record<string, unknown>][] = [
      [
        'Active clients',
        business.activeClients,
        {
          dashboard: ofClients.totalActiveClients,
          'client metrics': asked.totalActiveClients,
          'clients list': active.length,
          performance: report.clients.length,
          'business card': revenue.active_clients,
          'business metrics': metrics.activeClients,
          rows: (await rows('active')).total,
          'pipeline card': ofPipeline.paidClients,
          pipeline: pipeline.paidClients,
        },
      ],
      [
        'On track',
        business.onTrack,
        {
          dashboard: ofClients.clientsOnTrack,
          'client metrics': asked.clientsOnTrack,
          'clients list': active.filter(onTrack).length,
          'active without attention': active.length - attention.length,
          performance: report.clients.filter(onTrack).length,
        },
      ],
      ['On track, percent', Math.round((100 * business.onTrack) / business.activeClients), { p: report.onTrack.now }],
      [
        'Revenue this month',
        business.revenue,
        {
          'business card': revenue.current_month_revenue,
          record: record.current_month_revenue,
          'business metrics': metrics.figures.revenue,
          'month by month': lastMonth?.revenue,
          rows: (await rows('revenue')).cents,
          'business-metrics.csv': cents(month?.Revenue),
        },
      ],
      [
        'Expenses this month',
        business.expenses,
        {
          'business card': revenue.monthly_expenses,
          record: record.monthly_expenses,
          'business metrics': metrics.figures.expenses,
          'month by month': lastMonth?.expenses,
          rows: (await rows('expense')).cents,
          'expense analytics': spent.cents,
          'business-metrics.csv': cents(month?.Expenses),
        },
      ],
      [
        'Net profit',
        business.revenue - business.expenses,
        {
          'business card': revenue.net_profit,
          record: record.net_profit,
          'business metrics': metrics.figures.profit,
          rows: (await rows('all')).cents,
          'business-metrics.csv': cents(month?.['Net profit']),
        },
      ],
      [
        'Margin',
        Math.round((1000 * (business.revenue - business.expenses)) / business.revenue) / 10,
        {
          'business card': revenue.profit_margin,
          record: record.profit_margin,
          'business metrics': metrics.figures.margin,
          'business-metrics.csv': Number(month?.['Margin in percent']),
        },
      ],
      [
        'MRR',
        business.mrr,
        { overview: metrics.mrr?.cents, months: metrics.mrr?.months.at(-1)?.cents, rows: (await rows('mrr')).cents },
      ],
      ['Retention rate', business.retention, { 'business metrics': metrics.retention.percent }],
      ['Growth', business.growth, { 'business metrics': metrics.growth }],
      [
        'Revenue per client',
        Math.round(business.revenue / Math.max(1, business.activeClients)),
        {
          'business card': averageClientValueCents(revenue.current_month_revenue, revenue.active_clients),
          'business metrics': metrics.revenuePerClient,
        },
      ],
      [
        'Capacity (client spots)',
        business.capacity,
        { card: revenue.max_capacity, record: record.max_capacity, 'business metrics': metrics.capacity },
      ],
      ['Seats in use', business.seats, { 'clients list': seats.used }],
      ['Seats of the plan', PLANS.pro.clientCap, { 'clients list': seats.cap, 'business metrics': metrics.planPlaces }],
      ['Included clients', PLANS.pro.includedClients, { 'plan access': access.included_clients }],
      [
        'Leads',
        business.leads,
        { card: ofPipeline.leads, pipeline: pipeline.leads, board: inColumn('new', 'pitched') },
      ],
      ['Trials', business.trials, { card: ofPipeline.trials, pipeline: pipeline.trials, board: inColumn('trial') }],
      ['Conversion', business.conversion, { card: ofPipeline.conversionRate, pipeline: pipeline.conversionRate }],
    ];
    for (const [name, expected, places] of figures) {
      for (const [place, value] of Object.entries(places))
        expect({ name, place, value }).toEqual({ name, place, value: expected });
    }
  });

  it('of a new coach are dashes instead of zero percent', async () => {
    const { id, api } = await aCoach(test);
    const cards = await api.dashboard.getCoachDashboard({ coachId: id });
    expect(cards.clientMetrics).toMatchObject({ data: { workoutAdherence: null, totalActiveClients: 0 } });
    expect(cards.pipeline).toMatchObject({ data: { leads: 0, conversionRate: null } });
    expect((await api.metrics.getCoachRevenue({ coach_id: id })).profit_margin).toBeNull();
    const report = await api.performance.getPerformance({ coachId: id });
    expect([report.onTrack.now, report.workouts.now, report.checkIns.now]).toEqual([null, null, null]);
  });
});
