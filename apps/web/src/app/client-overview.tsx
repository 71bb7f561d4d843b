import { Stack } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { LastCheckIn } from '../features/checkins/last-check-in.tsx';
import { LastMessage, NextSession, PinnedNotes, WorkoutSummary } from '../features/clients/client-summary.tsx';
import { ClientTimeline } from '../features/clients/client-timeline.tsx';
import { overviewQuery } from '../features/clients/clients.queries.ts';
import { TabLink } from '../features/clients/tab-link.tsx';
import { ClientMoney } from '../features/money/client-money.tsx';
import { WeightSummary } from '../features/progress/weight-summary.tsx';
import { RecordSummary } from '../features/records/record-summary.tsx';
import columns from '../ui/columns.module.css';
import { late } from '../ui/late.tsx';
import { QueryBoundary } from '../ui/query-boundary.tsx';
import classes from './client-overview.module.css';
import { useSession } from './session.ts';

const ClientRiskCard = late(async () => (await import('../features/retention/client-risk-card.tsx')).ClientRiskCard);
const ClientSequences = late(async () => (await import('../features/flows/client-sequences.tsx')).ClientSequences);
const LeavingCard = late(async () => (await import('../features/retention/leaving-card.tsx')).LeavingCard);

type ClientOverviewProps = {
  coachId: string;
  client: ClientDetail;
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

/** The client's figures of today beside the timeline. Each part links to its details. */
export function ClientOverview({ coachId, client, firstName, today, timeZone, units }: ClientOverviewProps) {
  const { clientId, fullName: name } = client;
  const { session } = useSession();
  // A view shows no levels.
  const tracksRetention =
    session !== null &&
    session.viewingUntil === null &&
    isFeatureAllowed(session.plan, 'retention_tracking', new Date());
  const hasFlows =
    session !== null && session.viewingUntil === null && isFeatureAllowed(session.plan, 'flows', new Date());
  const reader = { today, units };
  return (
    <div className={columns.columns} data-wide>
      <QueryBoundary
        query={useQuery(overviewQuery(coachId, clientId))}
        failed="The summary could not be loaded"
        loading="Loading the summary"
        skeleton={420}
      >
        {({ weights, lastCheckIn, form, pinnedNotes, lastMessage, unread }) => (
          <div className={classes.summary}>
            <Stack gap={20}>
              <WeightSummary
                {...reader}
                weight={client.weight}
                pace={client.standing === 'on_track' && client.weight?.goal ? client.progress : null}
                weighIns={weights}
                firstName={firstName}
                aside={
                  <TabLink tab="progress" size="sm">
                    Progress
                  </TabLink>
                }
              />
              {tracksRetention && client.accepted && !isFormerClient(client.status) && (
                <ClientRiskCard coachId={coachId} clientId={clientId} today={today} />
              )}
              {tracksRetention && client.accepted && isFormerClient(client.status) && (
                <LeavingCard coachId={coachId} client={{ clientId, name }} />
              )}
              {hasFlows && <ClientSequences coachId={coachId} clientId={clientId} />}
              <WorkoutSummary workouts={client.workouts} />
              <NextSession coachId={coachId} client={client} today={today} timeZone={timeZone} />
              <LastMessage lastMessage={lastMessage} unread={unread} firstName={firstName} accepted={client.accepted} />
            </Stack>
            <Stack gap={20}>
              <LastCheckIn
                {...reader}
                coachId={coachId}
                checkIn={lastCheckIn}
                form={form}
                next={client.readOnly ? null : client.checkIn}
                aside={
                  <TabLink tab="check-ins" size="sm">
                    All check-ins
                  </TabLink>
                }
              />
              <ClientMoney coachId={coachId} clientId={clientId} current={!isFormerClient(client.status)} />
              <PinnedNotes pinnedNotes={pinnedNotes} firstName={firstName} today={today} />
              <RecordSummary {...reader} coachId={coachId} clientId={clientId} goal={client.goal} />
            </Stack>
          </div>
        )}
      </QueryBoundary>
      <ClientTimeline
        coachId={coachId}
        clientId={clientId}
        firstName={firstName}
        today={today}
        timeZone={timeZone}
        units={units}
      />
    </div>
  );
}
