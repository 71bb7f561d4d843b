import { defineFeature, handleJob } from '../../core/feature.ts';
import { cleanUpJob } from './jobs.jobs.ts';
import { cleanUp } from './jobs.mails.service.ts';
import { jobsProcedures } from './jobs.procedures.ts';

export const jobs = defineFeature({
  name: 'jobs',
  procedures: { jobs: jobsProcedures },
  jobs: [handleJob(cleanUpJob, cleanUp)],
});
