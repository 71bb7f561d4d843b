import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { Device } from '@stridewell/contract/identity/identity';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { isNotFound, messageOf } from '../../lib/errors.ts';
import { longDate, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { describeDevice } from '../../shared/device-name.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useEndOtherSessions, useEndSession } from './identity.queries.ts';

const showFailure = (error: unknown) =>
  isNotFound(error) || toast.error('Nothing was changed', messageOf(error, 'Please try again.'));

/** The devices on which the person is signed in, each with a button to sign it out. */
export function SessionsCard({ devices }: { devices: readonly Device[] }) {
  const endOthers = useEndOtherSessions();
  const others = devices.filter(({ current }) => !current).length;
  const endAll = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => toast.success('Signed out everywhere else'),
      onError: showFailure,
    });
  return (
    <SectionCard title="Where you are signed in">
      <Stack component="ul" gap="lg">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Stack>
      {others > 0 ? (
        <Group mt="md">
          <Button variant="default" loading={endOthers.isPending} onClick={endAll}>
            Sign out everywhere else
          </Button>
        </Group>
      ) : (
        <Text mt="md" size="sm" c="dimmed">
          This is the only device that is signed in.
        </Text>
      )}
    </SectionCard>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const timeZone = useTimeZone();
  const end = useEndSession();
  const { name, handheld } = describeDevice(device.userAgent);
  const Icon = handheld ? IconDeviceMobile : IconDeviceDesktop;
  const stop = () =>
    end.mutate(device.id, { onSuccess: () => toast.success(`${name} is signed out`), onError: showFailure });
  return (
    <Group component="li" gap={14} wrap="nowrap">
      <Icon size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        <Group gap={8}>
          <Text fw={600}>{name}</Text>
          {device.current && <Badge>This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {device.current ? 'In use now' : `Last used ${timeAgo(device.lastUsedAt, timeZone)}`}, signed in{' '}
          {longDate(device.signedInAt, timeZone)}
        </Text>
      </Box>
      {!device.current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          loading={end.isPending}
          onClick={stop}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
