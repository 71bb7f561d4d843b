import { Button, Group } from '@mantine/core';

type DialogActionsProps = {
  /** The button that closes without doing anything, like "Keep the demo". */
  cancelLabel: string;
  onCancel: () => void;
  /** A verb with its object, like "Cancel the demo". */
  label: string;
  /** Without it the button submits the form around it. */
  onConfirm?: (() => void) | undefined;
  busy: boolean;
  disabled?: boolean;
  /** Red, for what cannot be undone easily. The button that cancels has the focus then. */
  danger?: boolean;
  autoFocus?: 'cancel' | 'confirm' | undefined;
};

/** Large enough for a thumb on phones. */
const THUMB = { base: 44, sm: 36 };

/** The two buttons at the end of a dialog. */
export function DialogActions(props: DialogActionsProps) {
  const { cancelLabel, onCancel, label, onConfirm, busy, disabled = false, danger = false, autoFocus } = props;
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        mih={THUMB}
        data-reads
        onClick={onCancel}
        {...(autoFocus === 'cancel' && { 'data-autofocus': true })}
      >
        {cancelLabel}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        mih={THUMB}
        {...(danger && { color: 'red' })}
        {...(autoFocus === 'confirm' && { 'data-autofocus': true })}
        loading={busy}
        disabled={disabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
    </Group>
  );
}
