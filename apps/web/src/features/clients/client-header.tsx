import { Button, Group, Stack, Title } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { IconClipboardCheck, IconClipboardPlus, IconMessage, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayInSentence } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ClientBadge, statusReason } from './client-badge.tsx';
import classes from './client-header.module.css';
import { ClientMenu } from './client-menu.tsx';
import { useClientActions } from './clients.actions.ts';

type ClientHeaderProps = {
  coachId: string;
  client: ClientDetail;
  today: string;
  /** The open tab has its own main action. */
  quiet: boolean;
};

const ICON = { size: 16, stroke: 1.75 };

/** The client's name and their status with its reason, with the actions. What waits longest for the coach is the main one. */
export function ClientHeader({ coachId, client, today, quiet }: ClientHeaderProps) {
  const actions = useClientActions(coachId, {});
  const base = `/coach/${coachId}/client/${client.clientId}`;
  const reason = statusReason(client, today, useTimeZone());
  const former = client.status === 'archived' || client.status === 'ended';
  const review = client.checkInToReview;
  const main = quiet ? 'default' : 'filled';
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
        <Group gap="4px 12px" role="group" aria-label="Status">
          <ClientBadge client={client} quiet />
          {reason && <Muted>{reason}</Muted>}
        </Group>
      </Stack>
      <Group gap={8} className={classes.actions}>
        {review && (
          <Button
            component={Link}
            to={`/coach/${coachId}/check-ins/${review}`}
            variant={main}
            leftSection={<IconClipboardCheck {...ICON} />}
          >
            Review check-in
          </Button>
        )}
        {client.userId && (
          <Button
            component={Link}
            to={`/coach/${coachId}/messages/${client.clientId}`}
            variant={review || former ? 'default' : main}
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
            className={classes.minor}
          >
            Log check-in
          </Button>
        )}
        <Button
          component={Link}
          to={`${base}/edit`}
          variant="default"
          leftSection={<IconPencil {...ICON} />}
          className={classes.minor}
        >
          Edit
        </Button>
      </Group>
      <ClientMenu client={client} actions={actions} />
    </header>
  );
}
