import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { clientProcedure, coachProcedure, personProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { hasCoach } from './coaches.business.data.ts';
import { getBusiness, saveBusiness } from './coaches.business.service.ts';
import { directoryScope } from './coaches.scopes.ts';
import {
  chooseCoach,
  endRelationship,
  getCoachCard,
  getMyCoach,
  saveCoachProfile,
  setCoachPhoto,
} from './coaches.service.ts';

const ofCoach = coachProcedure.coaches;
const ofClient = clientProcedure.coaches;

export const coachesProcedures = {
  findCoach: ofCoach.findCoach.handler(async ({ context: { db }, input: { coachId } }) => {
    if (!(await db.read(directoryScope, (tx) => hasCoach(tx, coachId)))) throw refuse('NOT_FOUND');
    return { coachId };
  }),

  getCoachProfile: ofCoach.getCoachProfile.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getCoachCard)),

  saveCoachProfile: ofCoach.saveCoachProfile.handler(({ context: { scope, db }, input: { coachId: _, ...profile } }) =>
    db.write(scope, (tx) => saveCoachProfile(tx, profile)),
  ),

  getBusiness: ofCoach.getBusiness.handler(({ context: { scope, db } }) => db.read(scope, getBusiness)),

  saveBusiness: ofCoach.saveBusiness.handler(({ context: { scope, db }, input: { coachId: _, ...chosen } }) =>
    db.write(scope, (tx) => saveBusiness(tx, chosen)),
  ),

  setCoachPhoto: ofCoach.setCoachPhoto.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => setCoachPhoto(tx, input.fileId, now), errors),
  ),

  getMyCoach: ofClient.getMyCoach.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getMyCoach)),

  chooseCoach: personProcedure.coaches.chooseCoach.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => chooseCoach(tx, input.coachId));
    return input;
  }),

  endRelationship: ofClient.endRelationship.handler(async ({ context: { scope, db, now, services }, input }) => {
    const { queue } = services;
    // The caller names the coach, so that a late retry never ends the coaching with another one.
    if (scope.coachId !== input.coachId) throw refuse('NOT_FOUND');
    await db.write(scope, async (tx) => {
      if (await endRelationship(tx, now)) await queue.send(billSeatsJob, { coachId: scope.coachId }, tx);
    });
    return { coachId: scope.coachId };
  }),
};
