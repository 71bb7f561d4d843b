import { Button, Group } from '@mantine/core';
import type { ListedHabit } from '@stridewell/contract/habits/habits';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../lib/changes.ts';
import { countLabel } from '../../lib/format.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { HabitForm } from './habit-form.tsx';
import { goalText } from './habits.wording.ts';

/** The habits of a coach, by name. */
export function HabitList({ coachId }: { coachId: string }) {
  const [edited, setEdited] = useState<ListedHabit | 'new' | null>(null);
  const [deleted, setDeleted] = useState<ListedHabit | null>(null);
  const all = useQuery(orpc.habits.listHabits.queryOptions({ input: { coachId } }));
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      New habit
    </Button>
  );
  return (
    <>
      <QueryBoundary
        query={all}
        failed="Your habits could not be loaded"
        skeleton={240}
        isEmpty={({ habits }) => habits.length === 0}
        empty={
          <EmptyState title="Your habits will appear here" action={add}>
            Steps, water, sleep or your own: clients tick them each day, and you see the week.
          </EmptyState>
        }
      >
        {({ habits }) => (
          <SectionCard title="Your habits" aside={add}>
            <DataTable
              label="Habits"
              columns={[
                { header: 'Habit', rowHeader: true, long: true, cell: ({ name }) => name },
                { header: 'Goal', from: 'sm', cell: (habit) => goalText(habit) },
                { header: 'Clients', from: 'sm', nowrap: true, cell: ({ clients }) => countLabel(clients, 'client') },
              ]}
              rows={habits}
              phoneLine={(habit) => `${goalText(habit)}, ${countLabel(habit.clients, 'client')}`}
              keyOf={({ id }) => id}
              actions={(habit) => (
                <Group gap={4} wrap="nowrap">
                  <IconButton label={`Edit ${habit.name}`} icon={IconPencil} onClick={() => setEdited(habit)} />
                  <IconButton label={`Delete ${habit.name}`} icon={IconTrash} onClick={() => setDeleted(habit)} />
                </Group>
              )}
            />
          </SectionCard>
        )}
      </QueryBoundary>
      {edited && (
        <HabitForm coachId={coachId} habit={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted && <HabitDeletion coachId={coachId} habit={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

type HabitDeletionProps = { coachId: string; habit: ListedHabit; onClose: () => void };

function HabitDeletion({ coachId, habit, onClose }: HabitDeletionProps) {
  const remove = useChange(() => rpc.habits.deleteHabit({ coachId, habitId: habit.id }), [orpc.habits.key()]);
  const onDeleted = () => {
    toast.success('Habit deleted', habit.name);
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Delete this habit?"
      confirmLabel="Delete habit"
      action={remove}
      fallback="It is still there, so please try again."
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {habit.clients > 0
        ? `${countLabel(habit.clients, 'client')} will no longer see "${habit.name}". Their past days stay.`
        : habit.name}
    </ConfirmDialog>
  );
}
