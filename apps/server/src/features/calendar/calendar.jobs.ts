import { z } from 'zod';
import { defineJob, defineScheduledJob, EVERY_FIVE_MINUTES, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Sends reminders of sessions that start within a day or within an hour. */
export const remindOfSessionsJob = defineScheduledJob('calendar.remind', { schedule: EVERY_FIVE_MINUTES });

/** Mails the client about a cancelled session, once the coach can no longer undo it. */
export const mailCancellationJob = defineJob('calendar.mail_cancellation', {
  schema: z.object({ coachId: z.uuid(), id: z.uuid(), version: z.int() }),
});

/** Deletes holds that visitors did not confirm. */
export const forgetHoldsJob = defineScheduledJob('calendar.forget_holds', { schedule: EVERY_HOUR, retryLimit: 2 });

/** Adds the sessions of series whose horizon has moved. */
export const extendSeriesJob = defineScheduledJob('calendar.extend', { schedule: EVERY_HOUR, retryLimit: 2 });
