import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ClientProgram } from '@stridewell/contract/programs';
import { weeksOf } from '@stridewell/contract/programs.rules';
import { type DatedDay, programDays } from '@stridewell/contract/programs.schedule.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useSuspenseQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state.tsx';
import { Muted } from '../../components/muted.tsx';
import { dayInSentence } from '../../lib/format.ts';
import { daysOf } from './programs.edits.ts';
import { ownProgramQuery } from './programs.queries.ts';
import { shortDay } from './schedule-fields.tsx';
import { WorkoutOutline } from './workout-outline.tsx';

/** The workouts of this week, and what comes after. */
export function OwnProgram({ units }: { units: UnitSystem }) {
  const { data } = useSuspenseQuery(ownProgramQuery());
  const { today, current, next } = data;
  if (!current && !next) {
    return <EmptyState title="No program yet">Your workouts are here once your coach assigns a program.</EmptyState>;
  }
  return (
    <Stack gap="xl">
      {current && <CurrentWeek followed={current} today={today} units={units} />}
      {next && (
        <Stack gap={4} component="section" aria-label="Next program">
          <Title order={2}>{next.program.name}</Title>
          <Muted>
            Starts {dayInSentence(next.startDay, today)}, {weeksOf(next.program).length} weeks
          </Muted>
        </Stack>
      )}
    </Stack>
  );
}

type CurrentWeekProps = { followed: ClientProgram; today: string; units: UnitSystem };

function CurrentWeek({ followed, today, units }: CurrentWeekProps) {
  const { program } = followed;
  const dated = programDays(followed);
  const upcoming = dated.find(({ day }) => day >= today) ?? dated.at(-1);
  const number = upcoming?.weekNumber ?? 1;
  const weeks = weeksOf(program);
  const isDeload = weeks[number - 1]?.week.deload;
  return (
    <Stack gap="md" component="section" aria-label={program.name}>
      <Stack gap={4}>
        <Title order={2}>{program.name}</Title>
        <Muted>
          Week {number} of {weeks.length}
          {isDeload && ', an easier week'}
        </Muted>
      </Stack>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {dated
          .filter(({ weekNumber }) => weekNumber === number)
          .map((day) => (
            <TrainingDay key={day.dayKey} dated={day} followed={followed} today={today} units={units} />
          ))}
      </Stack>
    </Stack>
  );
}

function TrainingDay({ dated, followed, today, units }: CurrentWeekProps & { dated: DatedDay }) {
  const day = daysOf(followed.program).find((one) => one.day.key === dated.dayKey)?.day;
  if (!day) return null;
  const isToday = dated.day === today;
  return (
    <Card component="li" padding="md">
      <Group justify="space-between" mb="sm">
        <Text fw={650}>{dated.name}</Text>
        {isToday ? <Badge>Today</Badge> : <Muted span>{shortDay(dated.day)}</Muted>}
      </Group>
      <WorkoutOutline workout={day.workout} units={units} />
    </Card>
  );
}
