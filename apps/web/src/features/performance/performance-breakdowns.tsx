import { Stack, Table, Text } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { RATE } from '@stridewell/contract/progress/progress.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { countLabel, weightChangeLabel } from '../../lib/format.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ShareCell } from './client-performance-table.tsx';
import { GOAL_LABELS, PERIOD_WORDS, weightChangeName } from './performance.wording.ts';
import classes from './performance-table.module.css';

type BreakdownProps = { report: PerformanceReport };

/** Workouts done by the program that they belong to. */
export function ProgramBreakdown({ report: { programs, weeks } }: BreakdownProps) {
  return (
    <SectionCard title="By program">
      {programs.length === 0 ? (
        <Text c="dimmed">No workouts of a program were due in {PERIOD_WORDS[weeks].last}.</Text>
      ) : (
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Program</Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                Clients
              </Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                Workouts done
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {programs.map(({ programId, name, clients, percent, done, due }) => (
              <Table.Tr key={programId ?? ` ${name}`}>
                <Table.Th scope="row" className={classes.name}>
                  {name}
                </Table.Th>
                <Table.Td className={classes.figure}>{clients}</Table.Td>
                <ShareCell count={{ done, due }} percent={percent} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SectionCard>
  );
}

type GoalBreakdownProps = BreakdownProps & { units: UnitSystem };
type Outcome = PerformanceReport['goals'][number];

/** How the clients came along, by what their weight is to do. */
export function GoalBreakdown({ report: { goals, weeks }, units }: GoalBreakdownProps) {
  return (
    <SectionCard title="By goal">
      <Stack gap="sm">
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Goal</Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                Clients
              </Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                {weightChangeName(weeks)}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {goals.map((outcome) => (
              <Table.Tr key={outcome.goal}>
                <Table.Th scope="row" className={classes.name}>
                  {GOAL_LABELS[outcome.goal]}
                  <span className={classes.line}>{progressText(outcome)}</span>
                </Table.Th>
                <Table.Td className={classes.figure}>{outcome.clients}</Table.Td>
                <Table.Td className={classes.figure}>
                  {outcome.changeKg === null ? '–' : (weightChangeLabel(outcome.changeKg, units) ?? 'No change')}
                  {outcome.weighed > 0 && (
                    <span className={classes.line}>average of {countLabel(outcome.weighed, 'client')}</span>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed">
          Weight changes follow the trend of {PERIOD_WORDS[weeks].last} and need {RATE.minWeighIns} weigh-ins over two
          weeks. Progress is as of today.
        </Text>
      </Stack>
    </SectionCard>
  );
}

function progressText({ exceeding, onTrack, needAttention }: Outcome): string {
  const parts = [
    exceeding > 0 && `${exceeding} ahead`,
    onTrack > 0 && `${onTrack} on pace`,
    needAttention > 0 && `${needAttention} need${needAttention === 1 ? 's' : ''} attention`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'No progress to show yet';
}
