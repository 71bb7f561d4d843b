import type { CurrentSession } from '@stridewell/contract/identity';
import { isCoachRole } from '@stridewell/contract/identity.rules';
import type { Notification } from '@stridewell/contract/notifications';
import { notificationPath } from '@stridewell/contract/notifications.rules';

/** Where a notification leads; one that leads nowhere in particular leads to the list. */
export function targetOf(notification: Notification, { role, user }: CurrentSession): string {
  if (role === 'Client') return notificationPath(notification, 'client');
  return isCoachRole(role) ? notificationPath(notification, { coachId: user.id }) : '/notifications';
}
