import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { listDaysForToday, listOwnNotes, moveToOwnToday } from './adjustments.own.service.ts';
import { adjusterScopeOf } from './adjustments.scopes.ts';
import {
  approveAdjustment,
  dismissAdjustment,
  draftAdjustment,
  getClientAdjustments,
  guardrailsOf,
  saveClientGuardrails,
  saveGuardrails,
  undoAdjustment,
} from './adjustments.service.ts';

const ofCoach = coachProcedure.adjustments;
const ofClient = clientProcedure.adjustments;

/** Decisions of the coach. */
const coachProcedures = {
  getClientAdjustments: ofCoach.getClientAdjustments.handler(({ context: { scope, db, now }, input }) =>
    db.read(scope, (tx) => getClientAdjustments(tx, input.clientId, now)),
  ),

  approveAdjustment: ofCoach.approveAdjustment.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => approveAdjustment(tx, input, now), errors),
  ),

  dismissAdjustment: ofCoach.dismissAdjustment.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => dismissAdjustment(tx, input.adjustmentId, now), errors),
  ),

  undoAdjustment: ofCoach.undoAdjustment.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => undoAdjustment(tx, input.adjustmentId, now), errors),
  ),

  draftAdjustment: ofCoach.draftAdjustment.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => draftAdjustment(tx, input.adjustmentId, now), errors),
  ),

  getGuardrails: ofCoach.getGuardrails.handler(async ({ context: { scope, db } }) => {
    const { guardrails } = await db.readAtOnce(scope, (tx) => guardrailsOf(tx, null));
    return { guardrails };
  }),

  saveGuardrails: ofCoach.saveGuardrails.handler(async ({ context: { scope, db, now }, input, errors }) => {
    const { guardrails } = input;
    await db.write(scope, (tx) => saveGuardrails(tx, guardrails, now), errors);
    return { guardrails };
  }),

  saveClientGuardrails: ofCoach.saveClientGuardrails.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveClientGuardrails(tx, input, now), errors),
  ),
};

/** Procedures of the client. */
const ownProcedures = {
  getOwnAdjustments: ofClient.getOwnAdjustments.handler(async ({ context: { scope, db, now, relationship } }) => {
    const [notes, today] = await Promise.all([
      db.readAtOnce(scope, (tx) => listOwnNotes(tx, relationship.coachName, now)),
      db.read(adjusterScopeOf(scope.coachId), (tx) => listDaysForToday(tx, scope.clientId, now)),
    ]);
    return { notes, today };
  }),

  moveOwnWorkout: ofClient.moveOwnWorkout.handler(({ context: { scope, db, now }, input, errors }) => {
    const { coachId, clientId, userId } = scope;
    const about = { ...input, clientId, userId };
    return db.write(adjusterScopeOf(coachId), (tx) => moveToOwnToday(tx, about, now), errors);
  }),
};

export const adjustmentsProcedures = { ...coachProcedures, ...ownProcedures };
