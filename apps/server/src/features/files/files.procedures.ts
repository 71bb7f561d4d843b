import { os } from '../../core/procedures.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { getStorage } from './files.service.ts';

export const filesProcedures = {
  getStorage: os.files.getStorage.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.read(scope, getStorage);
  }),
};
