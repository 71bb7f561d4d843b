import { Box, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { PushDevice } from '@stridewell/contract/notifications/notifications';
import { PUSH_NIGHT } from '@stridewell/contract/notifications/notifications.rules';
import { IconBellRinging, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type PushObstacle, pushObstacle } from '../../device/push.ts';
import { useAppName } from '../../lib/brand.ts';
import { hourLabel, longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { describeDevice } from '../../shared/device-name.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { PUSH_SECTION, pushDevicesQuery } from './notifications.preferences.ts';
import { ownDigestQuery, useRemovePushDevice, useTurnOnPush } from './notifications.push.ts';

const obstacles = (appName: string): Record<NonNullable<PushObstacle>, string> => ({
  unsupported: 'This browser does not support push notifications.',
  install: `On an iPhone or iPad, add ${appName} to your home screen first: tap Share in the browser’s bar, then “Add to Home Screen”. Open it from there and come back to this page.`,
  denied: `Your browser blocks notifications from ${appName}. Allow them in the browser’s settings for this site, then reload this page.`,
});

/** Push notifications in this browser, and on the other devices of the person. Absent where the server offers none. */
export function PushCard({ userId }: { userId: string }) {
  const query = useQuery(pushDevicesQuery());
  if (query.data?.publicKey === null) return null;
  return (
    <Stack gap="md" mt="xl" component="section" id={PUSH_SECTION} aria-label="Push notifications">
      <Divider />
      <Title order={2} size="h4">
        Push notifications
      </Title>
      <QueryBoundary
        query={query}
        failed="Your devices could not be loaded"
        loading="Loading your devices"
        skeleton={120}
      >
        {({ publicKey, devices }) =>
          publicKey !== null && <PushDevices userId={userId} publicKey={publicKey} devices={devices} />
        }
      </QueryBoundary>
    </Stack>
  );
}

type PushDevicesProps = { userId: string; publicKey: string; devices: readonly PushDevice[] };

function PushDevices({ userId, publicKey, devices }: PushDevicesProps) {
  const digest = useQuery(ownDigestQuery(publicKey));
  const remove = useRemovePushDevice();
  const own = devices.find(({ endpointDigest }) => endpointDigest === digest.data);
  const others = devices.filter((device) => device !== own);
  const stop = (device: PushDevice) =>
    remove.mutate(
      { id: device.id, isOwn: device === own },
      { onSuccess: () => toast.success(`Push is off on ${nameOf(device, own)}`) },
    );
  return (
    <>
      <ProblemAlert error={remove.error} fallback="Nothing was changed. Please try again." />
      <ThisDevice
        userId={userId}
        publicKey={publicKey}
        isPending={digest.isPending}
        isOn={own !== undefined}
        isStopping={remove.isPending && remove.variables.isOwn}
        onStop={() => own && stop(own)}
      />
      {others.length > 0 && (
        <Stack component="ul" gap="md" aria-label="Other devices">
          {others.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isStopping={remove.isPending && remove.variables.id === device.id}
              onStop={() => stop(device)}
            />
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        Between {hourLabel(PUSH_NIGHT.from)} and {hourLabel(PUSH_NIGHT.until)} only messages, changes to sessions and
        safety notices are pushed. Everything else waits until the morning. A locked screen never shows the text of a
        message, health answers or nutrition numbers.
      </Text>
    </>
  );
}

const nameOf = (device: PushDevice, own: PushDevice | undefined): string =>
  device === own ? 'this device' : describeDevice(device.userAgent).name;

type ThisDeviceProps = {
  userId: string;
  publicKey: string;
  isPending: boolean;
  isOn: boolean;
  isStopping: boolean;
  onStop: () => void;
};

function ThisDevice({ userId, publicKey, isPending, isOn, isStopping, onStop }: ThisDeviceProps) {
  const turnOn = useTurnOnPush(userId, publicKey);
  const obstacle = pushObstacle();
  const appName = useAppName();
  const start = () =>
    turnOn.mutate(undefined, { onSuccess: (isDone) => isDone && toast.success('Push is on for this device') });
  const refused = turnOn.data === false && obstacle === null;
  const isBusy = turnOn.isPending || isStopping;
  return (
    <>
      <ProblemAlert
        error={turnOn.error}
        fallback="Your browser could not turn on push notifications. Please try again later."
      />
      <Group gap={14} wrap="nowrap" align="flex-start">
        <IconBellRinging size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
        <Box flex={1} miw={0}>
          <Text fw={600}>This device</Text>
          <Text size="sm" c="dimmed" role="status">
            {obstacle ? obstacles(appName)[obstacle] : statusOf({ isPending, isBusy, isOn, refused })}
          </Text>
        </Box>
        {obstacle === null && !isPending && (
          // One button that is never disabled, so that it keeps the focus.
          <Button
            variant={isOn ? 'default' : 'light'}
            size="compact-md"
            onClick={isBusy ? undefined : isOn ? onStop : start}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )}
      </Group>
    </>
  );
}

type Status = { isPending: boolean; isBusy: boolean; isOn: boolean; refused: boolean };

function statusOf({ isPending, isBusy, isOn, refused }: Status): string {
  if (isPending) return 'Checking this browser';
  if (isBusy) return isOn ? 'Turning off' : 'Turning on';
  if (isOn) return 'On. It ends when you sign out.';
  if (refused) return 'Your browser did not allow it. Press “Turn on” to be asked again.';
  return 'Off. Your browser asks for permission when you turn it on.';
}

type DeviceRowProps = { device: PushDevice; isStopping: boolean; onStop: () => void };

function DeviceRow({ device, isStopping, onStop }: DeviceRowProps) {
  const timeZone = useTimeZone();
  const { name, handheld } = describeDevice(device.userAgent);
  const Icon = handheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group component="li" gap={14} wrap="nowrap" align="flex-start">
      <Icon size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Box flex={1} miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          On since {longDate(device.createdAt, timeZone)}
        </Text>
      </Box>
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        loading={isStopping}
        onClick={onStop}
        aria-label={`Turn off ${name}`}
      >
        Turn off
      </Button>
    </Group>
  );
}
