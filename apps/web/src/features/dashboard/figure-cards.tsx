import { Box, Button, Divider, SimpleGrid, Text } from '@mantine/core';
import { FIGURES, onTrackPercent } from '@stridewell/contract/clients/clients.figures.rules';
import type { CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { averageClientValueCents } from '@stridewell/contract/dashboard/dashboard.rules';
import type { ClientMetrics, PipelineMetrics } from '@stridewell/contract/metrics/metrics';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { countLabel, money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { percentText, streakText } from '../../shared/figure-text.ts';
import { StatTile } from '../../ui/stat-tile.tsx';
import { type Card, CardState } from './card-state.tsx';
import { FoldCard } from './fold.tsx';

type FigureCardProps = { dashboard: CoachDashboard; onRetry: () => void };

const change = (count: number) => (count === 0 ? 'Same as a week ago' : `${count > 0 ? '+' : ''}${count} in a week`);

/** Shown when the figures could not be loaded. */
const NO_CLIENT_METRICS = {
  totalActiveClients: 0,
  clientsOnTrack: 0,
  workoutAdherence: 0,
  mostConsistentClientName: 'Error loading data',
  mostConsistentClientStreak: 0,
  clientsChange: 0,
} satisfies Omit<ClientMetrics, 'date'>;
const NO_PIPELINE_METRICS = { leads: 0, trials: 0, paidClients: 0, conversionRate: 0 } satisfies Omit<
  PipelineMetrics,
  'date'
>;

/** Shows a toast when a card starts to fail, and none on later refreshes. */
function useFailureToast(state: Card<unknown>['state'], message: string): void {
  useEffect(() => {
    if (state === 'failed') toast.error('Error loading metrics', message);
  }, [state, message]);
}

export function ClientMetricsCard({ coachId, dashboard, onRetry }: FigureCardProps & { coachId: string }) {
  const card: Card<Omit<ClientMetrics, 'date'>> = dashboard.clientMetrics;
  useFailureToast(card.state, 'Failed to load client metrics');
  // A failed card shows zeros; otherwise a share of nothing is no figure.
  const noData = card.state === 'failed' ? 0 : null;
  return (
    <FoldCard
      title="Client Metrics Overview"
      summary={card.state === 'ready' ? countLabel(card.data.totalActiveClients, 'client') : undefined}
    >
      <CardState card={card} failed="Failed to load client metrics" whenFailed={NO_CLIENT_METRICS} onRetry={onRetry}>
        {(metrics) => (
          <SimpleGrid cols={2} spacing="md" verticalSpacing={20}>
            <StatTile
              label="Active clients"
              value={String(metrics.totalActiveClients)}
              note={change(metrics.clientsChange)}
            />
            <StatTile
              label={FIGURES.onTrack}
              value={percentText(onTrackPercent(metrics.clientsOnTrack, metrics.totalActiveClients) ?? noData)}
              note={`${metrics.clientsOnTrack} of ${metrics.totalActiveClients} clients`}
            />
            <StatTile
              label={FIGURES.workouts}
              value={percentText(metrics.workoutAdherence)}
              note={metrics.workoutAdherence === null ? 'After the first planned workout' : 'In the last four weeks'}
            />
            <StatTile
              small
              label="Longest streak"
              value={metrics.mostConsistentClientName ?? '–'}
              note={
                metrics.mostConsistentClientStreak > 0
                  ? streakText(metrics.mostConsistentClientStreak)
                  : 'After the first check-in'
              }
            />
          </SimpleGrid>
        )}
      </CardState>
      {dashboard.revenue.state !== 'locked' && (
        <>
          <Divider my="md" />
          <Button component={Link} to={`/coach/${coachId}/performance-metrics`} variant="light" fullWidth>
            View performance
          </Button>
        </>
      )}
    </FoldCard>
  );
}

/** `addEntry` is shown once the card is loaded, even without entries. */
export function BusinessCard({
  coachId,
  dashboard,
  currency,
  onRetry,
  addEntry,
}: FigureCardProps & { coachId: string; currency: string; addEntry: ReactNode }) {
  const { revenue: card } = dashboard;
  return (
    <FoldCard
      title="Business Performance"
      summary={card.state === 'ready' ? money(card.data?.current_month_revenue ?? 0, currency) : undefined}
      aside={card.state === 'ready' && <Box flex="none">{addEntry}</Box>}
    >
      <CardState card={card} locked="Follow revenue, expenses and profit month by month." onRetry={onRetry}>
        {(revenue) =>
          revenue === null ? (
            <Text c="dimmed">No business data available yet</Text>
          ) : (
            <SimpleGrid cols={2} spacing="md" verticalSpacing={20}>
              <StatTile label="Revenue" value={money(revenue.current_month_revenue, currency)} note="This month" />
              <StatTile label="Expenses" value={money(revenue.monthly_expenses, currency)} note="This month" />
              <StatTile
                label="Net profit"
                value={money(revenue.net_profit, currency)}
                note={`Margin ${percentText(revenue.profit_margin)}`}
              />
              <StatTile
                label="Revenue per client"
                value={money(averageClientValueCents(revenue.current_month_revenue, revenue.active_clients), currency)}
                note={`${revenue.active_clients} of ${revenue.max_capacity} client spots`}
              />
            </SimpleGrid>
          )
        }
      </CardState>
      {card.state === 'ready' && card.data !== null && (
        <>
          <Divider my="md" />
          <Button component={Link} to={`/coach/${coachId}/business-metrics`} variant="light" fullWidth>
            View business metrics
          </Button>
        </>
      )}
    </FoldCard>
  );
}

export function PipelineCard({ coachId, dashboard, onRetry }: FigureCardProps & { coachId: string }) {
  const card: Card<Omit<PipelineMetrics, 'date'>> = dashboard.pipeline;
  const pipeline = `/coach/${coachId}/pipeline`;
  useFailureToast(card.state, 'Failed to load pipeline metrics');
  return (
    <FoldCard
      title="Pipeline Summary"
      summary={card.state === 'ready' ? countLabel(card.data.leads, 'lead') : undefined}
    >
      <CardState
        card={card}
        failed="Failed to load pipeline metrics"
        whenFailed={NO_PIPELINE_METRICS}
        onRetry={onRetry}
      >
        {({ leads, trials, paidClients, conversionRate }) => (
          <SimpleGrid cols={2} spacing="md" verticalSpacing={20}>
            <StatTile label="Leads" value={String(leads)} note="New and pitched" />
            <StatTile label="Trials" value={String(trials)} />
            <StatTile label="Paid clients" value={String(paidClients)} />
            <StatTile label="Conversion" value={percentText(conversionRate)} note="Of all leads" />
          </SimpleGrid>
        )}
      </CardState>
      <Divider my="md" />
      <Button component={Link} to={pipeline} variant="light" fullWidth>
        Follow Up With Leads
      </Button>
    </FoldCard>
  );
}
