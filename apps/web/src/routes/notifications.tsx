import { ActionIcon, Button, Card, Group, Title } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { IconAdjustmentsHorizontal, IconArrowLeft } from '@tabler/icons-react';
import { createFileRoute, Link, linkOptions } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { targetOf } from '../app/shells/notification-target.ts';
import { NotificationFilters } from '../features/notifications/notification-filters.tsx';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { NotificationPreferences } from '../features/notifications/notification-preferences.tsx';
import { type NotificationSearch, readNotificationSearch } from '../features/notifications/notifications.search.ts';
import { unread } from '../lib/unread-search.ts';
import { late } from '../ui/late.tsx';

const DigestChoice = late(async () => (await import('../features/decisions/digest-choice.tsx')).DigestChoice);

const PushCard = late(async () => (await import('../features/notifications/push-card.tsx')).PushCard);

export const Route = createFileRoute('/notifications')({
  validateSearch: unread<NotificationSearch>,
  beforeLoad: requireSession,
  component: NotificationsPage,
});

const toPreferences = linkOptions({ to: '/notifications', search: { view: 'preferences' } });

function NotificationsPage() {
  const navigate = Route.useNavigate();
  const { session } = useSession();
  // Parsed again: the router also passes on unknown parameters.
  const search = readNotificationSearch({ ...Route.useSearch() });
  if (!session) return null;
  const { user, role } = session;
  const reader = role === 'Client' ? 'client' : 'coach';
  // Operators get no notifications to choose from.
  const mayChoose = role !== 'Operator';
  const hasMondays = reader === 'coach' && isFeatureAllowed(session.plan, 'retention_tracking', new Date());
  if (search.view === 'preferences' && mayChoose) {
    return (
      <Card maw={720} mx="auto">
        <Group gap="xs" mb="sm" wrap="nowrap">
          <ActionIcon
            component={Link}
            to="/notifications"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Back to notifications"
          >
            <IconArrowLeft size={20} stroke={1.75} />
          </ActionIcon>
          <Title order={1} size="h2">
            What we tell you
          </Title>
        </Group>
        <NotificationPreferences reader={reader} email={user.email} emailVerified={user.emailVerified} />
        <PushCard userId={user.id} />
        {hasMondays && <DigestChoice coachId={user.id} />}
      </Card>
    );
  }
  return (
    <Card maw={720} mx="auto" padding={0}>
      <NotificationList
        expanded
        search={search}
        reader={reader}
        title={
          <Title order={1} size="h2">
            Notifications
          </Title>
        }
        tools={
          mayChoose && (
            <>
              <Button
                renderRoot={(props) => <Link {...toPreferences} {...props} />}
                visibleFrom="sm"
                size="compact-sm"
                variant="subtle"
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
              >
                Preferences
              </Button>
              <ActionIcon
                renderRoot={(props) => <Link {...toPreferences} {...props} />}
                hiddenFrom="sm"
                variant="subtle"
                size="lg"
                aria-label="Preferences"
              >
                <IconAdjustmentsHorizontal size={20} stroke={1.75} />
              </ActionIcon>
            </>
          )
        }
        filters={
          <NotificationFilters
            search={search}
            reader={reader}
            onChange={(change) =>
              void navigate({
                search: readNotificationSearch({ ...search, ...change }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        }
        onOpen={(notification) => void navigate({ href: targetOf(notification, session) })}
      />
    </Card>
  );
}
