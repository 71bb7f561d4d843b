import { Badge } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';

type ClientBadgeProps = { client: Pick<ClientSummary, 'status' | 'readOnly' | 'missedCheckIns' | 'checkInState'> };

/** The one thing to know about a client now. */
export function ClientBadge({ client }: ClientBadgeProps) {
  if (client.readOnly) return <Badge color="gray">Read-only</Badge>;
  if (client.status === 'invited') return <Badge color="gray">Invited</Badge>;
  if (client.status === 'paused') return <Badge color="gray">Paused</Badge>;
  if (client.status !== 'active') return <Badge color="gray">Former client</Badge>;
  if (client.missedCheckIns > 0) return <Badge color="red">Missed check-in</Badge>;
  if (client.checkInState === 'due') return <Badge color="yellow">Check-in due</Badge>;
  if (client.checkInState === 'overdue') return <Badge color="yellow">Check-in overdue</Badge>;
  return <Badge>On track</Badge>;
}
