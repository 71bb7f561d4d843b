import { Badge } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import { IconAlertTriangle, IconCheck, IconClock, IconTrendingDown, IconX } from '@tabler/icons-react';

type BadgeClient = Pick<ClientSummary, 'status' | 'readOnly' | 'missedCheckIns' | 'checkInState'> &
  Partial<Pick<ClientSummary, 'adherenceFalling' | 'accepted' | 'invitationExpiresAt'>>;

const ICON = { size: 13, stroke: 2 };

/** The one thing to know about a client now. */
export function ClientBadge({ client }: { client: BadgeClient }) {
  if (client.readOnly) return <Badge color="gray">Read-only</Badge>;
  const { status, missedCheckIns, checkInState, invitationExpiresAt } = client;
  if (status === 'invited') {
    const expired = invitationExpiresAt && Date.parse(invitationExpiresAt) <= Date.now();
    return expired ? (
      <Badge color="yellow" leftSection={<IconClock {...ICON} />}>
        Invitation expired
      </Badge>
    ) : (
      <Badge color="gray">Invited</Badge>
    );
  }
  if (status === 'declined') {
    return (
      <Badge color="gray" leftSection={<IconX {...ICON} />}>
        Declined
      </Badge>
    );
  }
  if (status === 'paused') return <Badge color="gray">Paused</Badge>;
  if (status !== 'active')
    return <Badge color="gray">{client.accepted === false ? 'Never joined' : 'Former client'}</Badge>;
  if (missedCheckIns > 0) {
    return (
      <Badge color="red" leftSection={<IconAlertTriangle {...ICON} />}>
        {missedCheckIns === 1 ? 'Missed check-in' : `${missedCheckIns} check-ins missed`}
      </Badge>
    );
  }
  if (checkInState === 'overdue') {
    return (
      <Badge color="yellow" leftSection={<IconClock {...ICON} />}>
        Check-in overdue
      </Badge>
    );
  }
  if (client.adherenceFalling) {
    return (
      <Badge color="yellow" leftSection={<IconTrendingDown {...ICON} />}>
        Adherence falling
      </Badge>
    );
  }
  if (checkInState === 'due') {
    return (
      <Badge color="yellow" leftSection={<IconClock {...ICON} />}>
        Check-in due
      </Badge>
    );
  }
  return <Badge leftSection={<IconCheck {...ICON} />}>On track</Badge>;
}
