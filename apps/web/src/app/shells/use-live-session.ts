import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { sessionStore } from '../session.ts';

/**
 * Reloads a client's session when the coach ends or resumes the coaching, which changes what the client may send, and
 * when numbers are hidden or shown.
 */
export function useLiveSession({ user: { id: userId }, role }: CurrentSession): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs a new connection.
  useEffect(() => {
    if (role !== 'Client') return;
    return subscribe(['notification', 'numbers'], () => void sessionStore.apply('USER_UPDATED', false));
  }, [role, userId]);
}
