import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './check-in-on-its-way.module.css';
import { retryCheckIn } from './checkins.left.ts';
import { useOwnCheckIn } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';

type PendingCheckInProps = { userId: string; place: PhotoPlace; children: ReactNode };

/** A check-in that was sent and has not arrived, or was refused; `children` stand where there is none. */
export function PendingCheckIn({ userId, place, children }: PendingCheckInProps) {
  const { outbox, begun, isSending, waiting, error } = useOwnCheckIn(userId, place);
  if (isSending) return <CheckInOnItsWay waiting={waiting} onRetry={() => outbox.sendNow()} />;
  if (!error) return children;
  return (
    <>
      <Group gap="md" wrap="nowrap" align="flex-start" role="status">
        <IconAlertCircle size={24} stroke={1.75} aria-hidden className={classes.mark} />
        <Stack gap={4}>
          <Title order={2} size="h3">
            Your check-in was not sent
          </Title>
          <Text c="dimmed">{error.message} Everything you wrote is still here.</Text>
        </Stack>
      </Group>
      {begun && Object.keys(error.data.problems).length === 0 && (
        <Button mt="md" size="md" fullWidth onClick={() => retryCheckIn(userId, begun)}>
          Send it again
        </Button>
      )}
      <Button component={Link} to="/client/check-in" mt="md" size="md" variant="light" fullWidth>
        Look at it again
      </Button>
    </>
  );
}

export function CheckInOnItsWay({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  return (
    <>
      <Group gap="md" wrap="nowrap" align="flex-start" role="status">
        {waiting ? <IconCloudOff size={24} stroke={1.75} aria-hidden className={classes.mark} /> : <Loader size={24} />}
        <Stack gap={4}>
          <Title order={2} size="h3">
            {waiting ? 'Waiting for the connection' : 'Sending your check-in'}
          </Title>
          <Text c="dimmed">
            {waiting
              ? 'Your check-in is safe on this device and goes out by itself once you are online.'
              : 'This takes a moment, a little longer with photos.'}
          </Text>
        </Stack>
      </Group>
      {waiting && (
        <Button mt="md" variant="light" fullWidth mih={44} onClick={onRetry}>
          Try now
        </Button>
      )}
    </>
  );
}
