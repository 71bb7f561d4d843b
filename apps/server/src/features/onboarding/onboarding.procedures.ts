import { os } from '../../core/procedures.ts';
import { requireCoach, requireOwnRelationship, requireRelationship } from '../../core/tenancy/access.ts';
import {
  confirmOnboarding,
  finishOnboarding,
  getCoachSetup,
  getOnboarding,
  saveCoachSetup,
  saveOnboarding,
  withdrawConsent,
} from './onboarding.service.ts';

export const onboardingProcedures = {
  getOnboarding: os.onboarding.getOnboarding.handler(async ({ context, input }) => {
    const scope = requireRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => getOnboarding(tx, input.clientId, now()));
  }),

  saveOnboarding: os.onboarding.saveOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveOnboarding(tx, input, now()), errors);
  }),

  finishOnboarding: os.onboarding.finishOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    return db.write(scope, (tx) => finishOnboarding(tx, input.clientId, now()), errors);
  }),

  confirmOnboarding: os.onboarding.confirmOnboarding.handler(async ({ context, input }) => {
    const scope = requireOwnRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    return db.write(scope, (tx) => confirmOnboarding(tx, input, now()));
  }),

  withdrawConsent: os.onboarding.withdrawConsent.handler(async ({ context, input }) => {
    const scope = requireOwnRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    return db.write(scope, (tx) => withdrawConsent(tx, now()));
  }),

  getCoachSetup: os.onboarding.getCoachSetup.handler(async ({ context, input }) => {
    const { actor, scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => getCoachSetup(tx, actor.emailVerified));
  }),

  saveCoachSetup: os.onboarding.saveCoachSetup.handler(async ({ context, input }) => {
    const { actor, scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.write(scope, (tx) => saveCoachSetup(tx, input, actor.emailVerified));
  }),
};
