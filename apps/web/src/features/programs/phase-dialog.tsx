import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ProgramPhase, ProgramWeek, Progression } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useBuilder } from './programs.context.ts';
import { applyToFollowing } from './programs.edits.ts';

type Step = { name: keyof Progression; label: string; max: number; step: number; suffix: string };
const STEPS: Step[] = [
  { name: 'sets', label: 'Sets', max: 3, step: 1, suffix: '' },
  { name: 'reps', label: 'Reps', max: 5, step: 1, suffix: '' },
  { name: 'percent', label: 'Load', max: 10, step: 0.5, suffix: ' %' },
  { name: 'rir', label: 'Reps in reserve', max: 2, step: 0.5, suffix: '' },
];

/** The name of a phase, and what each of its weeks adds to the week before. */
export function PhaseDialog({ phase, onClose }: { phase: ProgramPhase; onClose: () => void }) {
  const { editor } = useBuilder();
  const [name, setName] = useState(phase.name);
  const [progression, setProgression] = useState(phase.progression);
  const save = (fill: boolean) => {
    const firstKey = phase.weeks[0]?.key ?? '';
    editor.edit((draft) => {
      const stored = draft.phases.find(({ key }) => key === phase.key);
      if (!stored) return;
      stored.name = name.trim();
      stored.progression = progression;
      if (fill) applyToFollowing(draft, firstKey, editor.past);
    });
    onClose();
  };
  const count = phase.weeks.length;
  const isOpen = (week: ProgramWeek) => week.days.some(({ key }) => !editor.past.days.has(key));
  const from = phase.weeks.findIndex((week, index) => index > 0 && isOpen(week)) + 1;
  return (
    <Dialog opened onClose={onClose} title="Phase settings">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="Name of the phase"
            placeholder="Base, build, peak"
            maxLength={PROGRAM_BOUNDS.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Muted>Each week adds to the week before it. Reps in reserve go down.</Muted>
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
            {STEPS.map(({ name: part, label, max, step, suffix }) => (
              <NumberInput
                key={part}
                label={label}
                prefix={part === 'rir' ? '−' : '+'}
                suffix={suffix}
                min={0}
                max={max}
                step={step}
                allowDecimal={step < 1}
                clampBehavior="strict"
                value={progression[part]}
                onChange={(value) => setProgression({ ...progression, [part]: Number(value) || 0 })}
              />
            ))}
          </SimpleGrid>
          <Button variant="default" disabled={from === 0} onClick={() => save(true)}>
            {from > 0 && from < count ? `Copy week 1 to weeks ${from} to ${count}` : `Copy week 1 to week ${from || 2}`}
          </Button>
          <Muted>This overwrites those weeks. Deload weeks get half the sets and lighter loads. You can undo it.</Muted>
          <DialogActions label="Save phase" cancelLabel="Cancel" onCancel={onClose} busy={false} />
        </Stack>
      </form>
    </Dialog>
  );
}
