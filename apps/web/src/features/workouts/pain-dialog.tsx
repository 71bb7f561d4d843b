import { Chip, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import type { PainFlag } from '@stridewell/contract/workouts/workouts';
import {
  PAIN_LEVEL_LABELS,
  PAIN_LEVELS,
  PAIN_PART_LABELS,
  PAIN_PARTS,
  type PainLevel,
  type PainPart,
  WORKOUT_BOUNDS,
} from '@stridewell/contract/workouts/workouts.rules';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Field } from '../../ui/field.tsx';
import { Muted } from '../../ui/muted.tsx';

type PainDialogProps = { exerciseKey: string; onSave: (flag: PainFlag) => void; onClose: () => void };

/** Where and how much it hurts. The coach gets a notification. */
export function PainDialog({ exerciseKey, onSave, onClose }: PainDialogProps) {
  const [part, setPart] = useState<PainPart | null>(null);
  const [level, setLevel] = useState<PainLevel>('mild');
  const [note, setNote] = useState('');
  const save = () => {
    if (!part) return;
    const at = new Date().toISOString();
    onSave({ id: newId(), part, level, exerciseKey, note: note.trim(), at, deleted: false, changedAt: at });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title="Report pain">
      <Stack gap="md">
        <Field label="Where">
          {(aria) => (
            <Group gap="xs" role="radiogroup" {...aria}>
              {PAIN_PARTS.map((one) => (
                <Chip key={one} size="md" checked={part === one} type="radio" name="part" onChange={() => setPart(one)}>
                  {PAIN_PART_LABELS[one]}
                </Chip>
              ))}
            </Group>
          )}
        </Field>
        <Field label="How bad">
          {(aria) => (
            <SegmentedControl
              {...aria}
              orientation="vertical"
              fullWidth
              data={PAIN_LEVELS.map((value) => ({ value, label: PAIN_LEVEL_LABELS[value] }))}
              value={level}
              onChange={(value) => setLevel(PAIN_LEVELS.find((one) => one === value) ?? 'mild')}
            />
          )}
        </Field>
        <Textarea
          label="What happened (optional)"
          autosize
          minRows={2}
          maxLength={WORKOUT_BOUNDS.setNote}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <HelpLine text={note} />
        <Muted>
          Your coach gets a notification. For chest pain, fainting or a serious injury, call emergency services (911).
        </Muted>
        <DialogActions
          label="Tell my coach"
          cancelLabel="Cancel"
          onCancel={onClose}
          onConfirm={save}
          busy={false}
          disabled={part === null}
        />
      </Stack>
    </Dialog>
  );
}
