import { os } from '../../core/procedures.ts';
import { requireCoach, requireRelationship } from '../../core/tenancy/access.ts';
import { getStorage, listFiles } from './files.service.ts';

export const filesProcedures = {
  listFiles: os.files.listFiles.handler(async ({ context, input }) => {
    const scope = requireRelationship(await context.actor(), input);
    return context.services.db.read(scope, (tx) => listFiles(tx, input));
  }),

  getStorage: os.files.getStorage.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.read(scope, getStorage);
  }),
};
