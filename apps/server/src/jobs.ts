import {
  billSeatsJob,
  endOverdueJob,
  remindJob,
  sandboxEventJob,
  sandboxRenewJob,
  settleJob,
} from './features/billing/billing.jobs.ts';
import { extendSeriesJob, remindOfSessionsJob } from './features/calendar/calendar.jobs.ts';
import { remindOfCheckInsJob } from './features/checkins/checkins.jobs.ts';
import { renewEngagementJob } from './features/clients/clients.jobs.ts';
import { sweepFilesJob } from './features/files/files.jobs.ts';
import { deliverBroadcastJob, mailNotificationsJob } from './features/notifications/notifications.jobs.ts';
import { sendMailJob } from './platform/mail/mail.ts';
import type { QueueDefinition } from './platform/queue/migrate.ts';

/** Every kind of background work, one line each; the owner creates their queues when it migrates. */
export const queues: readonly QueueDefinition[] = [
  sendMailJob.queue,
  settleJob.queue,
  remindJob.queue,
  billSeatsJob.queue,
  endOverdueJob.queue,
  sandboxEventJob.queue,
  sandboxRenewJob.queue,
  remindOfSessionsJob.queue,
  extendSeriesJob.queue,
  remindOfCheckInsJob.queue,
  renewEngagementJob.queue,
  deliverBroadcastJob.queue,
  mailNotificationsJob.queue,
  sweepFilesJob.queue,
];
