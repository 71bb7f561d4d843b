import { Badge } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import { IconAlertTriangle, IconCheck, IconClock, IconTrendingDown, IconX } from '@tabler/icons-react';

type BadgeClient = Pick<ClientSummary, 'status' | 'readOnly' | 'missedCheckIns' | 'checkInState'> &
  Partial<Pick<ClientSummary, 'adherenceFalling' | 'accepted' | 'invitationExpiresAt'>>;

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
  const { status, missedCheckIns, checkInState, invitationExpiresAt } = client;
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
  if (missedCheckIns > 0) {
    const text = missedCheckIns === 1 ? 'Missed check-in' : `${missedCheckIns} check-ins missed`;
    return { text, color: 'red', Icon: IconAlertTriangle };
  }
  if (checkInState === 'overdue') return { text: 'Check-in overdue', color: 'yellow', Icon: IconClock };
  if (client.adherenceFalling) return { text: 'Adherence falling', color: 'yellow', Icon: IconTrendingDown };
  if (checkInState === 'due') return { text: 'Check-in due', color: 'yellow', Icon: IconClock };
  return { text: 'On track', Icon: IconCheck };
}
