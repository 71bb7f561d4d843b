/** The five types of the spec, which the public tour shows. */
export const CORE_NOTIFICATION_TYPES = [
  'check_in_completed',
  'check_in_due',
  'message_received',
  'client_assigned',
  'coach_assigned',
] as const;
export const NOTIFICATION_TYPES = [
  ...CORE_NOTIFICATION_TYPES,
  'session_scheduled',
  'session_changed',
  'session_cancelled',
  'session_reminder',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const BELL_REFRESH_MS = 300_000;
export const BELL_THROTTLE_MS = 10_000;
export const PANEL_WIDTH_PX = 384;
export const PANEL_MAX_HEIGHT_PX = 500;

export type Badge = { kind: 'none' } | { kind: 'dot' } | { kind: 'count'; text: string };

/** Nothing for 0, a dot alone for exactly 1, the number for 2 to 9, and 9+ above. */
export function badgeOf(unread: number): Badge {
  if (unread <= 0) return { kind: 'none' };
  if (unread === 1) return { kind: 'dot' };
  return { kind: 'count', text: unread > 9 ? '9+' : String(unread) };
}
