import { defineFeature, handleJob } from '../../core/feature.ts';
import { registerFiles } from './files.http.ts';
import { sweepFilesJob } from './files.jobs.ts';
import { sweepFiles } from './files.service.ts';

export const files = defineFeature({
  name: 'files',
  jobs: [handleJob(sweepFilesJob, sweepFiles)],
  http: registerFiles,
});
