import { os } from '../../core/procedures.ts';
import { requireClient, requireUser } from '../../core/tenancy/access.ts';
import { listEntries } from './audit.service.ts';

export const auditProcedures = {
  listOwnEntries: os.audit.listOwnEntries.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.actor());
    const of = { chainId: scope.userId, readerId: scope.userId, before: input.before };
    return context.services.db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),

  listCoachingEntries: os.audit.listCoachingEntries.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.actor());
    const { coachId: chainId, clientId, userId: readerId } = scope;
    const of = { chainId, clientId, readerId, before: input.before };
    return context.services.db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),
};
