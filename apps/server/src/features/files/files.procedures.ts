import { coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import { getStorage, listFiles } from './files.service.ts';

export const filesProcedures = {
  listFiles: relationshipProcedure.files.listFiles.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => listFiles(tx, input)),
  ),

  getStorage: coachProcedure.files.getStorage.handler(({ context: { scope, db } }) => db.read(scope, getStorage)),
};
