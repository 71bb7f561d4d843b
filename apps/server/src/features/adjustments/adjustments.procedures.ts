import { os } from '../../core/procedures.ts';
import { requireClient, requireCoach, requireWriter } from '../../core/tenancy/access.ts';
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

/** Decisions of the coach. */
const coachProcedures = {
  getClientAdjustments: os.adjustments.getClientAdjustments.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.read(scope, (tx) => getClientAdjustments(tx, input.clientId, now()));
  }),

  approveAdjustment: os.adjustments.approveAdjustment.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => approveAdjustment(tx, input, now()), errors);
  }),

  dismissAdjustment: os.adjustments.dismissAdjustment.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => dismissAdjustment(tx, input.adjustmentId, now()), errors);
  }),

  undoAdjustment: os.adjustments.undoAdjustment.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => undoAdjustment(tx, input.adjustmentId, now()), errors);
  }),

  draftAdjustment: os.adjustments.draftAdjustment.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => draftAdjustment(tx, input.adjustmentId, now()), errors);
  }),

  getGuardrails: os.adjustments.getGuardrails.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { guardrails } = await context.services.db.readAtOnce(scope, (tx) => guardrailsOf(tx, null));
    return { guardrails };
  }),

  saveGuardrails: os.adjustments.saveGuardrails.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const { guardrails } = input;
    await db.write(scope, (tx) => saveGuardrails(tx, guardrails, now()), errors);
    return { guardrails };
  }),

  saveClientGuardrails: os.adjustments.saveClientGuardrails.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveClientGuardrails(tx, input, now()), errors);
  }),
};

/** What a client reads and does. */
const ownProcedures = {
  getOwnAdjustments: os.adjustments.getOwnAdjustments.handler(async ({ context }) => {
    const { scope, relationship } = requireClient(await context.actor());
    const { db, now } = context.services;
    const [notes, today] = await Promise.all([
      db.readAtOnce(scope, (tx) => listOwnNotes(tx, relationship.coachName, now())),
      db.read(adjusterScopeOf(scope.coachId), (tx) => listDaysForToday(tx, scope.clientId, now())),
    ]);
    return { notes, today };
  }),

  moveOwnWorkout: os.adjustments.moveOwnWorkout.handler(async ({ context, input, errors }) => {
    const { coachId, clientId, userId } = requireWriter(await context.actor(), undefined);
    const { db, now } = context.services;
    const about = { ...input, clientId, userId };
    return db.write(adjusterScopeOf(coachId), (tx) => moveToOwnToday(tx, about, now()), errors);
  }),
};

export const adjustmentsProcedures = { ...coachProcedures, ...ownProcedures };
