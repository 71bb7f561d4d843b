import { Group, NativeSelect, Stack } from '@mantine/core';
import type { ClientHabit } from '@stridewell/contract/habits/habits';
import { habitWeek } from '@stridewell/contract/habits/habits.rules';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientHabitsQuery } from './habits.queries.ts';
import { DUE_CHOICES, doneText, dueText, goalText, weekText } from './habits.wording.ts';

type ClientKey = { coachId: string; clientId: string };
type Setting = { habitId: string; daysPerWeek: number | null };

/** The habits of a client as their coach sees, gives and stops them. Those of a former client are only shown. */
export function ClientHabits({ coachId, clientId, readOnly }: ClientKey & { readOnly: boolean }) {
  const given = useQuery(clientHabitsQuery({ coachId, clientId }));
  const set = useChange(
    (setting: Setting) => rpc.habits.setClientHabit({ coachId, clientId, ...setting }),
    [orpc.habits.key()],
  );
  return (
    <SectionCard title="Habits">
      <QueryBoundary query={given} failed="The habits could not be loaded" skeleton={120}>
        {({ today, habits }) => (
          <Stack gap="md">
            <ProblemAlert error={set.error} title="That was not saved" fallback="Please try again." />
            {habits.length > 0 && (
              <DataTable
                label="Habits"
                horizontalSpacing={4}
                columns={[
                  { header: 'Habit', rowHeader: true, long: true, cell: ({ name }) => name },
                  { header: 'Goal', from: 'sm', cell: (habit) => goalText(habit) },
                  {
                    header: 'Due',
                    cell: (habit) =>
                      readOnly ? dueText(habit.daysPerWeek) : <DueChoice habit={habit} onChoose={set.mutate} />,
                  },
                  { header: 'This week', from: 'sm', nowrap: true, cell: (habit) => doneText(habitWeek(habit, today)) },
                ]}
                rows={habits}
                phoneLine={(habit) => `${goalText(habit)}, ${weekText(habitWeek(habit, today))}`}
                keyOf={({ id }) => id}
                {...(!readOnly && {
                  actions: ({ id, name }: ClientHabit) => (
                    <IconButton
                      label={`Stop ${name}`}
                      icon={IconX}
                      onClick={() => set.mutate({ habitId: id, daysPerWeek: null })}
                    />
                  ),
                })}
              />
            )}
            {!readOnly && (
              <GiveHabit
                coachId={coachId}
                given={habits}
                onGive={(habitId) => set.mutate({ habitId, daysPerWeek: 7 })}
              />
            )}
            {readOnly && habits.length === 0 && <Muted>No habits</Muted>}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function DueChoice({ habit, onChoose }: { habit: ClientHabit; onChoose: (setting: Setting) => void }) {
  return (
    <NativeSelect
      aria-label={`How often ${habit.name} is due`}
      data={DUE_CHOICES}
      miw={136}
      value={String(habit.daysPerWeek)}
      onChange={({ currentTarget: { value } }) => onChoose({ habitId: habit.id, daysPerWeek: Number(value) })}
    />
  );
}

type GiveHabitProps = { coachId: string; given: readonly ClientHabit[]; onGive: (habitId: string) => void };

function GiveHabit({ coachId, given, onGive }: GiveHabitProps) {
  const { data } = useQuery(orpc.habits.listHabits.queryOptions({ input: { coachId } }));
  const others = data?.habits.filter(({ id }) => !given.some((habit) => habit.id === id)) ?? [];
  return (
    <Group gap="md">
      {others.length > 0 && (
        <NativeSelect
          aria-label="Give a habit"
          data={[{ value: '', label: 'Give a habit…' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          value=""
          onChange={({ currentTarget: { value } }) => value && onGive(value)}
        />
      )}
      <Muted>
        {data?.habits.length === 0 && 'You have no habits to give yet. '}
        <PageLink href={`/coach/${coachId}/habits`}>Your habits</PageLink>
      </Muted>
    </Group>
  );
}
