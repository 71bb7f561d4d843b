import { defineFeature, handleJob } from '../../core/feature.ts';
import { checkInExports } from './checkins.copy.ts';
import { remindOfCheckInsJob } from './checkins.jobs.ts';
import { checkinsProcedures } from './checkins.procedures.ts';
import { checkInQuoteOfMessage } from './checkins.quotes.data.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';
import { checkInLine } from './checkins.timeline.data.ts';

export const checkins = defineFeature({
  name: 'checkins',
  exports: checkInExports,
  procedures: { checkins: checkinsProcedures },
  timeline: { 'checkin.submitted': checkInLine },
  messageQuote: checkInQuoteOfMessage,
  jobs: [handleJob(remindOfCheckInsJob, remindOfCheckIns)],
});
