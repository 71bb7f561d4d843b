import { NOTIFICATION_GROUPS, type NotificationGroup } from '@stridewell/contract/notifications.rules';

/** What the address says about the list; what is usual is left out of it. */
export type NotificationSearch = { show?: 'unread'; group?: NotificationGroup; view?: 'preferences' };

/** Reads an address that anybody may have written: what makes no sense is as if it were not there. */
export function readNotificationSearch({ show, group, view }: Record<string, unknown>): NotificationSearch {
  const known = NOTIFICATION_GROUPS.find((name) => name === group);
  return {
    ...(show === 'unread' && { show }),
    ...(known && { group: known }),
    ...(view === 'preferences' && { view }),
  };
}
