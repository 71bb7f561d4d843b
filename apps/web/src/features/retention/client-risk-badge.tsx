import { useQuery } from '@tanstack/react-query';
import { badgesQuery } from './retention.queries.ts';
import { RiskBadge } from './risk-badge.tsx';

type ClientRiskBadgeProps = { coachId: string; clientId: string };

/** The risk badge of one client in a list. All badges of the list come from one request. */
export function ClientRiskBadge({ coachId, clientId }: ClientRiskBadgeProps) {
  const { data } = useQuery(badgesQuery(coachId));
  const client = data?.clients.find((one) => one.clientId === clientId);
  if (!client || (client.level === null && client.notScored !== 'objected')) return null;
  return <RiskBadge level={client.level} />;
}
