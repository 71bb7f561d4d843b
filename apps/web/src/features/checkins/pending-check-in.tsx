import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RelationshipIds } from './checkins.outbox.ts';
import { useOwnCheckIn } from './checkins.queries.ts';
import { retryCheckIn } from './checkins.undelivered.ts';

const ICON = { size: 24, stroke: 1.75, style: { flex: 'none' }, 'aria-hidden': true } as const;

type PendingCheckInProps = { userId: string; relationship: RelationshipIds; children: ReactNode };

/** A submitted check-in that has not arrived or was refused. Renders `children` when there is none. */
export function PendingCheckIn({ userId, relationship, children }: PendingCheckInProps) {
  const { outbox, draft, isSending, waiting, error } = useOwnCheckIn(userId, relationship);
  if (isSending) return <SendingCheckIn waiting={waiting} onRetry={() => outbox.sendNow()} />;
  if (!error) return children;
  return (
    <>
      <CheckInStatus
        icon={<IconAlertCircle {...ICON} />}
        title="Your check-in was not sent"
        text={`${error.message} Everything you wrote is still here.`}
      />
      {draft && Object.keys(error.data.problems).length === 0 && (
        <Button mt="md" size="md" fullWidth onClick={() => retryCheckIn(userId, draft)}>
          Send it again
        </Button>
      )}
      <Button component={Link} to="/client/check-in" mt="md" size="md" variant="light" fullWidth>
        Check your answers
      </Button>
    </>
  );
}

export function SendingCheckIn({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  if (!waiting) {
    const text = 'This takes a moment, a little longer with photos.';
    return <CheckInStatus icon={<Loader size={24} />} title="Sending your check-in" text={text} />;
  }
  return (
    <>
      <CheckInStatus
        icon={<IconCloudOff {...ICON} />}
        title="Waiting for a connection"
        text="Your check-in is safe on this device and is sent automatically once you are online."
      />
      <Button mt="md" variant="light" fullWidth mih={44} onClick={onRetry}>
        Try now
      </Button>
    </>
  );
}

function CheckInStatus({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start" role="status">
      {icon}
      <Stack gap={4}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
      </Stack>
    </Group>
  );
}
