import { os } from '../../core/procedures.ts';
import { requireCoach, requireOwnRelationship, requireRelationship } from '../../core/tenancy/access.ts';
import {
  confirmOnboarding,
  finishOnboarding,
  readOnboarding,
  readSetup,
  saveOnboarding,
  saveSetup,
  withdrawConsent,
} from './onboarding.service.ts';

export const onboardingProcedures = {
  getOnboarding: os.onboarding.getOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.actor(), input);
    const { db, now } = context.services;
    const state = await db.readAtOnce(scope, (tx) => readOnboarding(tx, input.clientId, now()));
    if (!state) throw errors.NOT_FOUND();
    return state;
  }),

  saveOnboarding: os.onboarding.saveOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.actor(), input);
    const { db, now } = context.services;
    return db.write(scope, async (tx) => {
      const result = await saveOnboarding(tx, input, now());
      // Thrown inside, so that nothing of a refused step stays.
      if (result.kind === 'not_found') throw errors.NOT_FOUND();
      if (result.kind === 'closed') throw errors.CLOSED();
      if (result.kind === 'too_young') throw errors.TOO_YOUNG();
      if (result.kind === 'consent_required') throw errors.CONSENT_REQUIRED();
      if (result.kind !== 'saved') throw errors.FILE_NOT_FOUND();
      return result.state;
    });
  }),

  finishOnboarding: os.onboarding.finishOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.actor(), input);
    const { db, now } = context.services;
    const result = await db.write(scope, (tx) => finishOnboarding(tx, input.clientId, now()));
    if (result.kind === 'missing') throw errors.STEPS_MISSING({ data: { steps: result.steps } });
    if (result.kind === 'closed') throw errors.CLOSED();
    if (result.kind !== 'saved') throw errors.NOT_FOUND();
    return result.state;
  }),

  confirmOnboarding: os.onboarding.confirmOnboarding.handler(async ({ context, input, errors }) => {
    const scope = requireOwnRelationship(await context.actor(), input);
    const { db, now } = context.services;
    const result = await db.write(scope, (tx) => confirmOnboarding(tx, input, now()));
    if (result.kind !== 'saved') throw errors.NOT_FOUND();
    return result.state;
  }),

  withdrawConsent: os.onboarding.withdrawConsent.handler(async ({ context, input }) => {
    const scope = requireOwnRelationship(await context.actor(), input);
    const { db, now } = context.services;
    return (await db.write(scope, (tx) => withdrawConsent(tx, now()))).state;
  }),

  getCoachSetup: os.onboarding.getCoachSetup.handler(async ({ context, input }) => {
    const { actor, scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => readSetup(tx, actor.emailVerified));
  }),

  saveCoachSetup: os.onboarding.saveCoachSetup.handler(async ({ context, input }) => {
    const { actor, scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.write(scope, (tx) => saveSetup(tx, input, actor.emailVerified));
  }),
};
