import { defineFeature, handleJob } from '../../core/feature.ts';
import { mailNotificationsJob } from './notifications.jobs.ts';
import { mailNotifications } from './notifications.mails.service.ts';
import { notificationMail } from './notifications.mails.ts';
import { notificationsProcedures } from './notifications.procedures.ts';

export const notifications = defineFeature({
  name: 'notifications',
  procedures: { notifications: notificationsProcedures },
  jobs: [handleJob(mailNotificationsJob, mailNotifications)],
  mails: [notificationMail],
});
