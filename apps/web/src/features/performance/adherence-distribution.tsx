import { Stack, Text, VisuallyHidden } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { DISTRIBUTION_RANGES } from '@stridewell/contract/performance/performance.rules';
import { countLabel } from '../../lib/format.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { PERIOD_WORDS } from './performance.wording.ts';

/** From here on a client did most of the plan. */
const MOST_OF_IT = 80;

const rangeLabel = (index: number) =>
  index === DISTRIBUTION_RANGES - 1 ? '90–100' : `${10 * index}–${10 * index + 9}`;

/** How the clients are spread over the shares of workouts done. */
export function AdherenceDistribution({ report: { distribution, weeks } }: { report: PerformanceReport }) {
  const total = distribution.reduce((sum, count) => sum + count, 0);
  const most = distribution.slice(MOST_OF_IT / 10).reduce((sum, count) => sum + count, 0);
  const { last } = PERIOD_WORDS[weeks];
  const ranges = distribution.map((clients, index) => ({ range: rangeLabel(index), clients }));
  const sentence = `${most} of ${countLabel(total, 'client')} did at least ${MOST_OF_IT}% of their workouts in ${last}.`;
  return (
    <SectionCard title="Clients by workouts done">
      {total === 0 ? (
        <Text c="dimmed">No workouts were due in {last}.</Text>
      ) : (
        <Stack gap="md">
          <Text>{sentence}</Text>
          <DistributionChart ranges={ranges} label="Clients by percent of workouts done; the table has the figures" />
          <Text size="xs" c="dimmed" ta="center">
            Percent of workouts done
          </Text>
          <VisuallyHidden>
            <table>
              <caption>Clients by percent of workouts done</caption>
              <thead>
                <tr>
                  <th scope="col">Percent</th>
                  <th scope="col">Clients</th>
                </tr>
              </thead>
              <tbody>
                {ranges.map(({ range, clients }) => (
                  <tr key={range}>
                    <th scope="row">{range}</th>
                    <td>{clients}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </Stack>
      )}
    </SectionCard>
  );
}
