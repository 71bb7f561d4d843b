import { Card, SimpleGrid } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance';
import { StatTile } from '../../components/stat-tile.tsx';
import { countLabel } from '../../lib/format.ts';
import { changeText, PERIOD_WORDS, percentText, TREND_LABELS } from './performance.wording.ts';

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The figures of the period, each with its change. */
export function PerformanceFigures({ report }: { report: PerformanceReport }) {
  const { metrics, workouts, checkIns, nutrition, onTrack, weeks } = report;
  const { last, before, ago } = PERIOD_WORDS[weeks];
  const noteOf = (shares: typeof workouts, than: string, nothing: string) => {
    const change = changeText(shares, than);
    return change ? capital(change) : nothing;
  };
  return (
    <Card component="section" aria-label="Figures">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md" verticalSpacing={20}>
        <StatTile
          label={TREND_LABELS.workouts}
          value={percentText(workouts.now)}
          note={noteOf(workouts, `in ${before}`, workouts.now === null ? `None due in ${last}` : capital(`in ${last}`))}
        />
        <StatTile
          label={TREND_LABELS.checkIns}
          value={percentText(checkIns.now)}
          note={noteOf(checkIns, `in ${before}`, checkIns.now === null ? `None due in ${last}` : capital(`in ${last}`))}
        />
        <StatTile
          label="Nutrition followed"
          value={percentText(nutrition.now)}
          note={noteOf(
            nutrition,
            `in ${before}`,
            nutrition.now === null ? 'No answers about it' : `Answers of ${countLabel(nutrition.clients, 'client')}`,
          )}
        />
        <StatTile
          label={TREND_LABELS.onTrack}
          value={percentText(onTrack.now)}
          note={noteOf(
            onTrack,
            ago,
            `${metrics.clientsOnTrack} of ${countLabel(metrics.totalActiveClients, 'client')}`,
          )}
        />
        <StatTile
          label="Most consistent"
          value={metrics.mostConsistentClientName ?? '–'}
          note={
            metrics.mostConsistentClientStreak > 0
              ? `${metrics.mostConsistentClientStreak}-check-in streak`
              : 'After the first check-in'
          }
        />
      </SimpleGrid>
    </Card>
  );
}
