import { defineFeature, handleJob } from '../../core/feature.ts';
import { checkAlerts } from './jobs.alerts.service.ts';
import { checkAlertsJob, cleanUpJob } from './jobs.jobs.ts';
import { cleanUp } from './jobs.mails.service.ts';
import { alertMail } from './jobs.mails.ts';
import { jobsProcedures } from './jobs.procedures.ts';

export const jobs = defineFeature({
  name: 'jobs',
  procedures: { jobs: jobsProcedures },
  jobs: [handleJob(cleanUpJob, cleanUp), handleJob(checkAlertsJob, checkAlerts)],
  mails: [alertMail],
});
