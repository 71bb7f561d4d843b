import { Badge, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { toast } from '../../lib/toasts.ts';
import { useAccountChange } from './identity.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type TwoFactorSecrets, TwoFactorSetup } from './two-factor-setup.tsx';

type Task = 'enable' | 'disable' | 'renew';
type WithPassword = { password: string };

const TITLES: Record<Task, string> = {
  enable: 'Turn on two-factor sign-in',
  disable: 'Turn off two-factor sign-in',
  renew: 'New recovery codes',
};

/** The second step at sign-in: on, off, and the codes for the day the phone is gone. */
export function TwoFactorCard({ enabled }: { enabled: boolean }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <SectionCard
      title="Two-factor sign-in"
      aside={enabled && <Badge leftSection={<IconShieldCheck size={14} />}>On</Badge>}
    >
      <Stack gap="md" align="flex-start">
        <Text>
          {enabled
            ? 'You sign in with your password and a code from your authenticator app.'
            : 'Add a code from an app on your phone to your password. Whoever learns your password still cannot get in.'}
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
      <Modal opened={task !== null} onClose={close} title={task ? TITLES[task] : ''} closeOnClickOutside={false}>
        {task === 'enable' && <Enable onClose={close} />}
        {task === 'disable' && <Disable onClose={close} />}
        {task === 'renew' && <Renew onClose={close} />}
      </Modal>
    </SectionCard>
  );
}

function Enable({ onClose }: { onClose: () => void }) {
  const enable = useAccountChange<WithPassword, TwoFactorSecrets>('/two-factor/enable');
  if (enable.data) return <TwoFactorSetup secrets={enable.data} onClose={onClose} />;
  return (
    <PasswordStep
      text="You need an authenticator app on your phone, like the one that keeps your passwords. First, your password."
      action="Continue"
      busy={enable.isPending}
      problem={enable.error?.message}
      onPassword={(password) => enable.mutate({ password })}
    />
  );
}

function Disable({ onClose }: { onClose: () => void }) {
  const disable = useAccountChange<WithPassword>('/two-factor/disable');
  const done = () => {
    onClose();
    toast.success('Two-factor sign-in is off', 'Your password alone is enough now.');
  };
  return (
    <PasswordStep
      text="Your password alone will be enough to sign in, and your recovery codes stop working."
      action="Turn off"
      color="red"
      busy={disable.isPending}
      problem={disable.error?.message}
      onPassword={(password) => disable.mutate({ password }, { onSuccess: done })}
    />
  );
}

function Renew({ onClose }: { onClose: () => void }) {
  const renew = useAccountChange<WithPassword, Pick<TwoFactorSecrets, 'backupCodes'>>(
    '/two-factor/generate-backup-codes',
  );
  if (renew.data) return <RecoveryCodes codes={renew.data.backupCodes} onDone={onClose} />;
  return (
    <PasswordStep
      text="You get ten new codes. The ones you have now stop working."
      action="Make new codes"
      busy={renew.isPending}
      problem={renew.error?.message}
      onPassword={(password) => renew.mutate({ password })}
    />
  );
}

type PasswordStepProps = {
  text: string;
  action: string;
  color?: string;
  busy: boolean;
  problem: string | undefined;
  onPassword: (password: string) => void;
};

function PasswordStep({ text, action, color, busy, problem, onPassword }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onPassword(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{text}</Text>
        <ProblemAlert text={problem} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} {...(color && { color })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
