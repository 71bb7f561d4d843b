import type { CurrentSession } from '@stridewell/contract/identity';
import type { Notification } from '@stridewell/contract/notifications';

/** Where a notification leads. */
export function targetOf({ type, metadata }: Notification, session: CurrentSession): string {
  if (session.role === 'Client') return type === 'check_in_due' ? '/client/check-in' : '/client/dashboard';
  return metadata.client_id ? `/coach/${session.user.id}/client/${metadata.client_id}` : '/notifications';
}
