import { defineFeature, handleJob } from '../../core/feature.ts';
import { privacyExports } from './privacy.copy.ts';
import { registerPrivacy } from './privacy.http.ts';
import { sweepExportsJob, writeExportJob } from './privacy.jobs.ts';
import { dataReadyMail } from './privacy.mails.ts';
import { privacyProcedures } from './privacy.procedures.ts';
import { sweepExports } from './privacy.service.ts';
import { writeExport } from './privacy.write.service.ts';

export const privacy = defineFeature({
  name: 'privacy',
  exports: privacyExports,
  procedures: { privacy: privacyProcedures },
  jobs: [handleJob(writeExportJob, writeExport), handleJob(sweepExportsJob, sweepExports)],
  mails: [dataReadyMail],
  http: registerPrivacy,
});
