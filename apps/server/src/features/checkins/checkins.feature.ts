import { defineFeature, handleJob } from '../../core/feature.ts';
import { remindOfCheckInsJob } from './checkins.jobs.ts';
import { checkinsProcedures } from './checkins.procedures.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';
import { checkInLine } from './checkins.timeline.data.ts';

export const checkins = defineFeature({
  name: 'checkins',
  procedures: { checkins: checkinsProcedures },
  timeline: { 'checkin.submitted': checkInLine },
  jobs: [handleJob(remindOfCheckInsJob, remindOfCheckIns)],
});
