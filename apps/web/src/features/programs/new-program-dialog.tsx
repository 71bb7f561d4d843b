import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { newProgram } from '@stridewell/contract/programs/programs.create.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Field } from '../../ui/field.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { newKey } from './programs.edits.ts';
import { useSaveProgram } from './programs.queries.ts';

/** Asks what the builder cannot start without, then opens it. */
export function NewProgramDialog({ coachId, onClose }: { coachId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const save = useSaveProgram(coachId);
  // The same id for a second attempt, so that a lost answer makes no second program.
  const [programId] = useState(newId);
  const [name, setName] = useState('');
  const [days, setDays] = useState('3');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save
      .mutateAsync({
        programId,
        basedOn: 0,
        folder: '',
        tags: [],
        program: newProgram(newKey, name.trim(), Number(days)),
      })
      .then(
        () => navigate({ to: `/coach/${coachId}/programs/${programId}` }),
        () => undefined,
      );
  };
  return (
    <Dialog opened onClose={onClose} title="New program">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label="Name"
            placeholder="Strength base"
            maxLength={PROGRAM_BOUNDS.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Field label="Days a week">
            {(aria) => (
              <SegmentedControl {...aria} data={['1', '2', '3', '4', '5', '6', '7']} value={days} onChange={setDays} />
            )}
          </Field>
          <ProblemAlert error={save.error} fallback="The program was not created. Please try again." />
          <DialogActions
            label="Create program"
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
