import { keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { personProcedure } from '../../core/procedures.ts';
import { registerPrivacy } from './privacy.http.ts';
import { sweepExportsJob, writeExportJob } from './privacy.jobs.ts';
import { askForOwnExport, getOwnExport, sweepExports } from './privacy.service.ts';
import { accountExports } from './privacy.table.ts';
import { dataReadyMail, writeExport } from './privacy.write.service.ts';

const privacyProcedures = {
  getOwnExport: personProcedure.privacy.getOwnExport.handler(async ({ context: { scope, db, now } }) => ({
    export: await db.readAtOnce(scope, (tx) => getOwnExport(tx, now)),
  })),

  askForOwnExport: personProcedure.privacy.askForOwnExport.handler(({ context: { scope, db, now }, errors }) =>
    db.write(scope, (tx) => askForOwnExport(tx, now), errors),
  ),
};

export const privacy = defineFeature({
  name: 'privacy',
  exports: [keepOut(accountExports, 'It says only when such a copy was made.')],
  procedures: { privacy: privacyProcedures },
  jobs: [handleJob(writeExportJob, writeExport), handleJob(sweepExportsJob, sweepExports)],
  mails: [dataReadyMail],
  http: registerPrivacy,
});
