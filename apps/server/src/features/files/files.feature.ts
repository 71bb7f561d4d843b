import { defineFeature, handleJob } from '../../core/feature.ts';
import { fileExport } from './files.export.data.ts';
import { registerFiles } from './files.http.ts';
import { sweepFilesJob } from './files.jobs.ts';
import { sweepFiles } from './files.service.ts';

export const files = defineFeature({
  name: 'files',
  exports: [fileExport],
  jobs: [handleJob(sweepFilesJob, sweepFiles)],
  http: registerFiles,
});
