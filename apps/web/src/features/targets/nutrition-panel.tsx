import { Stack } from '@mantine/core';
import type { ClientTargets } from '@stridewell/contract/targets/targets';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { AdaptationCard, TargetProposal } from './adaptation-card.tsx';
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
  const panel = useRef<HTMLDivElement>(null);
  const named = { coachId, clientId, firstName };
  const isReviewed = ({ current, blocks }: ClientTargets) =>
    adapts && !readOnly && current !== null && blocks.length === 0;
  return (
    <Stack gap={20} ref={panel} tabIndex={-1}>
      {prescribes ? (
        <QueryBoundary
          query={query}
          failed="The target could not be loaded"
          loading="Loading the target"
          skeleton={320}
        >
          {(targets) => (
            <>
              {isReviewed(targets) && (
                <TargetProposal {...named} onEdit={setEdited} onDecided={() => panel.current?.focus()} />
              )}
              <TargetCard
                {...named}
                targets={targets}
                readOnly={readOnly}
                edited={edited}
                onEdited={() => setEdited(null)}
              />
              {isReviewed(targets) && <AdaptationCard {...named} units={units} today={targets.today} />}
              {targets.history.length > 0 && <TargetPictureCard {...named} units={units} />}
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
