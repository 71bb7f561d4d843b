import { defineFeature, handleJob } from '../../core/feature.ts';
import { fileExport } from './files.copy.ts';
import { registerFiles } from './files.http.ts';
import { sweepFilesJob } from './files.jobs.ts';
import { filesProcedures } from './files.procedures.ts';
import { sweepFiles } from './files.service.ts';

export const files = defineFeature({
  name: 'files',
  exports: [fileExport],
  procedures: { files: filesProcedures },
  jobs: [handleJob(sweepFilesJob, sweepFiles)],
  http: registerFiles,
});
