import type { NotificationGroup } from '@stridewell/contract/notifications/notifications.rules';

/** The search parameters of the list, without default values. */
export type NotificationSearch = { show?: 'unread'; group?: NotificationGroup; view?: 'preferences' };

/** Copied from the rules, whose module would otherwise be loaded on public pages. */
const GROUPS: Record<NotificationGroup, NotificationGroup> = {
  check_ins: 'check_ins',
  programs: 'programs',
  messages: 'messages',
  sessions: 'sessions',
  clients: 'clients',
  payments: 'payments',
  account: 'account',
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readNotificationSearch({ show, group, view }: Record<string, unknown>): NotificationSearch {
  const known = Object.values(GROUPS).find((name) => name === group);
  return {
    ...(show === 'unread' && { show }),
    ...(known && { group: known }),
    ...(view === 'preferences' && { view }),
  };
}
