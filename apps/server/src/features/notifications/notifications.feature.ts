import { defineFeature, handleJob } from '../../core/feature.ts';
import { deliverBroadcast } from './notifications.broadcast.service.ts';
import { deliverBroadcastJob, mailNotificationsJob } from './notifications.jobs.ts';
import { notificationMail } from './notifications.mails.ts';
import { mailNotifications } from './notifications.mails.service.ts';
import { notificationsProcedures } from './notifications.procedures.ts';

export const notifications = defineFeature({
  name: 'notifications',
  procedures: { notifications: notificationsProcedures },
  jobs: [handleJob(deliverBroadcastJob, deliverBroadcast), handleJob(mailNotificationsJob, mailNotifications)],
  mails: [notificationMail],
});
