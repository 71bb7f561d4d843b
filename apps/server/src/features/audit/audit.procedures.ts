import { clientProcedure, operatorProcedure, personProcedure } from '../../core/procedures.ts';
import { findLastCheck } from './audit.data.ts';
import { searchAudit } from './audit.search.service.ts';
import { listEntries } from './audit.service.ts';
import { checkChain } from './audit.verify.service.ts';

const ofOperator = operatorProcedure.audit;

export const auditProcedures = {
  listOwnEntries: personProcedure.audit.listOwnEntries.handler(({ context: { scope, db }, input }) => {
    const of = { chainId: scope.userId, readerId: scope.userId, before: input.before };
    return db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),

  listCoachingEntries: clientProcedure.audit.listCoachingEntries.handler(({ context: { scope, db }, input }) => {
    const { coachId: chainId, clientId, userId: readerId } = scope;
    const of = { chainId, clientId, readerId, before: input.before };
    return db.readAtOnce(scope, (tx) => listEntries(tx, of));
  }),

  searchEntries: ofOperator.searchEntries.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => searchAudit(tx, input)),
  ),

  verifyChain: ofOperator.verifyChain.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => checkChain(tx, input.chainId)),
  ),

  getLastCheck: ofOperator.getLastCheck.handler(async ({ context: { scope, db } }) => {
    const check = await db.readAtOnce(scope, findLastCheck);
    return check ? { ...check, finishedAt: check.finishedAt.toISOString() } : null;
  }),
};
