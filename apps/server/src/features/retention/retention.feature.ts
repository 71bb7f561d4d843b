import { defineFeature } from '../../core/feature.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { recordVisit } from '../clients/clients.visits.service.ts';
import { retentionExports } from './retention.copy.ts';
import { getEngagement } from './retention.engagement.service.ts';
import { getOwnScoring, setOwnScoring } from './retention.scoring.service.ts';

const ofClient = clientProcedure.retention;

const retentionProcedures = {
  getEngagement: coachProcedure.retention.getEngagement.handler(({ context: { scope, db, now, coach, actor } }) =>
    db.read(scope, (tx) => getEngagement(tx, { now, timeZone: coach.timeZone, plan: actor.plan.plan })),
  ),

  recordVisit: ofClient.recordVisit.handler(({ context: { scope, db, now, relationship } }) =>
    db.write(scope, (tx) => recordVisit(tx, { now, timeZone: relationship.timeZone })),
  ),

  getOwnScoring: ofClient.getOwnScoring.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getOwnScoring)),

  setOwnScoring: ofClient.setOwnScoring.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => setOwnScoring(tx, input.objected, now)),
  ),
};

export const retention = defineFeature({
  name: 'retention',
  exports: retentionExports,
  procedures: { retention: retentionProcedures },
});
