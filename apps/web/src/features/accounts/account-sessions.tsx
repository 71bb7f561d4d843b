import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { Account, AccountSession } from '@stridewell/contract/accounts/accounts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { describeDevice } from '../../shared/device-name.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useEndAccountSession } from './accounts.queries.ts';

type AccountSessionsProps = { account: Pick<Account, 'userId' | 'isOperator' | 'sessions'>; mayEnd: boolean };

/** The browsers in which the person is signed in. */
export const AccountSessions = ({ account: { userId, isOperator, sessions }, mayEnd }: AccountSessionsProps) => (
  <SectionCard title="Sessions">
    {sessions.length === 0 ? (
      <Muted>This person is not signed in anywhere.</Muted>
    ) : (
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <SessionRow key={session.id} userId={userId} session={session} mayEnd={mayEnd && !isOperator} />
        ))}
      </Stack>
    )}
  </SectionCard>
);

type SessionRowProps = { userId: string; session: AccountSession; mayEnd: boolean };

function SessionRow({ userId, session: { id, userAgent, network, lastUsedAt }, mayEnd }: SessionRowProps) {
  const timeZone = useTimeZone();
  const end = useEndAccountSession();
  const { name, handheld } = describeDevice(userAgent);
  const Icon = handheld ? IconDeviceMobile : IconDeviceDesktop;
  const stop = () =>
    end.mutateAsync({ userId, sessionId: id }).then(
      () => toast.success(`${name} is signed out`),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    );
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Icon size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        <Text fw={600}>{name}</Text>
        <Muted>
          Last used {timeAgo(lastUsedAt, timeZone)}
          {network && `, from the network ${network}`}
        </Muted>
      </Box>
      {mayEnd && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          loading={end.isPending}
          onClick={() => void stop()}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
