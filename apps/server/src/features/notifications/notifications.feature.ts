import { defineFeature, handleJob } from '../../core/feature.ts';
import { notificationExports } from './notifications.copy.ts';
import { deliverNotifications } from './notifications.delivery.service.ts';
import { deliverNotificationsJob, mailNotificationsJob } from './notifications.jobs.ts';
import { mailNotifications } from './notifications.mails.service.ts';
import { notificationMail } from './notifications.mails.ts';
import { notificationsProcedures } from './notifications.procedures.ts';

export const notifications = defineFeature({
  name: 'notifications',
  exports: notificationExports,
  procedures: { notifications: notificationsProcedures },
  jobs: [handleJob(deliverNotificationsJob, deliverNotifications), handleJob(mailNotificationsJob, mailNotifications)],
  mails: [notificationMail],
});
