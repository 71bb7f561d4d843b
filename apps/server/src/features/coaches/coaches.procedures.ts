import { os } from '../../core/procedures.ts';
import { requireActor, requireClient, requireCoach, requireUser } from '../../core/tenancy/access.ts';
import { billSeatsJob } from '../billing/billing.jobs.ts';
import {
  chooseCoach,
  endRelationship,
  readCoachCard,
  readMyCoach,
  saveCoachProfile,
  setCoachPhoto,
} from './coaches.service.ts';

export const coachesProcedures = {
  getCoachProfile: os.coaches.getCoachProfile.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.readAtOnce(scope, readCoachCard);
  }),

  saveCoachProfile: os.coaches.saveCoachProfile.handler(async ({ context, input: { coachId, ...profile } }) => {
    const { scope } = requireCoach(await context.actor(), coachId);
    return context.services.db.write(scope, (tx) => saveCoachProfile(tx, profile));
  }),

  setCoachPhoto: os.coaches.setCoachPhoto.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const card = await db.write(scope, (tx) => setCoachPhoto(tx, input.fileId, now()));
    if (!card) throw errors.FILE_NOT_FOUND();
    return card;
  }),

  getMyCoach: os.coaches.getMyCoach.handler(async ({ context }) => {
    const actor = requireActor(await context.actor());
    if (actor.role === 'Client' && !actor.relationship) return null;
    return context.services.db.readAtOnce(requireClient(actor).scope, readMyCoach);
  }),

  chooseCoach: os.coaches.chooseCoach.handler(async ({ context, input, errors }) => {
    const { scope } = requireUser(await context.actor());
    const chosen = await context.services.db.write(scope, (tx) => chooseCoach(tx, input.coachId));
    if (!chosen) throw errors.NOT_FOUND();
    return input;
  }),

  endRelationship: os.coaches.endRelationship.handler(async ({ context, input, errors }) => {
    const { scope } = requireClient(await context.actor());
    // Named by the caller, so that a late repetition never ends the coaching with somebody else.
    if (scope.coachId !== input.coachId) throw errors.NOT_FOUND();
    const { db, queue } = context.services;
    await db.write(scope, async (tx) => {
      if (await endRelationship(tx)) await queue.send(billSeatsJob, { coachId: scope.coachId }, tx);
    });
    return { coachId: scope.coachId };
  }),
};
