import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { TargetCard } from './target-card.tsx';
import { TargetHistory } from './target-history.tsx';
import { targetsQuery } from './targets.queries.ts';

type NutritionPanelProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  /** A former client. */
  readOnly: boolean;
  /** Scope of practice: whether the coach sets targets. */
  prescribes: boolean;
  /** Further cards about the client's nutrition. */
  children?: ReactNode;
};

/** A client's nutrition for the coach. */
export function NutritionPanel({ coachId, clientId, firstName, readOnly, prescribes, children }: NutritionPanelProps) {
  const query = useQuery(targetsQuery(coachId, clientId));
  return (
    <Stack gap={20}>
      {prescribes ? (
        <QueryBoundary
          query={query}
          failed="The target could not be loaded"
          loading="Loading the target"
          skeleton={320}
        >
          {(targets) => (
            <>
              <TargetCard
                coachId={coachId}
                clientId={clientId}
                firstName={firstName}
                targets={targets}
                readOnly={readOnly}
              />
              <TargetHistory history={targets.history} today={targets.today} />
            </>
          )}
        </QueryBoundary>
      ) : (
        <Notice>Your scope of practice leaves out nutrition targets. You can change it in your settings.</Notice>
      )}
      {children}
    </Stack>
  );
}
