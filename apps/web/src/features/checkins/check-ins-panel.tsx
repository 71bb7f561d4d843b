import { Text } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { usePhone } from '../../lib/use-phone.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CheckInCards } from './check-in-cards.tsx';
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
  const isPhone = usePhone();
  return (
    <SectionCard title="Check-ins">
      <CheckInPlan coachId={coachId} clientId={clientId} today={today} engagement={engagement} clientName={name} />
      <QueryBoundary
        query={query}
        failed="The check-ins could not be loaded"
        loading="Loading the check-ins"
        skeleton={240}
        isEmpty={({ checkIns }) => checkIns.length === 0}
        empty={
          <Text c="dimmed">
            {invited
              ? `Check-ins appear here after ${name} accepts the invitation.`
              : 'Check-ins appear here, newest first.'}
          </Text>
        }
      >
        {({ checkIns, forms }) =>
          isPhone ? (
            <CheckInCards coachId={coachId} checkIns={checkIns} forms={forms} today={today} units={units} />
          ) : (
            <CheckInTable coachId={coachId} checkIns={checkIns} forms={forms} today={today} units={units} />
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}
