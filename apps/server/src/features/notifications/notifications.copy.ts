import { exportOfPerson, keepOut } from '../../core/exports.ts';
import {
  notificationMails,
  notificationOutbox,
  notificationPreferences,
  notifications,
} from './notifications.table.ts';

/** Notifications in copies of people's data. */
export const notificationExports = [
  exportOfPerson(notifications, {
    file: 'notifications',
    about: 'Notifications.',
    person: { but: [] },
  }),
  exportOfPerson(notificationPreferences, {
    file: 'notification-settings',
    about: 'Which notifications are switched on or off.',
    person: { but: [] },
  }),
  keepOut(notificationOutbox, 'It holds notifications for the seconds until they arrive.'),
  keepOut(notificationMails, 'It repeats notifications that are still to be mailed.'),
];
