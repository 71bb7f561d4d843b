import { Card, Group, SegmentedControl, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { useState } from 'react';
import { dayText } from '../../lib/format.ts';
import { percentText } from '../../shared/figure-text.ts';
import {
  headlineText,
  PERIOD_WORDS,
  TREND_CHOICES,
  TREND_FIGURES,
  TREND_LABELS,
  type TrendFigure,
} from './performance.wording.ts';
import { ShareChart } from './share-chart.tsx';

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The answer of the page: a sentence and the weeks behind it. */
export function TrendCard({ report }: { report: PerformanceReport }) {
  const [figure, setFigure] = useState<TrendFigure>('workouts');
  const { trend, today, weeks } = report;
  const { last, before } = PERIOD_WORDS[weeks];
  const names = { now: capital(last), before: capital(before) };
  const isKnown = trend.some((week) => week[figure].now !== null || week[figure].before !== null);
  return (
    <Card component="section" aria-label="Trend">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Title order={2} size="h3" maw={720} aria-live="polite">
            {headlineText(figure, report)}
          </Title>
          <SegmentedControl
            size="sm"
            aria-label="Figure of the chart"
            data={TREND_FIGURES.map((value) => ({ value, label: TREND_CHOICES[value] }))}
            value={figure}
            onChange={(value) => setFigure(TREND_FIGURES.find((one) => one === value) ?? 'workouts')}
          />
        </Group>
        {isKnown ? (
          <>
            <ShareChart figure={figure} trend={trend} today={today} names={names} label={TREND_LABELS[figure]} />
            <TrendTable figure={figure} trend={trend} names={names} />
          </>
        ) : (
          <Text c="dimmed">The weeks are shown here once there is something to count.</Text>
        )}
      </Stack>
    </Card>
  );
}

type TrendTableProps = {
  figure: TrendFigure;
  trend: PerformanceReport['trend'];
  names: { now: string; before: string };
};

/** The chart for screen readers. */
function TrendTable({ figure, trend, names }: TrendTableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{TREND_LABELS[figure]} by week</caption>
        <thead>
          <tr>
            <th scope="col">Week ending</th>
            <th scope="col">{names.now}</th>
            <th scope="col">{names.before}</th>
          </tr>
        </thead>
        <tbody>
          {trend.map((week) => (
            <tr key={week.endDay}>
              <th scope="row">{dayText(week.endDay, { month: 'long', day: 'numeric' })}</th>
              <td>{percentText(week[figure].now)}</td>
              <td>{percentText(week[figure].before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
