import { defineFeature, handleJob } from '../../core/feature.ts';
import { coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import { fileExport } from './files.copy.ts';
import { registerFiles } from './files.http.ts';
import { getStorage, listFiles, sweepFiles, sweepFilesJob } from './files.service.ts';

const filesProcedures = {
  listFiles: relationshipProcedure.files.listFiles.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => listFiles(tx, input)),
  ),

  getStorage: coachProcedure.files.getStorage.handler(({ context: { scope, db } }) => db.read(scope, getStorage)),
};

export const files = defineFeature({
  name: 'files',
  exports: [fileExport],
  procedures: { files: filesProcedures },
  jobs: [handleJob(sweepFilesJob, sweepFiles)],
  http: registerFiles,
});
