import { Box, Group, Stack, Text } from '@mantine/core';
import type { AccountSession } from '@stridewell/contract/accounts';
import { describeDevice } from '@stridewell/contract/identity.devices.rules';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { Muted } from '../../components/muted.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { timeAgo } from '../../lib/format.ts';

/** The browsers in which the person is signed in. */
export const AccountSessions = ({ sessions }: { sessions: readonly AccountSession[] }) => (
  <SectionCard title="Sessions">
    {sessions.length === 0 ? (
      <Muted>This person is not signed in anywhere.</Muted>
    ) : (
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
    )}
  </SectionCard>
);

function SessionRow({ session: { userAgent, network, lastUsedAt } }: { session: AccountSession }) {
  const { name, handheld } = describeDevice(userAgent);
  const Icon = handheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Icon size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        <Text fw={600}>{name}</Text>
        <Muted>
          Last used {timeAgo(lastUsedAt)}
          {network && `, from the network ${network}`}
        </Muted>
      </Box>
    </Group>
  );
}
