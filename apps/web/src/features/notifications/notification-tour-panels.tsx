import { Button, Card, Center, Group, SimpleGrid, Title } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { NotificationBadge } from './notification-badge.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import { bellLabel, loadProblem } from './notifications.messages.ts';
import { FAILURE_SAMPLES } from './notifications.samples.ts';

type TourPanelsProps = {
  list: { notifications: Notification[]; unread: number };
  onOpen: (notification: Notification) => void;
  onMarkAll: () => void;
  onReset: () => void;
};

const nothing = () => undefined;

/** The panel in each of its states. Only the list reacts to clicks. */
export function TourPanels({ list, onOpen, onMarkAll, onReset }: TourPanelsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="lg" style={{ alignItems: 'start' }}>
      <State
        name="List"
        rows={3}
        note={
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
              onClick={onReset}
            >
              Start over
            </Button>
            <Center w={36} h={36} role="img" aria-label={bellLabel(list.unread)}>
              <NotificationBadge unread={list.unread} />
            </Center>
          </Group>
        }
      >
        <NotificationPanel list={list} onOpen={onOpen} onMarkAll={onMarkAll} />
      </State>
      <State name="Loading">
        <NotificationPanel isPending onOpen={nothing} onMarkAll={nothing} />
      </State>
      <State name="Empty">
        <NotificationPanel list={{ notifications: [], unread: 0 }} onOpen={nothing} onMarkAll={nothing} />
      </State>
      {FAILURE_SAMPLES.map(({ name, error }) => (
        <State key={name} name={name}>
          <NotificationPanel problem={loadProblem(error)} onOpen={nothing} onMarkAll={nothing} />
        </State>
      ))}
    </SimpleGrid>
  );
}

type StateProps = {
  name: string;
  note?: ReactNode;
  /** How many of the others stand beside it. */
  rows?: number;
  children: ReactNode;
};

function State({ name, note, rows = 1, children }: StateProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ gridRow: `span ${rows}` }}>
      <Group justify="space-between" gap="sm" mih={40}>
        <Title order={3} size="md" id={id}>
          {name}
        </Title>
        {note}
      </Group>
      <Card padding={0}>{children}</Card>
    </section>
  );
}
