import { Card, SimpleGrid } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { countLabel } from '../../lib/format.ts';
import { percentText, streakText } from '../../shared/figure-text.ts';
import { StatTile } from '../../ui/stat-tile.tsx';
import { changeText, PERIOD_WORDS, TREND_LABELS } from './performance.wording.ts';

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The figures of the period, each with its change. */
export function PerformanceFigures({ report }: { report: PerformanceReport }) {
  const { metrics, workouts, checkIns, onTrack, weeks } = report;
  const isLogged = report.nutrition.now !== null || report.nutritionAnswers.now === null;
  const nutrition = isLogged ? report.nutrition : report.nutritionAnswers;
  const { last, before, within } = PERIOD_WORDS[weeks];
  const previous = `vs. ${before}`;
  const noteOf = (shares: typeof workouts, tail: string, nothing: string) => {
    const change = changeText(shares, tail);
    return change ? capital(change) : nothing;
  };
  return (
    <Card component="section" aria-label="Figures">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md" verticalSpacing={20}>
        <StatTile
          label={TREND_LABELS.workouts}
          value={percentText(workouts.now)}
          note={noteOf(workouts, previous, workouts.now === null ? `None due in ${last}` : capital(`in ${last}`))}
        />
        <StatTile
          label={TREND_LABELS.checkIns}
          value={percentText(checkIns.now)}
          note={noteOf(checkIns, previous, checkIns.now === null ? `None due in ${last}` : capital(`in ${last}`))}
        />
        <StatTile
          label={isLogged ? 'Nutrition followed' : 'Nutrition followed (self-reported)'}
          value={percentText(nutrition.now)}
          note={noteOf(
            nutrition,
            previous,
            nutrition.now === null ? 'Nothing logged yet' : `Average of ${countLabel(nutrition.clients, 'client')}`,
          )}
        />
        <StatTile
          label={TREND_LABELS.onTrack}
          value={percentText(onTrack.now)}
          note={noteOf(
            onTrack,
            within,
            `${metrics.clientsOnTrack} of ${countLabel(metrics.totalActiveClients, 'client')}`,
          )}
        />
        <StatTile
          label="Longest streak"
          value={metrics.mostConsistentClientName ?? '–'}
          note={
            metrics.mostConsistentClientStreak > 0
              ? streakText(metrics.mostConsistentClientStreak)
              : 'After the first check-in'
          }
        />
      </SimpleGrid>
    </Card>
  );
}
