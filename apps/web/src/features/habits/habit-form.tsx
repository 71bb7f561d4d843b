import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { habitInput, type ListedHabit } from '@stridewell/contract/habits/habits';
import { HABIT_KINDS, type HabitKind } from '@stridewell/contract/habits/habits.rules';
import { useState } from 'react';
import { useChange } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { HABIT_STARTS } from './habits.wording.ts';

const KIND_CHOICES = HABIT_KINDS.map((value) => ({ value, label: HABIT_STARTS[value].label }));

type HabitFormProps = {
  coachId: string;
  /** Null for a new one. */
  habit: ListedHabit | null;
  onClose: () => void;
};

/** Adds a habit, or changes it for all clients who have it. */
export function HabitForm({ coachId, habit, onClose }: HabitFormProps) {
  const [habitId] = useState(() => habit?.id ?? newId());
  const save = useChange(rpc.habits.saveHabit, [orpc.habits.key()]);
  const form = useSchemaForm(habitInput, {
    initialValues: {
      kind: habit?.kind ?? 'other',
      name: habit?.name ?? '',
      unit: habit?.unit ?? '',
      goal: habit?.goal?.toString() ?? '',
    },
    toInput: ({ goal, ...values }) => ({ ...values, goal: goal.trim() === '' ? null : Number(goal.replace(',', '')) }),
    submit: (input) => save.mutateAsync({ coachId, habitId, ...input }),
    onDone(_, { name }) {
      toast.success(habit ? 'Habit saved' : 'Habit added', name);
      onClose();
    },
  });
  const start = (kind: HabitKind) => {
    const { name, unit, goal } = HABIT_STARTS[kind];
    form.setValues(habit ? { kind } : { kind, name, unit, goal });
  };
  return (
    <FormDialog
      title={habit ? 'Edit habit' : 'New habit'}
      form={form}
      submitLabel={habit ? 'Save habit' : 'Add habit'}
      onClose={onClose}
    >
      <NativeSelect
        label="Kind"
        data={KIND_CHOICES}
        {...form.getInputProps('kind')}
        onChange={({ currentTarget: { value } }) => start(HABIT_KINDS.find((kind) => kind === value) ?? 'other')}
      />
      <TextInput label="Name" {...form.getInputProps('name')} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="Goal a day (optional)" inputMode="decimal" {...form.getInputProps('goal')} />
        <TextInput label="Unit" placeholder="min" {...form.getInputProps('unit')} />
      </SimpleGrid>
      <Muted>Without a goal, the client ticks whether it was done.</Muted>
    </FormDialog>
  );
}
