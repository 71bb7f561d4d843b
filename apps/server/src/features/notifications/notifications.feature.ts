import { exportOfPerson, keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { deliverNotifications } from './notifications.delivery.service.ts';
import { mailNotifications, notificationMail } from './notifications.mails.service.ts';
import { notificationsProcedures } from './notifications.procedures.ts';
import { pushJob, pushLeftoversJob, sendLeftoverPushes, sendPushes } from './notifications.push.service.ts';
import { deliverNotificationsJob, mailNotificationsJob } from './notifications.service.ts';
import {
  alarmingTexts,
  notificationMails,
  notificationOutbox,
  notificationPreferences,
  notificationPushes,
  pushSubscriptions,
  notifications as table,
} from './notifications.table.ts';

/** Notifications in copies of people's data. */
const notificationExports = [
  exportOfPerson(table, {
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
  keepOut(alarmingTexts, 'It only remembers which texts the coach was notified of.'),
  keepOut(notificationMails, 'It repeats notifications that are still to be mailed.'),
  exportOfPerson(pushSubscriptions, {
    file: 'push-devices',
    about: 'Browsers that get push notifications.',
    // The others are keys to the browser, which would let their reader write to it.
    person: { only: ['id', 'userAgent', 'timeZone', 'createdAt', 'renewedAt'] },
  }),
  keepOut(notificationPushes, 'It repeats notifications that are still to be pushed.'),
];

export const notifications = defineFeature({
  name: 'notifications',
  exports: notificationExports,
  procedures: { notifications: notificationsProcedures },
  jobs: [
    handleJob(deliverNotificationsJob, deliverNotifications),
    handleJob(mailNotificationsJob, mailNotifications),
    handleJob(pushJob, sendPushes),
    handleJob(pushLeftoversJob, sendLeftoverPushes),
  ],
  mails: [notificationMail],
});
