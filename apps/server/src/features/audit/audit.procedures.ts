import { os } from '../../core/procedures.ts';
import { requireClient, requireOperator, requireUser } from '../../core/tenancy/access.ts';
import { findLastCheck } from './audit.data.ts';
import { searchAudit } from './audit.search.service.ts';
import { listEntries } from './audit.service.ts';
import { checkChain } from './audit.verify.service.ts';

export const auditProcedures = {
  listOwnEntries: os.audit.listOwnEntries.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.findActor());
    const of = { chainId: scope.userId, readerId: scope.userId, before: input.before };
    return context.services.db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),

  listCoachingEntries: os.audit.listCoachingEntries.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    const { coachId: chainId, clientId, userId: readerId } = scope;
    const of = { chainId, clientId, readerId, before: input.before };
    return context.services.db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),

  searchEntries: os.audit.searchEntries.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'audit');
    return context.services.db.read(scope, (tx) => searchAudit(tx, input));
  }),

  verifyChain: os.audit.verifyChain.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'audit');
    return context.services.db.read(scope, (tx) => checkChain(tx, input.chainId));
  }),

  getLastCheck: os.audit.getLastCheck.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'audit');
    const check = await context.services.db.readAtOnce(scope, findLastCheck);
    return check ? { ...check, finishedAt: check.finishedAt.toISOString() } : null;
  }),
};
