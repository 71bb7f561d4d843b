import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CancelSessionDialog } from '../features/calendar/cancel-session-dialog.tsx';
import { ReadOnlyCount } from '../features/clients/read-only-notice.tsx';
import { AgendaCard } from '../features/dashboard/agenda-card.tsx';
import classes from '../features/dashboard/dashboard.module.css';
import { coachDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { BusinessCard, ClientMetricsCard, PipelineCard } from '../features/dashboard/figure-cards.tsx';
import { QuickActionsCard } from '../features/dashboard/quick-actions-card.tsx';
import type { CancelDialog } from '../features/dashboard/session-status.tsx';
import { SessionsCard } from '../features/dashboard/sessions-card.tsx';
import { SuggestionsCard } from '../features/dashboard/suggestions-card.tsx';
import { AddLedgerEntry } from '../features/money/add-ledger-entry.tsx';
import { SetupChecklist } from '../features/onboarding/setup-checklist.tsx';
import { timeOfDay } from '../lib/format.ts';
import { Below, late } from '../ui/late.tsx';
import { useSession } from './session.ts';

const RetentionAlert = late(async () => (await import('../features/retention/retention-alert.tsx')).RetentionAlert);

type CoachDashboardProps = { coachId: string; firstName: string; headingOrder?: 1 | 2 };

/** On a phone, both columns are below the first one. */
const BELOW = 600;

/** The dashboard of a coach. A loader has loaded its data. */
export function CoachDashboard({ coachId, firstName, headingOrder = 1 }: CoachDashboardProps) {
  const { data: dashboard, refetch } = useSuspenseQuery(coachDashboardQuery(coachId));
  const { session } = useSession();
  // Both only start something, which a view cannot.
  const isViewed = session?.viewingUntil != null;
  const tracksRetention = session !== null && isFeatureAllowed(session.plan, 'retention_tracking', new Date());
  const currency = session?.coach?.currency ?? 'USD';
  const shared = { dashboard, onRetry: () => void refetch() };
  const cancelDialog: CancelDialog = (props) => <CancelSessionDialog {...props} />;
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="lg">
        <Stack gap={4}>
          <Title order={headingOrder}>Good to see you, {firstName}</Title>
          <Text c="dimmed">
            Today’s sessions and tasks, clients waiting for you, suggested next steps, and how your clients and business
            are doing.
          </Text>
        </Stack>
        <Text size="sm" c="dimmed">
          Last synced {timeOfDay(dashboard.syncedAt, dashboard.timeZone)}
        </Text>
      </Group>
      {dashboard.cover.state === 'ready' && dashboard.cover.data.readOnly > 0 && (
        <Box mb="lg">
          <ReadOnlyCount {...dashboard.cover.data} />
        </Box>
      )}
      <div className={classes.grid}>
        <div className={classes.column}>
          <AgendaCard coachId={coachId} {...shared} cancelDialog={cancelDialog} />
          {!isViewed && <SetupChecklist coachId={coachId} />}
          {!isViewed && <QuickActionsCard coachId={coachId} />}
        </div>
        <div className={classes.column}>
          <Below height={BELOW}>
            <SessionsCard coachId={coachId} {...shared} cancelDialog={cancelDialog} />
            <SuggestionsCard coachId={coachId} {...shared} />
          </Below>
        </div>
        <div className={classes.column}>
          <Below height={BELOW}>
            {tracksRetention && !isViewed && <RetentionAlert coachId={coachId} />}
            <ClientMetricsCard coachId={coachId} {...shared} />
            <BusinessCard
              coachId={coachId}
              currency={currency}
              {...shared}
              addEntry={<AddLedgerEntry coachId={coachId} today={dashboard.today} currency={currency} />}
            />
            <PipelineCard coachId={coachId} {...shared} />
          </Below>
        </div>
      </div>
    </>
  );
}
