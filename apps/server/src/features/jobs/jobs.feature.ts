import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';
import { alertMail, checkAlerts } from './jobs.alerts.service.ts';
import { cleanUp } from './jobs.mails.service.ts';
import { jobsProcedures } from './jobs.procedures.ts';

export const jobs = defineFeature({
  name: 'jobs',
  procedures: { jobs: jobsProcedures },
  jobs: [
    // Deletes console data whose retention is over.
    handleJob(defineScheduledJob('jobs.clean_up', { schedule: '20 3 * * *' }), cleanUp),
    // Checks the operators' alerts.
    handleJob(defineScheduledJob('jobs.check_alerts', { schedule: EVERY_FIVE_MINUTES }), checkAlerts),
  ],
  mails: [alertMail],
});
