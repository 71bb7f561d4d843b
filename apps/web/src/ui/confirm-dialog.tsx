import { type ModalProps, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { ProblemAlert } from './problem-alert.tsx';

type ConfirmDialogProps = {
  opened?: boolean;
  size?: ModalProps['size'];
  /** The question, like "Cancel this session?". */
  title: string;
  /** The effects of the action. Plain text becomes a paragraph. */
  children?: ReactNode;
  /** A verb with its object, like "Cancel session". */
  confirmLabel: string;
  cancelLabel?: string;
  /** The mutation behind the button: busy while it runs, its failure above the text, reset on closing. */
  action?: { isPending: boolean; error: unknown; reset: () => void };
  /** Advice for failures without a message of the server. */
  fallback?: string;
  /** False for confirmations that destroy nothing. */
  danger?: boolean;
  /** The word that must be typed first, in either case. */
  confirmWord?: string;
  /** Accepts the word only as it is written. */
  exactWord?: boolean;
  /** Keeps the button off until the children are filled in. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that cannot be undone easily. */
export function ConfirmDialog({ opened = true, title, size, action, onClose, ...question }: ConfirmDialogProps) {
  const close = () => {
    action?.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title} {...(size && { size })}>
      <Question {...question} action={action} onClose={close} />
    </Dialog>
  );
}

type QuestionProps = Omit<ConfirmDialogProps, 'opened' | 'title' | 'size' | 'action'> & {
  action: ConfirmDialogProps['action'] | undefined;
};

/** Its own component, so that a typed word does not survive closing. */
function Question({
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  action,
  fallback,
  danger = true,
  confirmWord,
  exactWord = false,
  disabled = false,
  onConfirm,
  onClose,
}: QuestionProps) {
  const [typed, setTyped] = useState('');
  const word = exactWord ? typed.trim() : typed.trim().toUpperCase();
  const matches = !confirmWord || word === confirmWord;
  const busy = action?.isPending ?? false;
  const confirm = () => {
    if (matches && !disabled && !busy) onConfirm();
  };
  const content = (
    <Stack gap="md">
      <ProblemAlert error={action?.error} {...(fallback && { fallback })} />
      {typeof children === 'string' ? <Text>{children}</Text> : children}
      {confirmWord && (
        <TextInput
          label={`Type ${confirmWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          data-autofocus
          required
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
      <DialogActions
        cancelLabel={cancelLabel}
        onCancel={onClose}
        label={confirmLabel}
        onConfirm={confirmWord ? undefined : confirm}
        busy={busy}
        disabled={disabled || !matches}
        danger={danger}
        // A disabled button takes no focus, which would then stay behind the dialog.
        autoFocus={confirmWord || disabled ? undefined : danger ? 'cancel' : 'confirm'}
      />
    </Stack>
  );
  // Only a typed word needs the Enter key. Without a form the dialog may stand inside another form.
  if (!confirmWord) return content;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    confirm();
  };
  return (
    <form onSubmit={submit} noValidate>
      {content}
    </form>
  );
}
