import { Anchor, Card, Group, SegmentedControl, Stack, Title } from '@mantine/core';
import type { ExpenseAnalytics } from '@stridewell/contract/metrics/metrics';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { money } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './business.module.css';
import { expenseAnalyticsQuery } from './metrics.queries.ts';
import { type BusinessSearch, periodOf } from './metrics.search.ts';
import { monthLabel, previousLabel, signedText, spendingSentence } from './metrics.wording.ts';
import { PeriodPicker } from './period-picker.tsx';

type ExpenseAnalyticsProps = {
  coachId: string;
  search: BusinessSearch;
  today: string;
  onSearch: (search: Record<string, unknown>) => void;
};

/** Expenses by category, over time and compared with the period before. */
export function ExpenseAnalyticsPage({ coachId, search, today, onSearch }: ExpenseAnalyticsProps) {
  const query = useQuery(expenseAnalyticsQuery(coachId, { ...periodOf(search, today), currency: search.currency }));
  return (
    <QueryBoundary query={query} failed="The expense analytics could not be loaded" skeleton={420}>
      {(data) => (
        <Stack gap="lg">
          <Group gap="sm" justify="space-between" data-reads>
            <PeriodPicker key={search.period ?? 'month'} search={search} today={today} onSearch={onSearch} />
            {data.currencies.length > 1 && (
              <SegmentedControl
                bg="var(--hover)"
                size="sm"
                aria-label="Currency"
                data={data.currencies}
                value={data.currency}
                onChange={(currency) => onSearch({ ...search, currency })}
              />
            )}
          </Group>
          {data.categories.length === 0 ? (
            <EmptyState title="No expenses in these months" />
          ) : (
            <Card component="section" aria-label="By category">
              <Stack gap="md">
                <Title order={2} size="h3">
                  {spendingSentence(data)}
                </Title>
                <div className={classes.scroll}>
                  <CategoryTable coachId={coachId} analytics={data} />
                </div>
                <Muted>Changes vs. {previousLabel(data)}.</Muted>
              </Stack>
            </Card>
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}

/** The expenses of a category in the period. */
function categoryPath(coachId: string, category: string, { current, currency }: ExpenseAnalytics): string {
  return `/coach/${coachId}/expenses?${new URLSearchParams({ ...current, category, currency })}`;
}

function CategoryTable({ coachId, analytics }: { coachId: string; analytics: ExpenseAnalytics }) {
  const { categories, months, currency } = analytics;
  const most = Math.max(...categories.flatMap(({ byMonth }) => byMonth));
  const bars = (category: string, cents: readonly number[]) => (
    <MonthBars category={category} months={months} cents={cents} most={most} currency={currency} />
  );
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return (
    <DataTable
      label="Expenses by category"
      columns={[
        { header: 'Category', rowHeader: true, long: true, cell: ({ category }) => category },
        {
          header: `${monthLabel(first)} to ${monthLabel(last)}`,
          from: 'sm',
          cell: ({ category, byMonth }) => bars(category, byMonth),
        },
        {
          header: 'This period',
          figure: true,
          cell: ({ category, cents }) => (
            <Anchor component={Link} to={categoryPath(coachId, category, analytics)} c="inherit">
              {money(cents, currency)}
            </Anchor>
          ),
        },
        {
          header: 'Change',
          figure: true,
          cell: ({ cents, before }) => <Muted>{signedText(cents - before, currency)}</Muted>,
        },
      ]}
      rows={categories}
      keyOf={({ category }) => category}
      phoneLine={({ category, byMonth }) => bars(category, byMonth)}
    />
  );
}

const BAR = { width: 12, gap: 4, height: 36 };

type MonthBarsProps = {
  category: string;
  months: readonly string[];
  cents: readonly number[];
  most: number;
  currency: string;
};

/** The months of a category on the scale that all categories share. The last one is the month of the period's end. */
function MonthBars({ category, months, cents, most, currency }: MonthBarsProps) {
  const width = months.length * (BAR.width + BAR.gap);
  const spoken = months.flatMap((month, index) =>
    (cents[index] ?? 0) > 0 ? `${monthLabel(month)} ${money(cents[index] ?? 0, currency)}` : [],
  );
  return (
    <svg
      viewBox={`0 0 ${width} ${BAR.height}`}
      width={width}
      height={BAR.height}
      style={{ maxWidth: '100%' }}
      role="img"
      aria-label={`${category}: ${spoken.join(', ') || 'nothing'}`}
    >
      {months.map((month, index) => {
        const height = Math.max(1, ((cents[index] ?? 0) / Math.max(1, most)) * BAR.height);
        const isLast = index === months.length - 1;
        return (
          <rect
            key={month}
            x={index * (BAR.width + BAR.gap)}
            y={BAR.height - height}
            width={BAR.width}
            height={height}
            rx={2}
            fill={'var(--mantine-color-pine-6)'}
            opacity={isLast ? 1 : 0.45}
          />
        );
      })}
    </svg>
  );
}
