import { Badge } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import { FIGURES } from '@stridewell/contract/clients.figures.rules';
import { IconAlertTriangle, IconCheck, IconClock, IconTrendingDown, IconX } from '@tabler/icons-react';

type BadgeClient = Pick<ClientSummary, 'status' | 'readOnly' | 'checkIn' | 'standing'> &
  Partial<Pick<ClientSummary, 'accepted' | 'invitationExpiresAt'>>;

type BadgeContent = { text: string; color?: string; Icon?: typeof IconClock };

/** The most important fact about a client. */
export function ClientBadge({ client }: { client: BadgeClient }) {
  const { text, color, Icon } = contentOf(client);
  return (
    <Badge {...(color && { color })} leftSection={Icon && <Icon size={13} stroke={2} />}>
      {text}
    </Badge>
  );
}

function contentOf(client: BadgeClient): BadgeContent {
  const { status, standing, checkIn, invitationExpiresAt } = client;
  if (client.readOnly) return { text: 'Read-only', color: 'gray' };
  if (status === 'invited') {
    const expired = invitationExpiresAt && Date.parse(invitationExpiresAt) <= Date.now();
    return expired
      ? { text: 'Invitation expired', color: 'yellow', Icon: IconClock }
      : { text: 'Invited', color: 'gray' };
  }
  if (status === 'declined') return { text: 'Declined', color: 'gray', Icon: IconX };
  if (status === 'paused') return { text: 'Paused', color: 'gray' };
  if (status !== 'active') return { text: client.accepted === false ? 'Never joined' : 'Former client', color: 'gray' };
  switch (standing) {
    case 'missed': {
      const missed = checkIn?.missed ?? 1;
      const text = missed === 1 ? 'Missed check-in' : `${missed} check-ins missed`;
      return { text, color: 'red', Icon: IconAlertTriangle };
    }
    case 'overdue':
      return { text: 'Check-in overdue', color: 'yellow', Icon: IconClock };
    case 'adherence_falling':
      return { text: 'Adherence falling', color: 'yellow', Icon: IconTrendingDown };
    case 'adherence_low':
      return { text: 'Low adherence', color: 'yellow', Icon: IconTrendingDown };
    default:
      // One status for a client: a check-in that is due today is no exception.
      return { text: checkIn?.state === 'due' ? `${FIGURES.onTrack}, check-in due` : FIGURES.onTrack, Icon: IconCheck };
  }
}
