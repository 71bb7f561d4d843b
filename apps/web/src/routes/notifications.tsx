import { Card, Title } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { targetOf } from '../app/shells/notification-target.ts';
import { NotificationList } from '../features/notifications/notification-list.tsx';

export const Route = createFileRoute('/notifications')({ beforeLoad: requireSession, component: NotificationsPage });

function NotificationsPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  return (
    <Card maw={680} mx="auto" padding={0}>
      <Title order={1} px="md" pt="lg">
        What happened
      </Title>
      <NotificationList
        expanded
        onOpen={(notification) => session && void navigate({ to: targetOf(notification, session) })}
      />
    </Card>
  );
}
