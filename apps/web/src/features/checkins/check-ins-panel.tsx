import { Text } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { CheckInPlan } from './check-in-plan.tsx';
import { CheckInTable } from './check-in-table.tsx';
import { checkInsQuery } from './checkins.queries.ts';

type CheckInsPanelProps = {
  coachId: string;
  clientId: string;
  today: string;
  units: UnitSystem;
  invited: boolean;
  name: string;
  engagement: ClientDetail['engagement'];
};

/** The check-ins of one client, for the coach. */
export function CheckInsPanel({ coachId, clientId, today, units, invited, name, engagement }: CheckInsPanelProps) {
  const query = useQuery(checkInsQuery(coachId, clientId));
  return (
    <SectionCard title="Check-ins">
      <CheckInPlan {...{ coachId, clientId, today, engagement }} clientName={name} />
      <QueryBoundary
        query={query}
        failed="The check-ins could not be loaded"
        loading="Loading the check-ins"
        skeleton={240}
        isEmpty={({ checkIns }) => checkIns.length === 0}
        empty={
          <Text c="dimmed">
            {invited
              ? `Check-ins will be here once ${name} has accepted the invitation.`
              : 'The first check-in will be here.'}
          </Text>
        }
      >
        {({ checkIns, forms }) => <CheckInTable {...{ coachId, checkIns, forms, today, units }} />}
      </QueryBoundary>
    </SectionCard>
  );
}
