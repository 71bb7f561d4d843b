import { Stack, Table, Text } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
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
          <Table className={classes.table} verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Habit</Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  Top quarter
                </Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  Others
                </Table.Th>
                <Table.Th scope="col" className={`${classes.figure} ${classes.extra}`}>
                  p-value
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {topQuarter.differences.map(({ habit, top, others, topClients, otherClients, p }) => (
                <Table.Tr key={habit}>
                  <Table.Th scope="row" className={classes.name}>
                    {HABIT_WORDS[habit].name}
                  </Table.Th>
                  <Table.Td className={classes.figure}>
                    {HABIT_WORDS[habit].valueText(top)}
                    <span className={classes.line}>n = {topClients}</span>
                  </Table.Td>
                  <Table.Td className={classes.figure}>
                    {HABIT_WORDS[habit].valueText(others)}
                    <span className={classes.line}>n = {otherClients}</span>
                  </Table.Td>
                  <Table.Td className={`${classes.figure} ${classes.extra}`}>{chanceText(p)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </SectionCard>
  );
}
