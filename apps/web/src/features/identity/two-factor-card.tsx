import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAccountChange } from './identity.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type TwoFactorSecrets, TwoFactorSetup } from './two-factor-setup.tsx';

const TASKS = {
  enable: {
    title: 'Turn on two-factor sign-in',
    path: '/two-factor/enable',
    text: 'You need an authenticator app on your phone, such as your password manager. First, your password.',
    action: 'Continue',
    color: undefined,
  },
  disable: {
    title: 'Turn off two-factor sign-in',
    path: '/two-factor/disable',
    text: 'Your password alone will be enough to sign in, and your recovery codes stop working.',
    action: 'Turn off',
    color: 'red',
  },
  renew: {
    title: 'New recovery codes',
    path: '/two-factor/generate-backup-codes',
    text: 'You get ten new codes. The ones you have now stop working.',
    action: 'Create new codes',
    color: undefined,
  },
};
type Task = keyof typeof TASKS;

/** Turns the second step of the sign-in on and off, and renews the recovery codes. */
export function TwoFactorCard({ enabled }: { enabled: boolean }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <SectionCard title="Two-factor sign-in" aside={enabled && <Muted>On</Muted>}>
      <Stack gap="md" align="flex-start">
        <Text>
          {enabled
            ? 'You sign in with your password and a code from your authenticator app.'
            : 'Add a code from an app on your phone to your password. A stolen password alone is not enough to sign in.'}
        </Text>
        {enabled ? (
          <Group>
            <Button variant="default" onClick={() => setTask('renew')}>
              New recovery codes
            </Button>
            <Button variant="subtle" color="red" onClick={() => setTask('disable')}>
              Turn off
            </Button>
          </Group>
        ) : (
          <Button onClick={() => setTask('enable')}>Turn on</Button>
        )}
      </Stack>
      <Dialog opened={task !== null} onClose={close} title={task && TASKS[task].title} closeOnClickOutside={false}>
        {task && <PasswordStep task={task} onClose={close} />}
      </Dialog>
    </SectionCard>
  );
}

/** Asks for the password, then shows what the task returns: the key for the app, new codes, or nothing. */
function PasswordStep({ task, onClose }: { task: Task; onClose: () => void }) {
  const { path, text, action, color } = TASKS[task];
  const [password, setPassword] = useState('');
  const change = useAccountChange<{ password: string }, TwoFactorSecrets>(path);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { password },
      {
        onSuccess() {
          if (task !== 'disable') return;
          onClose();
          toast.success('Two-factor sign-in is off', 'Your password alone is enough now.');
        },
      },
    );
  };
  if (change.data && task === 'enable') return <TwoFactorSetup secrets={change.data} onClose={onClose} />;
  if (change.data && task === 'renew') return <RecoveryCodes codes={change.data.backupCodes} onDone={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{text}</Text>
        <ProblemAlert error={change.error} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending} {...(color && { color })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
