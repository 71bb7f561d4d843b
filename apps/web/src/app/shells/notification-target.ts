import type { CurrentSession } from '@stridewell/contract/identity';
import { isCoachRole } from '@stridewell/contract/identity.rules';
import type { Notification } from '@stridewell/contract/notifications';

/** Where a notification leads; one that leads nowhere in particular leads to the list. */
export function targetOf({ type, metadata }: Notification, { role, user }: CurrentSession): string {
  if (role === 'Client') {
    if (metadata.session_id) return '/client/book';
    if (type === 'check_in_due') return '/client/check-in';
    return type === 'message_received' ? '/client/messages' : '/client/dashboard';
  }
  if (!isCoachRole(role)) return '/notifications';
  if (metadata.session_id) return `/coach/${user.id}/calendar`;
  if (metadata.conversation_id) return `/coach/${user.id}/messages/${metadata.conversation_id}`;
  return metadata.client_id ? `/coach/${user.id}/client/${metadata.client_id}` : '/notifications';
}
