import { Group, Text } from '@mantine/core';
import type { WeighIn } from '@stridewell/contract/checkins/checkins.rules';
import type { WeightFigures } from '@stridewell/contract/clients/clients.figures.rules';
import {
  losesTooFast,
  PROGRESS_THRESHOLDS,
  type ProgressLabel,
} from '@stridewell/contract/clients/clients.labels.rules';
import { weightTrend } from '@stridewell/contract/progress/progress.rules';
import { daysBetween, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import type { ReactNode } from 'react';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sparkline } from './sparkline.tsx';
import { WeightTiles } from './weight-tiles.tsx';

/** Remark about the pace; none when the pace is as planned. */
const PACE: Partial<Record<ProgressLabel, string>> = {
  'Exceeding Goals': 'Ahead of the pace for the goal weight',
  'Needs Attention': 'Slower than the pace for the goal weight',
};

const TOO_FAST = 'Losing more than 1% of body weight a week';

type WeightSummaryProps = {
  weight: WeightFigures | null;
  /** The pace towards the goal weight, of a client on track. */
  pace: ProgressLabel | null;
  /** Of the last twelve weeks, oldest first. */
  weighIns: readonly WeighIn[];
  firstName: string;
  today: string;
  units: UnitSystem;
  aside: ReactNode;
};

/** The weight with its change and rate, and the trend as a line. */
export function WeightSummary({ weight, pace, weighIns, firstName, today, units, aside }: WeightSummaryProps) {
  const isAtGoal = (weight?.goal?.toGoKg ?? Infinity) <= PROGRESS_THRESHOLDS.goalToleranceKg;
  const paceText = losesTooFast(weighIns, today) ? TOO_FAST : isAtGoal ? 'At the goal weight' : pace && PACE[pace];
  const trend = weightTrend(weighIns);
  const [first] = trend;
  const last = trend.at(-1);
  return (
    <SectionCard title="Weight" aside={aside}>
      {weight && first && last ? (
        <>
          <Group gap="lg" align="flex-start" mb={trend.length > 1 ? 'sm' : 0}>
            <WeightTiles weight={weight} weighIns={weighIns} today={today} units={units} />
          </Group>
          {paceText && <Muted mb="sm">{paceText}</Muted>}
          {trend.length > 1 && (
            <>
              <Sparkline
                values={trend.map(({ trendKg }) => trendKg)}
                at={trend.map(({ day }) => daysBetween(first.day, day))}
                wide
              />
              <Group justify="space-between" mt={2}>
                <Text size="xs" c="dimmed">
                  {relativeDayLabel(first.day, today)}
                </Text>
                <Text size="xs" c="dimmed">
                  {relativeDayLabel(last.day, today)}
                </Text>
              </Group>
            </>
          )}
        </>
      ) : (
        <Text c="dimmed">No weigh-ins from {firstName} in the last twelve weeks.</Text>
      )}
    </SectionCard>
  );
}
