import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { SignInMethod } from '@stridewell/contract/identity/identity';
import { callingCodeOf } from '@stridewell/contract/identity/identity.phone.rules';
import { type FormEvent, type ReactNode, useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

type Attempt = (change: () => Promise<void>) => Promise<void>;
type MethodDialogProps = { method: SignInMethod; attempt: Attempt; onClose: () => void };

/** Runs what a dialog does, once at a time. */
function useTask(run: () => Promise<void>) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function go() {
    if (isPending) return;
    setPending(true);
    setError(null);
    try {
      await run();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  }
  return { isPending, error, reset: () => setError(null), go };
}

type TaskFormProps = {
  title: string;
  label: string;
  task: ReturnType<typeof useTask>;
  onClose: () => void;
  children: ReactNode;
};

function TaskForm({ title, label, task, onClose, children }: TaskFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void task.go();
  };
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <ProblemAlert error={task.error} />
          {children}
          <DialogActions cancelLabel="Cancel" onCancel={onClose} label={label} busy={task.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}

export function RenamePasskey({ method: { id, name: current }, attempt, onClose }: MethodDialogProps) {
  const [name, setName] = useState(current);
  const task = useTask(async () => {
    await attempt(async () => void (await postToAuth('/passkey/update-passkey', { id, name })));
    onClose();
    toast.success('Passkey renamed');
  });
  return (
    <TaskForm title="Rename passkey" label="Save name" task={task} onClose={onClose}>
      <TextInput
        label="Name"
        description="Where the passkey is saved, such as a device or a password manager"
        required
        data-autofocus
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </TaskForm>
  );
}

const REMOVALS: Record<SignInMethod['kind'], { verb: string; effect: string; done: string }> = {
  passkey: {
    verb: 'Remove',
    effect: 'It no longer signs you in. You can delete it from your device as well.',
    done: 'Passkey removed',
  },
  phone: { verb: 'Remove', effect: 'We no longer text sign-in codes to this number.', done: 'Phone number removed' },
  provider: { verb: 'Disconnect', effect: 'You can no longer sign in here with this account.', done: 'Disconnected' },
  password: { verb: 'Remove', effect: '', done: '' },
};

export function RemoveMethod({ method: { id, kind, name }, attempt, onClose }: MethodDialogProps) {
  const { verb, effect, done } = REMOVALS[kind];
  const task = useTask(async () => {
    await attempt(async () => {
      await (kind === 'passkey'
        ? postToAuth('/passkey/delete-passkey', { id })
        : postToAuth('/unlink-account', { accountId: id }));
      toast.success(done);
    });
    onClose();
  });
  return (
    <ConfirmDialog
      title={`${verb} ${name}?`}
      confirmLabel={verb}
      action={task}
      onConfirm={() => void task.go()}
      onClose={onClose}
    >
      {effect}
    </ConfirmDialog>
  );
}

/** Adds a phone number, or replaces the one that is there, with a texted code. */
export function AddPhone({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const [phoneNumber, setPhoneNumber] = useState(() => `${callingCodeOf(navigator.language)} `);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const task = useTask(async () => {
    await attempt(async () => {
      if (!sent) {
        await postToAuth('/phone-number/add', { phoneNumber });
        setSent(true);
        return;
      }
      await postToAuth('/phone-number/verify', { phoneNumber, code });
      onClose();
      toast.success('Phone number saved', 'You can sign in with a code that we text to it.');
    });
  });
  return (
    <TaskForm title="Sign in by phone" label={sent ? 'Save number' : 'Send code'} task={task} onClose={onClose}>
      {sent ? (
        <>
          <Group role="status">
            <Text>
              We sent a code to <b>{phoneNumber}</b>. It works for ten minutes.
            </Text>
          </Group>
          <TextInput
            key="code"
            label="Code"
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </>
      ) : (
        <TextInput
          key="number"
          label="Phone number"
          description="With the country code, like +1 415 555 0123. We text you a code to check it."
          type="tel"
          autoComplete="tel"
          required
          data-autofocus
          maxLength={40}
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
        />
      )}
    </TaskForm>
  );
}
