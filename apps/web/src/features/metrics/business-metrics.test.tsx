import type { BusinessRow } from '@stridewell/contract/metrics/metrics';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBusiness, EXPENSE_ID } from '../../../test/business.ts';
import { mount, mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { BusinessMetricsPage } from './business-metrics.tsx';
import { BusinessRows, rowsTitle } from './business-rows.tsx';
import { readBusinessSearch, readRowsSearch } from './metrics.search.ts';
import { changeText, periodLabel, previousLabel, revenueSentence } from './metrics.wording.ts';

const PAGE = `/coach/${COACH_ID}/business-metrics`;
const METRICS = 'GET /rest/v1/business_metrics';
const ROWS = 'GET /rest/v1/business_metrics/rows';

/** A coach on Coach Plus. */
const onPlus = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'plus' as const, subscription_status: 'active' } };
};

describe('the sentence', () => {
  it.each([
    [{}, 'Revenue is up $420 vs. Oct 1–23, mostly from one new client.'],
    [{ changes: [] }, 'Revenue is up $420 vs. Oct 1–23.'],
    [
      { changes: [{ clientId: null, name: 'Jonas Lind', cents: 42_000, isNew: false }] },
      'Revenue is up $420 vs. Oct 1–23, mostly because of Jonas Lind.',
    ],
    [
      { previous: { from: '2026-10-01', to: '2026-10-31' }, before: { ...aBusiness().before, revenue: 150_000 } },
      'Revenue is $1,500, same as October.',
    ],
    [{ before: { ...aBusiness().before, revenue: 0 } }, 'Revenue is $1,500, up from zero in Oct 1–23.'],
  ])('with %o is %s', (changes, sentence) => {
    expect(revenueSentence(aBusiness(changes))).toBe(sentence);
  });

  it('names its periods', () => {
    expect(periodLabel({ from: '2026-11-01', to: '2026-11-30' })).toBe('November 2026');
    expect(periodLabel({ from: '2026-01-01', to: '2026-12-31' })).toBe('2026');
    expect(periodLabel({ from: '2025-12-30', to: '2026-01-02' })).toBe('Dec 30, 2025 to Jan 2, 2026');
    const custom = {
      current: { from: '2026-11-05', to: '2026-11-09' },
      previous: { from: '2026-10-31', to: '2026-11-04' },
    };
    expect(previousLabel(custom)).toBe('Oct 31–Nov 4');
    expect(changeText(-500, 'EUR', 'October')).toBe('−€5 vs. October');
  });
});

describe('the address', () => {
  it.each([
    [{}, {}],
    [{ period: 'decade', from: 'soon' }, {}],
    [
      { period: 'quarter', from: '2026-11-23' },
      { period: 'quarter', from: '2026-10-01' },
    ],
    [{ period: 'custom', from: '2026-02-30', to: '2026-03-01' }, {}],
    [{ period: 'custom', from: '2026-03-02', to: '2026-03-01' }, {}],
    [{ currency: "' or 1=1" }, {}],
    [{ currency: 'EUR' }, { currency: 'EUR' }],
  ])('%o means %o', (search, read) => {
    expect(readBusinessSearch(search)).toEqual(read);
  });

  it('of rows needs a period and a currency', () => {
    expect(readRowsSearch({ from: '2026-11-01', to: '2026-11-30' })).toBeNull();
    expect(readRowsSearch({ from: '2026-11-01', to: '2026-11-30', currency: 'USD', kind: 'x', client: 'y' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      currency: 'USD',
      kind: 'all',
    });
  });
});

const PERIOD = 'from=2026-11-01&to=2026-11-23';
const ADDRESS = { from: '2026-11-01', to: '2026-11-23', currency: 'USD' };
const aRecurringRevenue = {
  cents: 25_000,
  before: 20_000,
  subscribers: 2,
  months: [],
  movements: { new: 10_000, reactivation: 0, expansion: 0, contraction: -2000, churn: -3000 },
};

describe('the rows', () => {
  const client = { clientId: CLIENT_ID, clientName: 'Nina Park' };
  const page = (row: BusinessRow, cents: number | null) => ({
    rows: [row],
    total: 1,
    cents,
    today: '2026-11-23',
    nextCursor: null,
  });
  const cells = async (label: string) => {
    const table = within(await screen.findByRole('table', { name: label }));
    return table.getAllByRole('cell').map(({ textContent }) => textContent);
  };

  it.each<[string, BusinessRow, number | null, string, string, string[]]>([
    [
      'mrr',
      { of: 'subscription', id: EXPENSE_ID, on: '2026-09-01', ...client, name: 'Coaching', cents: 10_000 },
      10_000,
      'MRR, Nov 23, 2026',
      'Subscriptions',
      ['Nina Park', 'Coaching', 'Tue, Sep 1', '$100'],
    ],
    [
      'contraction',
      {
        of: 'movement',
        id: CLIENT_ID,
        on: '2026-09-01',
        ...client,
        names: ['Coaching'],
        beforeCents: 12_000,
        afterCents: 10_000,
      },
      -2000,
      'MRR: Contraction, Nov 1 to Nov 23, 2026',
      'Changes',
      ['Tue, Sep 1', 'Nina ParkCoaching', '$120', '$100', '−$20'],
    ],
    [
      'cohort',
      { of: 'client', id: CLIENT_ID, on: '2026-09-01', clientName: null, lastPaidOn: '2026-09-02', months: 2 },
      null,
      'First payments, Nov 1 to Nov 23, 2026',
      'Clients',
      ['Deleted client', 'Tue, Sep 1', 'Wed, Sep 2', '2'],
    ],
    [
      'active',
      { of: 'active', id: CLIENT_ID, on: '2026-09-01', clientName: 'Nina Park' },
      null,
      'Active clients today',
      'Clients',
      ['Nina Park', 'Tue, Sep 1'],
    ],
  ])('of %s', async (kind, row, cents, title, label, expected) => {
    const asked: (string | null)[] = [];
    server.on(ROWS, (request) => {
      asked.push(new URL(request.url).searchParams.get('kind'));
      return json(page(row, cents));
    });
    const search = readRowsSearch({ ...ADDRESS, kind });
    if (!search) throw new Error('the address names rows');
    await mount(
      <>
        <PageHeader title={rowsTitle(search)} />
        <BusinessRows coachId={COACH_ID} search={search} />
      </>,
    );
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(await cells(label)).toEqual(expected);
    expect(asked).toEqual([kind]);
  });
});

/** The page without the plan and the app around it. */
const openPage = () =>
  mountPage({
    at: PAGE,
    read: readBusinessSearch,
    page: (search, onSearch) => (
      <BusinessMetricsPage
        coachId={COACH_ID}
        search={search}
        today="2026-11-23"
        onSearch={(wanted) => onSearch(readBusinessSearch(wanted))}
        whenNone={null}
      />
    ),
  });

describe('the page', () => {
  it('leads from recurring revenue, cohorts and clients to their rows', async () => {
    server.on(METRICS, aBusiness({ mrr: aRecurringRevenue }));
    await openPage();
    const address = async (name: RegExp | string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await address(/^MRR ?\$250/)).toBe(`${PAGE}/rows?${PERIOD}&kind=mrr&currency=USD`);
    expect(await address(/^New ?\+\$100/)).toBe(`${PAGE}/rows?${PERIOD}&kind=new&currency=USD`);
    expect(await address(/^Churn ?−\$30/)).toBe(`${PAGE}/rows?${PERIOD}&kind=churn&currency=USD`);
    expect(await address('4 clients of October 2026')).toBe(
      `${PAGE}/rows?kind=cohort&from=2026-10-01&to=2026-10-31&currency=USD`,
    );
    expect(await address(/^Active clients/)).toBe(`${PAGE}/rows?${PERIOD}&kind=active&currency=USD`);
  });

  it('leads from each figure to its rows', async () => {
    server.on(METRICS, aBusiness());
    await openPage();
    const overview = within(await screen.findByRole('region', { name: 'Overview' }));
    expect(overview.getByText(/^Revenue is up \$420/)).toBeDefined();
    const link = overview.getByRole('link', { name: /^Net profit ?\$1,000/ });
    expect(link.getAttribute('href')).toBe(`${PAGE}/rows?from=2026-11-01&to=2026-11-23&kind=all&currency=USD`);
    const cohorts = within(screen.getByRole('table', { name: 'Share of clients still paying' }));
    expect(cohorts.getByText('75%')).toBeDefined();
    expect(screen.getByText(/^Needs 6 full months of history/)).toBeDefined();
    expect(screen.getByText(/^Needs 6 full months with subscriptions/)).toBeDefined();
  });

  it('shows the forecast with its likely range, subscriptions and churn first, the trend apart', async () => {
    const months = [{ month: '2026-11-01', cents: 150_000, low: 140_000, high: 160_000 }];
    const forecast = { mrr: 90_000, churn: -5000, gained: 7000, other: 60_000, trend: 1200, months };
    server.on(METRICS, aBusiness({ forecast, historyMonths: 12 }));
    await openPage();
    const card = within(await screen.findByRole('region', { name: 'Forecast' }));
    expect(card.getByText('Revenue with its 80% likely range, from 12 full months of your books.')).toBeDefined();
    expect(card.getByText(/^\$1,500/).textContent).toBe('$1,500, likely $1,400 to $1,600');
    const terms = card.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms.slice(0, 2)).toEqual(['Subscriptions (MRR today)', 'Usual churn']);
    expect(terms.at(-1)).toBe('Trend of other revenue');
  });

  it('says that an empty account has no data yet', async () => {
    server.on(METRICS, () => json(null));
    await openPage();
    expect(await screen.findByText('No business data available yet')).toBeDefined();
  });

  it('says when the figures could not be loaded', async () => {
    server.on(METRICS, () => json({ message: 'x' }, 500));
    await openPage();
    expect(await screen.findByText('The business metrics could not be loaded')).toBeDefined();
  });
});

describe('the pages in the app', () => {
  it('switches between currencies and never adds them', async () => {
    server.on(METRICS, (request) =>
      json(
        aBusiness({ currencies: ['USD', 'EUR'], currency: new URL(request.url).searchParams.get('currency') ?? 'USD' }),
      ),
    );
    await openApp(`${PAGE}?currency=EUR`, onPlus());
    expect(await screen.findByRole('radio', { name: 'EUR', checked: true })).toBeDefined();
    expect(screen.getByText(/^Revenue is up €420/)).toBeDefined();
  });

  it('says when a movement has no rows', async () => {
    server.on(ROWS, { rows: [], total: 0, cents: 0, today: '2026-11-23', nextCursor: null });
    await openApp(`${PAGE}/rows?${PERIOD}&kind=churn&currency=USD`, onPlus());
    expect(await screen.findByRole('heading', { name: 'MRR: Churn, Nov 1 to Nov 23, 2026' })).toBeDefined();
    expect(await screen.findByText('No such changes in this period')).toBeDefined();
  });
});
