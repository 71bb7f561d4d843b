import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCheckInOutbox } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';

/** A check-in that was sent and has not arrived yet goes out from here too; `children` stand where there is none. */
export function PendingCheckIn({ place, children }: { place: PhotoPlace; children: ReactNode }) {
  const { outbox, begun, waiting } = useCheckInOutbox(place);
  return begun?.sending ? <CheckInOnItsWay waiting={waiting} onRetry={() => outbox.hurry()} /> : children;
}

export function CheckInOnItsWay({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  return (
    <>
      <Group gap="md" wrap="nowrap" align="flex-start" role="status">
        {waiting ? <IconCloudOff size={24} stroke={1.75} aria-hidden /> : <Loader size={24} />}
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
