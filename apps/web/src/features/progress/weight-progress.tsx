import { Group, SegmentedControl, Text } from '@mantine/core';
import type { WeighIn } from '@stridewell/contract/checkins/checkins.rules';
import { weighInEnds, weightFiguresOf } from '@stridewell/contract/clients/clients.figures.rules';
import {
  inRange,
  PROGRESS_RANGES,
  type ProgressRange,
  type TrendPoint,
  weightSlope,
  weightTrend,
} from '@stridewell/contract/progress/progress.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { useState } from 'react';
import { dayInSentence, weightLabel } from '../../lib/format.ts';
import { toGoText } from '../../shared/figure-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './progress-tables.module.css';
import { WeightTiles } from './weight-tiles.tsx';
import { WeightTrendChart } from './weight-trend-chart.tsx';

const RANGE_LABELS: Record<ProgressRange, string> = { '4w': '4 weeks', '3m': '3 months', '1y': '1 year', all: 'All' };

type WeightProgressProps = {
  /** Oldest first. */
  weighIns: readonly WeighIn[];
  startWeightKg: number | null;
  goalWeightKg: number | null;
  /** The text while there is no weight. */
  empty: string;
  today: string;
  units: UnitSystem;
};

/** The weight with its change, rate and goal. */
export function WeightProgress(props: WeightProgressProps) {
  const { weighIns, startWeightKg, goalWeightKg, empty, today, units } = props;
  const trended = { slope: weightSlope(weighIns), today };
  const weight = weightFiguresOf(weighInEnds(weighIns), { startWeightKg, goalWeightKg }, trended);
  if (!weight) {
    return (
      <SectionCard title="Weight">
        <Text c="dimmed">{empty}</Text>
      </SectionCard>
    );
  }
  const trend = weightTrend(weighIns);
  const isOne = trend.length === 1;
  return (
    <SectionCard title="Weight">
      <Group gap="lg" align="flex-start" mb="md">
        <WeightTiles weight={weight} weighIns={weighIns} today={today} units={units} />
        {weight.goal && (
          <StatTile
            small
            label="Goal"
            value={weightLabel(weight.goal.weightKg, units)}
            note={toGoText(weight.goal, units)}
          />
        )}
      </Group>
      {isOne ? (
        <Text c="dimmed">The trend line begins with the second weight.</Text>
      ) : (
        <WeightHistory trend={trend} goalWeightKg={goalWeightKg} today={today} units={units} />
      )}
    </SectionCard>
  );
}

type WeightHistoryProps = {
  trend: readonly TrendPoint[];
  goalWeightKg: number | null;
  today: string;
  units: UnitSystem;
};

/** The weights of a time range as a chart and as a table. */
function WeightHistory({ trend, goalWeightKg, today, units }: WeightHistoryProps) {
  const [range, setRange] = useState<ProgressRange>('3m');
  const shown = inRange(trend, range, today);
  const lastDay = trend.at(-1)?.day ?? today;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Range of the chart"
        mb="md"
        w={{ base: '100%', sm: 'fit-content' }}
        data={PROGRESS_RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        value={range}
        onChange={(value) => setRange(PROGRESS_RANGES.find((one) => one === value) ?? '3m')}
      />
      {shown.length === 0 ? (
        <Text c="dimmed">No weight in this range. The last one is from {dayInSentence(lastDay, today)}.</Text>
      ) : (
        <>
          <WeightTrendChart points={shown} goalWeightKg={goalWeightKg} today={today} units={units} />
          <details className={classes.values}>
            <summary>Show as a table</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
            <section tabIndex={0} aria-label="Weights">
              <DataTable
                label="Weights by day"
                columns={[
                  { header: 'Date', cell: ({ day }) => relativeDayLabel(day, today) },
                  {
                    header: `Weight, ${weightUnit(units)}`,
                    figure: true,
                    cell: ({ weightKg }) => weightForDisplay(weightKg, units).toFixed(1),
                  },
                  {
                    header: `Trend, ${weightUnit(units)}`,
                    figure: true,
                    cell: ({ trendKg }) => weightForDisplay(trendKg, units).toFixed(1),
                  },
                ]}
                rows={shown.toReversed()}
                keyOf={({ day }) => day}
              />
            </section>
          </details>
        </>
      )}
    </>
  );
}
