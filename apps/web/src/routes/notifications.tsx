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
  if (!session) return null;
  return (
    <Card maw={720} mx="auto" padding={0}>
      <NotificationList
        expanded
        title={
          <Title order={1} size="h2">
            Notifications
          </Title>
        }
        onOpen={(notification) => void navigate({ href: targetOf(notification, session) })}
      />
    </Card>
  );
}
