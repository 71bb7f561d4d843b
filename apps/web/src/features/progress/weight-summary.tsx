import { Group, Text } from '@mantine/core';
import type { WeighIn } from '@stridewell/contract/checkins.rules';
import { FIGURES, type WeightFigures } from '@stridewell/contract/clients.figures.rules';
import { weightRate, weightTrend } from '@stridewell/contract/progress.rules';
import { daysBetween, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import type { ReactNode } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { weightChangeText } from '../../lib/figure-text.ts';
import { weightLabel } from '../../lib/format.ts';
import { Sparkline } from './sparkline.tsx';
import { rateText } from './weight-progress.tsx';

type WeightSummaryProps = {
  weight: WeightFigures | null;
  /** Of the last twelve weeks, oldest first. */
  weighIns: readonly WeighIn[];
  firstName: string;
  today: string;
  units: UnitSystem;
  aside: ReactNode;
};

/** The weight with its change and rate, and the trend as a line. */
export function WeightSummary({ weight, weighIns, firstName, today, units, aside }: WeightSummaryProps) {
  const trend = weightTrend(weighIns);
  const [first] = trend;
  const last = trend.at(-1);
  return (
    <SectionCard title="Weight" aside={aside}>
      {weight && first && last ? (
        <>
          <Group gap="lg" align="flex-start" mb={trend.length > 1 ? 'sm' : 0}>
            <StatTile
              small
              label={FIGURES.weight}
              value={weightLabel(weight.weightKg, units)}
              note={weightChangeText(weight, units) ?? relativeDayLabel(weight.day, today)}
            />
            <StatTile small label="Rate" {...rateText(weightRate(weighIns, today), units)} />
          </Group>
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
        <Text c="dimmed">No weight of {firstName} in the last twelve weeks.</Text>
      )}
    </SectionCard>
  );
}
