import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type ChoiceDialogProps<Value extends string> = {
  /** The question. */
  title: string;
  /** A name for the answers. */
  label: string;
  choices: Readonly<Record<Value, string>>;
  confirmLabel: string;
  onConfirm: (value: Value) => void;
  onClose: () => void;
};

/** Asks for one of a few answers. */
export function ChoiceDialog<Value extends string>(props: ChoiceDialogProps<Value>) {
  const { title, label, choices, confirmLabel, onConfirm, onClose } = props;
  const [chosen, setChosen] = useState<Value | null>(null);
  const values = Object.keys(choices) as Value[];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      danger={false}
      disabled={chosen === null}
      onConfirm={() => chosen && onConfirm(chosen)}
      onClose={onClose}
    >
      <Radio.Group
        aria-label={label}
        value={chosen}
        onChange={(value) => setChosen(values.find((one) => one === value) ?? null)}
      >
        <Stack gap="sm">
          {values.map((value, index) => (
            <Radio key={value} value={value} label={choices[value]} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
