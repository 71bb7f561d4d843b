import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { checkInExports } from './checkins.copy.ts';
import { checkInLine } from './checkins.data.ts';
import { checkinsProcedures } from './checkins.procedures.ts';
import { checkInQuoteOfMessage } from './checkins.quotes.data.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';

export const checkins = defineFeature({
  name: 'checkins',
  exports: checkInExports,
  procedures: { checkins: checkinsProcedures },
  timeline: { 'checkin.submitted': checkInLine },
  messageQuote: checkInQuoteOfMessage,
  jobs: [
    // Sends reminders of due check-ins. Hourly, because morning comes at a different hour in each time zone.
    handleJob(defineScheduledJob('checkins.remind', { schedule: EVERY_HOUR }), remindOfCheckIns),
  ],
});
