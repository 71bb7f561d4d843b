import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Program } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { dayTitle } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { WorkoutOutline } from './workout-outline.tsx';

type ProgramOutlineProps = {
  program: Program;
  units: UnitSystem;
  /** Shows the first week of each phase: the others follow from it. */
  brief?: boolean;
};

/** A program to read: its weeks with their days. */
export function ProgramOutline({ program, units, brief = false }: ProgramOutlineProps) {
  const all = weeksOf(program);
  const weeks = brief ? all.filter(({ phase, week }) => phase.weeks[0] === week) : all;
  return (
    <Stack gap="lg">
      {weeks.map(({ week, number }) => (
        <Stack key={week.key} gap="sm" component="section" aria-label={`Week ${number}`}>
          {all.length > 1 && <Title order={2}>{week.deload ? `Week ${number}, deload` : `Week ${number}`}</Title>}
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
            {week.days.map((day) => (
              <Card key={day.key} padding="md">
                <Text fw={650}>{dayTitle(day)}</Text>
                <WorkoutOutline workout={day.workout} units={units} />
              </Card>
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  );
}
