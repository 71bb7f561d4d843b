import { type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import type { FormControl } from './schema-form.ts';

type FormDialogProps = {
  opened?: boolean;
  title: string;
  form: FormControl;
  /** A verb with its object, like "Send invitation". */
  submitLabel: string;
  cancelLabel?: string;
  size?: ModalProps['size'];
  /** Replaces the text of a failure, where the person can do something about it. */
  problem?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog. Closing it forgets what was typed. */
export function FormDialog({
  opened = true,
  title,
  form,
  submitLabel,
  cancelLabel = 'Cancel',
  size,
  problem,
  onClose,
  children,
}: FormDialogProps) {
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title} {...(size && { size })}>
      <form {...form.formProps}>
        <Stack gap="md">
          {problem || <ProblemAlert text={form.problem} />}
          {children}
          <DialogActions cancelLabel={cancelLabel} onCancel={close} label={submitLabel} busy={form.busy} />
        </Stack>
      </form>
    </Dialog>
  );
}
