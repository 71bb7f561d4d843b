import { keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { registerPrivacy } from './privacy.http.ts';
import { sweepExportsJob, writeExportJob } from './privacy.jobs.ts';
import { dataReadyMail } from './privacy.mails.ts';
import { privacyProcedures } from './privacy.procedures.ts';
import { sweepExports } from './privacy.service.ts';
import { accountExports } from './privacy.table.ts';
import { writeExport } from './privacy.write.service.ts';

export const privacy = defineFeature({
  name: 'privacy',
  exports: [keepOut(accountExports, 'It says only when such a copy was made.')],
  procedures: { privacy: privacyProcedures },
  jobs: [handleJob(writeExportJob, writeExport), handleJob(sweepExportsJob, sweepExports)],
  mails: [dataReadyMail],
  http: registerPrivacy,
});
