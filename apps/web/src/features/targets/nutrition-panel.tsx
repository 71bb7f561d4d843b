import { Stack } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { AdaptationCard } from './adaptation-card.tsx';
import { TargetCard } from './target-card.tsx';
import { TargetHistory } from './target-history.tsx';
import { TargetPictureCard } from './target-picture.tsx';
import { targetsQuery } from './targets.queries.ts';

type NutritionPanelProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  /** A former client. */
  readOnly: boolean;
  /** Scope of practice: whether the coach sets targets. */
  prescribes: boolean;
  /** Whether the plan has weekly reviews of targets. */
  adapts: boolean;
  units: UnitSystem;
  /** Further cards about the client's nutrition. */
  children?: ReactNode;
};

/** A client's nutrition for the coach. */
export function NutritionPanel(props: NutritionPanelProps) {
  const { coachId, clientId, firstName, readOnly, prescribes, adapts, units, children } = props;
  const [edited, setEdited] = useState<number | null>(null);
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
                edited={edited}
                onEdited={() => setEdited(null)}
              />
              {adapts && !readOnly && targets.current && targets.blocks.length === 0 && (
                <AdaptationCard
                  coachId={coachId}
                  clientId={clientId}
                  firstName={firstName}
                  units={units}
                  today={targets.today}
                  onEdit={setEdited}
                />
              )}
              {targets.history.length > 0 && (
                <TargetPictureCard coachId={coachId} clientId={clientId} firstName={firstName} units={units} />
              )}
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
