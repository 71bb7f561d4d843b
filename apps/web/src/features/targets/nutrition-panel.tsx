import { Stack, Text } from '@mantine/core';
import type { ClientTargets } from '@stridewell/contract/targets/targets';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
  /** Whether the target with its proposal is shown. */
  hasTarget: boolean;
  /** Whether expenditure and history are shown. */
  hasTrend: boolean;
};

/** A client's target and what follows from their log, for the coach. Shows nothing without a part. */
export function NutritionPanel(props: NutritionPanelProps) {
  const { coachId, clientId, firstName, readOnly, prescribes, adapts, units, hasTarget, hasTrend } = props;
  const [edited, setEdited] = useState<number | null>(null);
  const query = useQuery(targetsQuery(coachId, clientId));
  const panel = useRef<HTMLDivElement>(null);
  const named = { coachId, clientId, firstName };
  const isReviewed = ({ current, blocks }: ClientTargets) =>
    adapts && !readOnly && current !== null && blocks.length === 0;
  if (!hasTarget && !hasTrend) return null;
  if (!prescribes) {
    return <Notice>Your scope of practice leaves out nutrition targets. You can change it in your settings.</Notice>;
  }
  return (
    <QueryBoundary query={query} failed="The target could not be loaded" loading="Loading the target" skeleton={320}>
      {(targets) => (
        <Stack gap={20} ref={panel} tabIndex={-1}>
          {hasTarget && (
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
            </>
          )}
          {hasTrend && (
            <>
              {isReviewed(targets) && <AdaptationCard {...named} units={units} today={targets.today} />}
              {targets.history.length > 0 && <TargetPictureCard {...named} units={units} />}
              <TargetHistory history={targets.history} today={targets.today} />
              {targets.history.length === 0 && !hasTarget && (
                <Text c="dimmed">Expenditure and weight appear here once {firstName} has a target.</Text>
              )}
            </>
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}
