import { Badge } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import { dayInZone } from '@stridewell/contract/time';
import {
  IconAlertTriangle,
  IconCheck,
  IconClipboardList,
  IconClock,
  IconTrendingDown,
  IconX,
} from '@tabler/icons-react';
import { dayInSentence, onDayInSentence } from '../../lib/format.ts';
import { missedText, planFollowedText } from '../../shared/figure-text.ts';

type BadgeClient = Pick<ClientSummary, 'status' | 'readOnly' | 'checkIn' | 'standing'> &
  Partial<Pick<ClientSummary, 'accepted' | 'invitationExpiresAt'>>;

type BadgeContent = { text: string; color?: string; Icon?: typeof IconClock };

/** The most important fact about a client. In a list, `quiet` keeps the colour for clients who need attention. */
export function ClientBadge({ client, quiet = false }: { client: BadgeClient; quiet?: boolean }) {
  const { text, color, Icon } = contentOf(client);
  return (
    <Badge
      {...(color && { color })}
      {...(quiet && !color && { variant: 'transparent', px: 0 })}
      leftSection={Icon && <Icon size={13} stroke={2} />}
    >
      {text}
    </Badge>
  );
}

type ReasonClient = BadgeClient & Pick<ClientSummary, 'lastCheckInDay' | 'planFollowed'>;

/** Why a client has the status that the badge names; null where the badge says all there is. */
export function statusReason(client: ReasonClient, today: string, timeZone: string): string | null {
  const { status, standing, readOnly, lastCheckInDay, planFollowed, invitationExpiresAt } = client;
  if (readOnly) return 'Not covered by your plan';
  if (status === 'invited' && invitationExpiresAt && Date.parse(invitationExpiresAt) > Date.now()) {
    return `The link is open until ${dayInSentence(dayInZone(new Date(invitationExpiresAt), timeZone), today)}`;
  }
  if (status === 'paused') return 'Nothing is due until you resume';
  if (status !== 'active') return null;
  if (standing === 'onboarding') return 'Has not finished the onboarding';
  if (lastCheckInDay === null) return 'No check-in yet';
  const answer = planFollowed === null ? '' : `. ${planFollowedText(planFollowed)}`;
  return `Last check-in ${onDayInSentence(lastCheckInDay, today)}${answer}`;
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
    case 'onboarding':
      return { text: STANDING_LABELS.onboarding, color: 'gray', Icon: IconClipboardList };
    case 'missed':
      return { text: missedText(checkIn?.missed ?? 1), color: 'red', Icon: IconAlertTriangle };
    case 'overdue':
      return { text: STANDING_LABELS.overdue, color: 'yellow', Icon: IconClock };
    case 'plan_slipping':
    case 'off_plan':
      return { text: STANDING_LABELS[standing], color: 'yellow', Icon: IconTrendingDown };
    default:
      // One status for a client: a check-in that is due today is no exception.
      return {
        text: `${STANDING_LABELS.on_track}${checkIn?.state === 'due' ? ', check-in due' : ''}`,
        Icon: IconCheck,
      };
  }
}
