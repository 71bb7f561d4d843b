import { Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { percentText } from '../../shared/figure-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './business.module.css';
import { BusinessChart } from './business-chart.tsx';
import { CohortTable } from './cohort-table.tsx';
import { FigureLink, rowsPath } from './figure-link.tsx';
import { ForecastCard } from './forecast-card.tsx';
import { businessQuery } from './metrics.queries.ts';
import { type BusinessSearch, periodOf } from './metrics.search.ts';
import { changeText, previousLabel, revenueSentence } from './metrics.wording.ts';
import { MonthsTable } from './months-table.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { LifetimeValueCard, RecurringRevenue } from './recurring-revenue.tsx';

/** The months from the first with an entry on. */
const withEntries = (months: BusinessMetrics['months']) =>
  months.slice(
    Math.max(
      0,
      months.findIndex(({ revenue, expenses }) => revenue !== 0 || expenses !== 0),
    ),
  );

type BusinessPageProps = {
  coachId: string;
  search: BusinessSearch;
  today: string;
  onSearch: (search: Record<string, unknown>) => void;
  /** The action of an account without entries. */
  whenNone: ReactNode;
};

/** The figures of the business in one period and currency. */
export function BusinessMetricsPage({ coachId, search, today, onSearch, whenNone }: BusinessPageProps) {
  const query = useQuery(businessQuery(coachId, { ...periodOf(search, today), currency: search.currency }));
  return (
    <QueryBoundary
      query={query}
      failed="The business metrics could not be loaded"
      skeleton={420}
      empty={<EmptyState title="No business data available yet" action={whenNone} />}
    >
      {(data) =>
        data && (
          <Stack gap="lg">
            <Group gap="sm" justify="space-between">
              <PeriodPicker key={search.period ?? 'month'} search={search} today={today} onSearch={onSearch} />
              {data.currencies.length > 1 && (
                <SegmentedControl
                  data-reads
                  bg="var(--hover)"
                  size="sm"
                  aria-label="Currency"
                  data={data.currencies}
                  value={data.currency}
                  onChange={(currency) => onSearch({ ...search, currency })}
                />
              )}
            </Group>
            <Overview coachId={coachId} metrics={data} />
            <div className={classes.halves}>
              <RecurringRevenue coachId={coachId} {...data} />
              <ForecastCard {...data} />
            </div>
            <CohortTable coachId={coachId} {...data} />
            <div className={classes.halves}>
              <LifetimeValueCard {...data} />
              <Clients coachId={coachId} {...data} />
            </div>
            <SectionCard title="Month by month">
              <MonthsTable coachId={coachId} {...data} months={withEntries(data.months)} />
            </SectionCard>
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

/** The sentence, the figures and the chart that answer how the business does. */
function Overview({ coachId, metrics }: { coachId: string; metrics: BusinessMetrics }) {
  const { figures, before, currency, current, months } = metrics;
  const previous = previousLabel(metrics);
  const rows = (kind: 'revenue' | 'expense' | 'all') => rowsPath(coachId, { ...current, kind, currency });
  const note = (key: 'revenue' | 'expenses' | 'profit') => changeText(figures[key] - before[key], currency, previous);
  return (
    <Card component="section" aria-label="Overview">
      <Stack gap="md">
        <Title order={2} size="h3">
          {revenueSentence(metrics)}
        </Title>
        <div className={classes.tiles}>
          <FigureLink
            label="Revenue"
            value={money(figures.revenue, currency)}
            note={note('revenue')}
            to={rows('revenue')}
          />
          <FigureLink
            label="Expenses"
            value={money(figures.expenses, currency)}
            note={note('expenses')}
            to={rows('expense')}
          />
          <FigureLink
            label="Net profit"
            value={money(figures.profit, currency)}
            note={note('profit')}
            to={rows('all')}
          />
          <StatTile
            label="Margin"
            value={percentText(figures.margin)}
            note={before.margin === null ? 'Net profit as a share of revenue' : `${before.margin}% in ${previous}`}
          />
        </div>
        <BusinessChart months={withEntries(months)} currency={currency} label={revenueSentence(metrics)} />
      </Stack>
    </Card>
  );
}

type ClientsProps = { coachId: string } & Pick<
  BusinessMetrics,
  'current' | 'activeClients' | 'capacity' | 'planPlaces' | 'revenuePerClient' | 'currency' | 'growth' | 'retention'
>;

/** How much room there is, and what an active client brings in. */
const Clients = ({
  coachId,
  current,
  activeClients,
  capacity,
  revenuePerClient,
  currency,
  growth,
  retention,
  ...more
}: ClientsProps) => (
  <SectionCard title="Clients and growth">
    <div className={classes.tiles}>
      <FigureLink
        small
        label="Active clients"
        value={String(activeClients)}
        note={`Of ${capacity} client spots, today`}
        to={rowsPath(coachId, { ...current, kind: 'active', currency })}
      />
      <StatTile
        small
        label="Revenue per client"
        value={money(revenuePerClient, currency)}
        note="This period, per client active today"
      />
      <StatTile
        small
        label="Growth"
        value={growth === null ? '–' : `${growth > 0 ? '+' : ''}${growth}%`}
        note={growth === null ? 'No active clients a month ago' : 'Active clients vs. a month ago'}
      />
      <StatTile
        small
        label="Retention rate"
        value={`${retention.percent}%`}
        note={
          retention.isAssumed
            ? 'Assumed until clients have stayed a full month'
            : `${retention.kept} of ${retention.started} stayed, last three full months`
        }
      />
    </div>
    {activeClients > Math.min(capacity, more.planPlaces) && (
      <Text size="sm" c="dimmed" mt="sm">
        {activeClients > more.planPlaces
          ? 'More clients are active than your plan covers.'
          : 'You have more active clients than client spots. Change the number under Money, Settings.'}
      </Text>
    )}
  </SectionCard>
);
