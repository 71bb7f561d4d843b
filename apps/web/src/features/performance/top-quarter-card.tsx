import { Stack, Text } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { chanceText, HABIT_WORDS, PERIOD_WORDS, topQuarterText } from './performance.wording.ts';
import classes from './performance-table.module.css';

/** In what the clients who did most of their workouts differ, where the numbers carry it. */
export function TopQuarterCard({ report: { topQuarter, weeks } }: { report: PerformanceReport }) {
  return (
    <SectionCard title="What the top quarter does differently">
      <Stack gap="md">
        <Text {...(topQuarter.state !== 'different' && { c: 'dimmed' })}>
          {topQuarterText(topQuarter, PERIOD_WORDS[weeks].last)}
        </Text>
        {topQuarter.state === 'different' && (
          <DataTable
            verticalSpacing={6}
            label="Habits of the top quarter"
            columns={[
              { header: 'Habit', rowHeader: true, long: true, cell: ({ habit }) => HABIT_WORDS[habit].name },
              {
                header: 'Top quarter',
                figure: true,
                cell: ({ habit, top, topClients }) => (
                  <>
                    {HABIT_WORDS[habit].valueText(top)}
                    <span className={classes.line}>n = {topClients}</span>
                  </>
                ),
              },
              {
                header: 'Others',
                figure: true,
                cell: ({ habit, others, otherClients }) => (
                  <>
                    {HABIT_WORDS[habit].valueText(others)}
                    <span className={classes.line}>n = {otherClients}</span>
                  </>
                ),
              },
              { header: 'p-value', figure: true, from: 'sm', cell: ({ p }) => chanceText(p) },
            ]}
            rows={topQuarter.differences}
            keyOf={({ habit }) => habit}
          />
        )}
      </Stack>
    </SectionCard>
  );
}
