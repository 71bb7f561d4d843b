import { defineFeature, handleJob } from '../../core/feature.ts';
import { remindOfCheckInsJob } from './checkins.jobs.ts';
import { checkinsProcedures } from './checkins.procedures.ts';
import { remindOfCheckIns } from './checkins.reminders.service.ts';

export const checkins = defineFeature({
  name: 'checkins',
  procedures: { checkins: checkinsProcedures },
  jobs: [handleJob(remindOfCheckInsJob, remindOfCheckIns)],
});
