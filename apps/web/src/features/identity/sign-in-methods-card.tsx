import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { SignInMethod } from '@stridewell/contract/identity/identity';
import {
  type Icon,
  IconBrandGoogle,
  IconDeviceMobileMessage,
  IconFingerprint,
  IconLogin2,
  IconPassword,
  IconPencil,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../lib/changes.ts';
import { codeOf } from '../../lib/errors.ts';
import { longDate, timeAgo } from '../../lib/format.ts';
import { hasPasskeys } from '../../lib/passkey-support.ts';
import { product } from '../../lib/product.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { describeDevice } from '../../shared/device-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { providerProblem } from './identity.providers.ts';
import { securityQuery } from './identity.queries.ts';

const SignInAgain = late(async () => (await import('./sign-in-again.tsx')).SignInAgain);
const RenamePasskey = late(async () => (await import('./sign-in-method-dialogs.tsx')).RenamePasskey);
const AddPhone = late(async () => (await import('./sign-in-method-dialogs.tsx')).AddPhone);
const RemoveMethod = late(async () => (await import('./sign-in-method-dialogs.tsx')).RemoveMethod);

/** Sends a change to the auth library, whose client loads with the first one. */
const post = async (path: string, body: object) => (await import('../../lib/auth-client.ts')).postToAuth(path, body);

type Task = { kind: 'phone' } | { kind: 'rename' | 'remove'; method: SignInMethod };
type Change = () => Promise<void>;

type SignInMethodsCardProps = {
  methods: readonly SignInMethod[];
  email: string;
  /** Called after the person has signed in again on this page. False when it was another person. */
  onSignedIn: () => Promise<boolean>;
};

/** How the person can sign in. Changes need a sign-in that happened a moment ago, so the card asks for one. */
export function SignInMethodsCard({ methods, email, onSignedIn }: SignInMethodsCardProps) {
  const client = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  /** A change that waits until the person has signed in again. */
  const [waiting, setWaiting] = useState<Change | null>(null);
  const [visit] = useState(() => new URLSearchParams(window.location.search).get('error') ?? undefined);
  const close = () => setTask(null);

  /** @param again runs after a sign-in, if the change needs one */
  async function attempt(change: Change, again: Change = change): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await change();
      await refresh(client, [securityQuery().queryKey]);
    } catch (error) {
      if (codeOf(error) !== 'SESSION_NOT_FRESH') throw error;
      close();
      setWaiting(() => again);
    } finally {
      setBusy(false);
    }
  }
  /** For buttons of the card, whose failures stand on the card. */
  const start = (change: Change) => void attempt(change).catch(setProblem);

  const askForPhone = async () => setTask({ kind: 'phone' });

  async function addPasskey() {
    const { createPasskey } = await import('../../lib/passkeys.ts');
    await createPasskey(describeDevice(navigator.userAgent).name);
    toast.success('Passkey added', 'You can sign in with it from now on.');
  }
  async function connect(provider: string) {
    const page = window.location.pathname;
    const here = `${page}?section=security`;
    const { leaveForProvider } = await import('../../lib/provider-sign-in.ts');
    await leaveForProvider({ provider, callbackURL: here, errorCallbackURL: here }, 'connect');
  }
  async function setPassword() {
    await post('/request-password-reset', { email });
    toast.success('Check your email', `We sent a link to ${email}. Open it to choose a password.`);
  }

  const has = (kind: SignInMethod['kind']) => methods.some((method) => method.kind === kind);
  const open = product.signInProviders.filter(({ name }) => !methods.some((method) => method.name === name));
  const usable = methods.filter(({ isUsable }) => isUsable);
  return (
    <SectionCard title="Ways to sign in">
      <Stack gap="lg">
        <ProblemAlert error={problem} text={problem ? null : providerProblem(visit)} />
        <Stack component="ul" gap="lg">
          {!has('password') && <NoPassword busy={busy} onSet={() => start(setPassword)} />}
          {methods.map((method) => (
            <MethodRow
              key={method.id}
              method={method}
              onRename={() => setTask({ kind: 'rename', method })}
              onRemove={() => setTask({ kind: 'remove', method })}
            />
          ))}
        </Stack>
        {usable.length === 1 && !has('password') && (
          <Text size="sm" c="dimmed">
            This is your only way to sign in. Add another one before you remove it.
          </Text>
        )}
        <Group gap="sm">
          {hasPasskeys() && (
            <Button loading={busy} variant="default" onClick={() => start(addPasskey)}>
              Add a passkey
            </Button>
          )}
          {product.textsCodes && (
            <Button variant="default" onClick={() => void askForPhone()}>
              {has('phone') ? 'Change phone number' : 'Add a phone number'}
            </Button>
          )}
          {open.map(({ id, name }) => (
            <Button key={id} variant="default" disabled={busy} onClick={() => start(() => connect(id))}>
              Connect {name}
            </Button>
          ))}
        </Group>
      </Stack>
      {task?.kind === 'phone' && <AddPhone attempt={(change) => attempt(change, askForPhone)} onClose={close} />}
      {task?.kind === 'rename' && <RenamePasskey method={task.method} attempt={attempt} onClose={close} />}
      {task?.kind === 'remove' && <RemoveMethod method={task.method} attempt={attempt} onClose={close} />}
      {waiting && (
        <SignInAgain
          email={email}
          onClose={() => setWaiting(null)}
          onSignedIn={async () => {
            setWaiting(null);
            if (await onSignedIn()) start(waiting);
          }}
        />
      )}
    </SectionCard>
  );
}

const ICONS: Record<SignInMethod['kind'], Icon> = {
  password: IconPassword,
  passkey: IconFingerprint,
  phone: IconDeviceMobileMessage,
  provider: IconLogin2,
};

/** Describes when the method was used, and where it works if not here. */
function useMethodHint({ kind, host, addedAt, lastUsedAt, isUsable }: SignInMethod): string {
  const timeZone = useTimeZone();
  const used = lastUsedAt ? `Last used ${timeAgo(lastUsedAt, timeZone)}` : null;
  if (!isUsable) return 'Not available at the moment';
  if (kind === 'password') return used ?? 'With your email address';
  const added = `dded ${longDate(addedAt, timeZone)}`;
  const hint = used ? `${used}, a${added}` : `A${added}`;
  return host && host !== window.location.hostname ? `${hint}, for ${host}` : hint;
}

type MethodRowProps = { method: SignInMethod; onRename: () => void; onRemove: () => void };

function MethodRow({ method, onRename, onRemove }: MethodRowProps) {
  const { kind, isRemovable } = method;
  const name = method.name || 'Password';
  const MethodIcon = name === 'Google' && kind === 'provider' ? IconBrandGoogle : ICONS[kind];
  const remove = kind === 'provider' ? 'Disconnect' : 'Remove';
  return (
    <Group component="li" gap={14} wrap="nowrap" align="flex-start">
      <MethodIcon size={22} stroke={1.75} style={{ flex: 'none', marginTop: 12 }} aria-hidden />
      <Group flex={1} miw={0} gap="xs" justify="space-between">
        <Box flex="1 1 180px" miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {useMethodHint(method)}
          </Text>
        </Box>
        <Group gap={4} wrap="nowrap" ml={-14}>
          {kind === 'passkey' && <IconButton icon={IconPencil} label={`Rename ${name}`} onClick={onRename} />}
          {isRemovable && (
            <Button variant="subtle" color="red" size="compact-md" aria-label={`${remove} ${name}`} onClick={onRemove}>
              {remove}
            </Button>
          )}
        </Group>
      </Group>
    </Group>
  );
}

function NoPassword({ busy, onSet }: { busy: boolean; onSet: () => void }) {
  return (
    <Group component="li" gap={14} wrap="nowrap">
      <IconPassword size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        <Text fw={600}>Password</Text>
        <Text size="sm" c="dimmed">
          Not set. You need one to change your email address or two-factor sign-in.
        </Text>
      </Box>
      <Button variant="subtle" size="compact-md" disabled={busy} onClick={onSet}>
        Set a password
      </Button>
    </Group>
  );
}
