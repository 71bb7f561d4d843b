import type { NotificationGroup } from '@stridewell/contract/notifications.rules';

/** What the address says about the list; what is usual is left out of it. */
export type NotificationSearch = { show?: 'unread'; group?: NotificationGroup; view?: 'preferences' };

/** Every group, by type. Addresses are read by the frame of all pages, and the rules would come along to public ones. */
const GROUPS: Record<NotificationGroup, NotificationGroup> = {
  check_ins: 'check_ins',
  messages: 'messages',
  sessions: 'sessions',
  clients: 'clients',
};

/** Reads an address that anybody may have written: what makes no sense is as if it were not there. */
export function readNotificationSearch({ show, group, view }: Record<string, unknown>): NotificationSearch {
  const known = Object.values(GROUPS).find((name) => name === group);
  return {
    ...(show === 'unread' && { show }),
    ...(known && { group: known }),
    ...(view === 'preferences' && { view }),
  };
}
