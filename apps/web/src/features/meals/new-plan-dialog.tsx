import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Field } from '../../ui/field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { newMealPlan } from './meals.edits.ts';
import { useSaveMealPlan } from './meals.queries.ts';

/** Asks what the builder cannot start without, then opens it. */
export function NewPlanDialog({ coachId, onClose }: { coachId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const save = useSaveMealPlan(coachId);
  // The same id and keys for a second attempt, so that a lost answer makes no second plan.
  const [planId] = useState(newId);
  const [name, setName] = useState('');
  const [days, setDays] = useState('7');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutateAsync({ planId, basedOn: 0, plan: newMealPlan(name.trim(), Number(days)) }).then(
      () => navigate({ to: `/coach/${coachId}/nutrition/${planId}` }),
      () => undefined,
    );
  };
  return (
    <Dialog opened onClose={onClose} title="New meal plan">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label="Name"
            placeholder="Summer cut"
            maxLength={MEAL_BOUNDS.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Field label="Days before it repeats">
            {(aria) => <SegmentedControl {...aria} data={['1', '2', '3', '7', '14']} value={days} onChange={setDays} />}
          </Field>
          <ProblemAlert error={save.error} fallback="The meal plan was not created. Please try again." />
          <DialogActions
            label="Create meal plan"
            cancelLabel="Cancel"
            onCancel={onClose}
            busy={save.isPending}
            disabled={name.trim() === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
