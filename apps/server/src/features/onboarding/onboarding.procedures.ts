import { clientProcedure, coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import {
  confirmOnboarding,
  finishOnboarding,
  getCoachSetup,
  getOnboarding,
  saveCoachSetup,
  saveOnboarding,
  withdrawConsent,
} from './onboarding.service.ts';

const ofRelationship = relationshipProcedure.onboarding;
const ofClient = clientProcedure.onboarding;
const ofCoach = coachProcedure.onboarding;

export const onboardingProcedures = {
  getOnboarding: ofRelationship.getOnboarding.handler(({ context: { scope, db, now }, input }) =>
    db.readAtOnce(scope, (tx) => getOnboarding(tx, input.clientId, now)),
  ),

  saveOnboarding: ofRelationship.saveOnboarding.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveOnboarding(tx, input, now), errors),
  ),

  finishOnboarding: ofRelationship.finishOnboarding.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => finishOnboarding(tx, input.clientId, now), errors),
  ),

  confirmOnboarding: ofClient.confirmOnboarding.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => confirmOnboarding(tx, input, now)),
  ),

  withdrawConsent: ofClient.withdrawConsent.handler(({ context: { scope, db, now } }) =>
    db.write(scope, (tx) => withdrawConsent(tx, now)),
  ),

  getCoachSetup: ofCoach.getCoachSetup.handler(({ context: { scope, db, actor } }) =>
    db.readAtOnce(scope, (tx) => getCoachSetup(tx, actor.emailVerified)),
  ),

  saveCoachSetup: ofCoach.saveCoachSetup.handler(({ context: { scope, db, actor }, input }) =>
    db.write(scope, (tx) => saveCoachSetup(tx, input, actor.emailVerified)),
  ),
};
