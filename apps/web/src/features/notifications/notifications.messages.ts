import { codeOf, isUnreachable, messageOf } from '../../lib/errors.ts';

/** What the bell says in words. */
export const bellLabel = (unread: number): string => (unread > 0 ? `Notifications, ${unread} unread` : 'Notifications');

/** What the panel says about a list that did not load. */
export function loadProblem(error: unknown): string {
  if (codeOf(error) === 'UNAUTHORIZED') return 'You must be logged in to view notifications';
  if (codeOf(error) !== undefined || isUnreachable(error)) return messageOf(error, 'Failed to load notifications');
  return 'An unexpected error occurred.';
}
