import type { NotificationGroup } from '@stridewell/contract/notifications/notifications.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { codeOf, isUnreachable, messageOf } from '../../lib/errors.ts';
import type { NotificationSearch } from './notifications.search.ts';

/** The accessible name of the bell. It holds the text of the badge, which people say to press the bell. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Notifications, ${unread > 9 ? '9+' : unread} unread` : 'Notifications';

/** The text of a failure to load the list. */
export function loadProblem(error: unknown): string {
  if (codeOf(error) === 'UNAUTHORIZED') return 'You must be logged in to view notifications';
  if (codeOf(error) !== undefined || isUnreachable(error)) return messageOf(error, 'Failed to load notifications');
  return 'An unexpected error occurred.';
}

/** The name of a group for this reader. */
export const groupLabel = (group: NotificationGroup, reader: Side): string =>
  ({
    check_ins: 'Check-ins',
    programs: 'Programs',
    messages: 'Messages',
    sessions: 'Sessions',
    clients: reader === 'coach' ? 'Clients' : 'Coaching',
    payments: 'Payments',
    account: 'Account',
  })[group];

/** The text of an empty list. */
export function emptyText({ show, group }: NotificationSearch, reader: Side): string {
  const about = group ? ` about ${groupLabel(group, reader).toLowerCase()}` : '';
  return show === 'unread' ? `Nothing unread${about}` : `No notifications${about}`;
}
