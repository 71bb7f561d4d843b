import { Stack, Text } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { RATE } from '@stridewell/contract/progress/progress.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { countLabel, weightChangeLabel } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Share } from './client-performance-table.tsx';
import { GOAL_LABELS, PERIOD_WORDS, weightChangeName } from './performance.wording.ts';
import classes from './performance-table.module.css';

type BreakdownProps = { report: PerformanceReport };

/** Workouts done by the program that they belong to. */
export function ProgramBreakdown({ report: { programs, weeks } }: BreakdownProps) {
  return (
    <SectionCard title="By program">
      <DataTable
        verticalSpacing={6}
        label="Programs"
        columns={[
          { header: 'Program', rowHeader: true, long: true, cell: ({ name }) => name },
          { header: 'Clients', figure: true, cell: ({ clients }) => clients },
          {
            header: 'Workouts done',
            figure: true,
            cell: ({ done, due, percent }) => <Share count={{ done, due }} percent={percent} />,
          },
        ]}
        rows={programs}
        keyOf={({ programId, name }) => programId ?? ` ${name}`}
        empty={<Text c="dimmed">No workouts of a program were due in {PERIOD_WORDS[weeks].last}.</Text>}
      />
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
        <DataTable
          verticalSpacing={6}
          label="Goals"
          columns={[
            {
              header: 'Goal',
              rowHeader: true,
              cell: (outcome) => (
                <>
                  {GOAL_LABELS[outcome.goal]}
                  <span className={classes.line}>{progressText(outcome)}</span>
                </>
              ),
            },
            { header: 'Clients', figure: true, cell: ({ clients }) => clients },
            {
              header: weightChangeName(weeks),
              figure: true,
              cell: ({ changeKg, weighed }) => (
                <>
                  {changeKg === null ? '–' : (weightChangeLabel(changeKg, units) ?? 'No change')}
                  {weighed > 0 && <span className={classes.line}>average of {countLabel(weighed, 'client')}</span>}
                </>
              ),
            },
          ]}
          rows={goals}
          keyOf={({ goal }) => goal}
        />
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
