import { Stack } from '@mantine/core';
import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { HealthItems, ScoreLine } from './client-health.tsx';
import { clientRiskQuery } from './retention.queries.ts';
import { daysAgoText } from './retention.wording.ts';

type HealthDialogProps = { coachId: string; client: ClientRisk; onClose: () => void };

/** Explains the Client Health Score of one client. */
export function HealthDialog({ coachId, client: { clientId, name, daysSince }, onClose }: HealthDialogProps) {
  const last = [
    ['check-in', daysSince.checkIn],
    ['workout', daysSince.workout],
    ['message', daysSince.message],
    ['visit', daysSince.visit],
  ] as const;
  return (
    <Dialog opened onClose={onClose} title={`Client Health Score of ${name}`}>
      <Stack gap="sm">
        <QueryBoundary
          query={useQuery(clientRiskQuery(coachId, clientId))}
          failed="The score could not be loaded"
          skeleton={280}
        >
          {({ health }) =>
            health ? (
              <Stack gap="xs">
                <ScoreLine health={health} />
                <HealthItems health={health} />
              </Stack>
            ) : (
              <Muted>There is no score today.</Muted>
            )
          }
        </QueryBoundary>
        <Muted>
          {last
            .map(([act, days]) => `Last ${act}: ${days === null ? 'none' : daysAgoText(days).toLowerCase()}`)
            .join(' · ')}
        </Muted>
      </Stack>
    </Dialog>
  );
}
