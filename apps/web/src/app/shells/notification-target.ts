import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { notificationPath } from '@stridewell/contract/notifications/notifications.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';

/** The page of a notification, or the list of notifications if it has none. */
export function targetOf(notification: Notification, { role, user }: CurrentSession): string {
  if (role === 'Client') return notificationPath(notification, 'client');
  return isCoachRole(role) ? notificationPath(notification, { coachId: user.id }) : '/notifications';
}
