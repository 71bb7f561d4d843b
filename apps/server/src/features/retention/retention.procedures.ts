import { type CoachContext, clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { recordVisit } from '../clients/clients.visits.service.ts';
import { getModelCard } from './retention.card.service.ts';
import { getClientRisk, getEngagement } from './retention.engagement.service.ts';
import {
  archiveClient,
  endKnownReason,
  saveDeparture,
  saveKnownReason,
  takeRiskAction,
  undoRiskAction,
} from './retention.facts.service.ts';
import { getActionOutcomes } from './retention.followed.service.ts';
import { getRetentionHistory } from './retention.past.service.ts';
import { getOwnScoring, setOwnScoring } from './retention.scoring.service.ts';

const ofClient = clientProcedure.retention;
const ofCoach = coachProcedure.retention;

const clockOf = ({ now, coach, actor }: CoachContext) => ({ now, timeZone: coach.timeZone, plan: actor.plan.plan });

export const retentionProcedures = {
  getEngagement: ofCoach.getEngagement.handler(({ context }) =>
    context.db.read(context.scope, (tx) => getEngagement(tx, clockOf(context))),
  ),

  getClientRisk: ofCoach.getClientRisk.handler(({ context, input }) =>
    context.db.read(context.scope, (tx) => getClientRisk(tx, input.clientId, clockOf(context))),
  ),

  getRetentionHistory: ofCoach.getRetentionHistory.handler(({ context }) =>
    context.db.read(context.scope, (tx) => getRetentionHistory(tx, clockOf(context))),
  ),

  saveKnownReason: ofCoach.saveKnownReason.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => saveKnownReason(tx, input, today), errors),
  ),

  endKnownReason: ofCoach.endKnownReason.handler(async ({ context: { scope, db, today }, input }) => {
    await db.write(scope, (tx) => endKnownReason(tx, input, today));
    return { reasonId: input.reasonId };
  }),

  saveDeparture: ofCoach.saveDeparture.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => saveDeparture(tx, input, today), errors),
  ),

  archiveClient: ofCoach.archiveClient.handler(({ context, input, errors }) => {
    const { scope, db, coach, services } = context;
    const archiving = Object.assign(clockOf(context), { coachName: coach.fullName });
    return db.write(scope, (tx) => archiveClient(tx, services, input, archiving), errors);
  }),

  takeRiskAction: ofCoach.takeRiskAction.handler(({ context, input }) =>
    context.db.write(context.scope, (tx) => takeRiskAction(tx, input, clockOf(context))),
  ),

  undoRiskAction: ofCoach.undoRiskAction.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => undoRiskAction(tx, input));
    return { actionId: input.actionId };
  }),

  recordVisit: ofClient.recordVisit.handler(({ context: { scope, db, now, relationship } }) =>
    db.write(scope, (tx) => recordVisit(tx, { now, timeZone: relationship.timeZone })),
  ),

  getActionOutcomes: ofCoach.getActionOutcomes.handler(({ context: { scope, db, now } }) =>
    db.readAtOnce(scope, (tx) => getActionOutcomes(tx, now)),
  ),

  getModelCard: ofCoach.getModelCard.handler(({ context: { scope, db } }) => db.read(scope, getModelCard)),

  getOwnScoring: ofClient.getOwnScoring.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getOwnScoring)),

  setOwnScoring: ofClient.setOwnScoring.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => setOwnScoring(tx, input.objected, now)),
  ),
};
