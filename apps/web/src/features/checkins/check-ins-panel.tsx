import { Skeleton, Stack, Text } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { CheckInList } from './check-in-list.tsx';
import { CheckInPlan } from './check-in-plan.tsx';
import { checkInsQuery } from './checkins.queries.ts';

type CheckInsPanelProps = {
  coachId: string;
  clientId: string;
  today: string;
  units: UnitSystem;
  invited: boolean;
  name: string;
};

/** The check-ins of one client, for the coach. */
export function CheckInsPanel({ coachId, clientId, today, units, invited, name }: CheckInsPanelProps) {
  const query = useQuery(checkInsQuery(coachId, clientId));
  return (
    <SectionCard title="Check-ins">
      <CheckInPlan coachId={coachId} clientId={clientId} clientName={name} today={today} />
      {query.isError ? (
        <LoadError title="The check-ins could not be loaded" error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Stack gap="md" aria-busy="true" aria-label="Loading the check-ins">
          <Skeleton h={72} />
          <Skeleton h={72} />
          <Skeleton h={72} />
        </Stack>
      ) : query.data.checkIns.length === 0 ? (
        <Text c="dimmed">
          {invited
            ? `Check-ins will be here once ${name} has accepted the invitation.`
            : 'The first check-in will be here.'}
        </Text>
      ) : (
        <CheckInList
          coachId={coachId}
          checkIns={query.data.checkIns}
          forms={query.data.forms}
          today={today}
          units={units}
        />
      )}
    </SectionCard>
  );
}
