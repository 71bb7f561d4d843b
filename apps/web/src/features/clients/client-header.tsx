import { Badge, Button, Group, Stack, Title } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients';
import type { EngagementLabel, ProgressLabel } from '@stridewell/contract/clients.labels.rules';
import { dayInZone } from '@stridewell/contract/time';
import {
  IconActivity,
  IconAlertTriangle,
  IconCalendarEvent,
  IconClipboardCheck,
  IconClipboardPlus,
  IconMessage,
  IconPencil,
  IconTarget,
  IconTrophy,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ClientAvatar } from '../../components/client-avatar.tsx';
import { Muted } from '../../components/muted.tsx';
import { checkInStatusText } from '../../lib/figure-text.ts';
import { dayInSentence, timeOfDay } from '../../lib/format.ts';
import { ClientBadge } from './client-badge.tsx';
import classes from './client-header.module.css';
import { ClientMenu } from './client-menu.tsx';
import { useClientActions } from './clients.actions.ts';

type ClientHeaderProps = { coachId: string; client: ClientDetail; today: string; timeZone: string };

const ICON = { size: 16, stroke: 1.75 };
const BADGE_ICON = { size: 13, stroke: 2 };

/** The client's name, status, next session and next check-in, with the actions. */
export function ClientHeader({ coachId, client, today, timeZone }: ClientHeaderProps) {
  const actions = useClientActions(coachId, {});
  const base = `/coach/${coachId}/client/${client.clientId}`;
  const former = client.status === 'archived' || client.status === 'ended';
  return (
    <header className={classes.header}>
      <ClientAvatar coachId={coachId} photoId={client.photoId} name={client.fullName} size={56} />
      <Stack gap={6} miw={0}>
        <Title order={1} lineClamp={3}>
          {client.fullName}
        </Title>
        <Muted>
          {client.email}, {client.accepted ? 'client since' : 'invited'} {dayInSentence(client.clientSince, today)}
        </Muted>
        <Group gap={8} role="group" aria-label="Status">
          <ClientBadge client={client} />
          {client.engagement && (
            <Badge color={ENGAGEMENT_COLOR[client.engagement.label]} leftSection={<IconActivity {...BADGE_ICON} />}>
              Engagement: {client.engagement.label}
            </Badge>
          )}
          {client.progress && <ProgressBadge label={client.progress} />}
        </Group>
        <Group gap="4px 16px" fz="sm">
          {client.nextSession && (
            <Group gap={6} wrap="nowrap">
              <IconCalendarEvent {...ICON} aria-hidden />
              {client.nextSession.sessionType},{' '}
              {dayInSentence(dayInZone(new Date(client.nextSession.sessionDate), timeZone), today)}{' '}
              {timeOfDay(client.nextSession.sessionDate, timeZone)}
            </Group>
          )}
          {client.checkIn && !client.readOnly && (
            <Group gap={6} wrap="nowrap">
              <IconClipboardCheck {...ICON} aria-hidden />
              {checkInStatusText(client.checkIn, today)}
            </Group>
          )}
        </Group>
      </Stack>
      <Group gap={8} className={classes.actions}>
        {client.userId && (
          <Button
            component={Link}
            to={`/coach/${coachId}/messages/${client.clientId}`}
            variant="default"
            leftSection={<IconMessage {...ICON} />}
          >
            Message
          </Button>
        )}
        {client.accepted && !former && (
          <Button
            component={Link}
            to={`${base}/check-in`}
            variant="default"
            leftSection={<IconClipboardPlus {...ICON} />}
          >
            Log check-in
          </Button>
        )}
        <Button component={Link} to={`${base}/edit`} leftSection={<IconPencil {...ICON} />}>
          Edit
        </Button>
      </Group>
      <ClientMenu client={client} actions={actions} />
    </header>
  );
}

const ENGAGEMENT_COLOR: Record<EngagementLabel, string> = {
  Excellent: 'pine',
  High: 'pine',
  Good: 'gray',
  'Needs Attention': 'yellow',
};

const PROGRESS_LOOK: Record<ProgressLabel, { color: string; Icon: typeof IconTrophy }> = {
  'On Track': { color: 'pine', Icon: IconTarget },
  'Exceeding Goals': { color: 'pine', Icon: IconTrophy },
  'Needs Attention': { color: 'yellow', Icon: IconAlertTriangle },
};

function ProgressBadge({ label }: { label: ProgressLabel }) {
  const { color, Icon } = PROGRESS_LOOK[label];
  return (
    <Badge color={color} leftSection={<Icon {...BADGE_ICON} />}>
      Progress: {label}
    </Badge>
  );
}
