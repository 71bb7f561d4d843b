import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireActor, requireClient, requireCoach, requireUser } from '../../core/tenancy/access.ts';
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

export const coachesProcedures = {
  findCoach: os.coaches.findCoach.handler(async ({ context, input: { coachId } }) => {
    const actor = requireActor(await context.findActor());
    requireCoach(actor, actor.userId);
    if (!(await context.services.db.read(directoryScope, (tx) => hasCoach(tx, coachId)))) throw refuse('NOT_FOUND');
    return { coachId };
  }),

  getCoachProfile: os.coaches.getCoachProfile.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, getCoachCard);
  }),

  saveCoachProfile: os.coaches.saveCoachProfile.handler(async ({ context, input: { coachId, ...profile } }) => {
    const { scope } = requireCoach(await context.findActor(), coachId);
    return context.services.db.write(scope, (tx) => saveCoachProfile(tx, profile));
  }),

  getBusiness: os.coaches.getBusiness.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.read(scope, getBusiness);
  }),

  saveBusiness: os.coaches.saveBusiness.handler(async ({ context, input: { coachId, ...chosen } }) => {
    const { scope } = requireCoach(await context.findActor(), coachId);
    return context.services.db.write(scope, (tx) => saveBusiness(tx, chosen));
  }),

  setCoachPhoto: os.coaches.setCoachPhoto.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => setCoachPhoto(tx, input.fileId, now()), errors);
  }),

  getMyCoach: os.coaches.getMyCoach.handler(async ({ context }) => {
    const actor = requireActor(await context.findActor());
    if (actor.role === 'Client' && !actor.relationship) return null;
    return context.services.db.readAtOnce(requireClient(actor).scope, getMyCoach);
  }),

  chooseCoach: os.coaches.chooseCoach.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.findActor());
    await context.services.db.write(scope, (tx) => chooseCoach(tx, input.coachId));
    return input;
  }),

  endRelationship: os.coaches.endRelationship.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    // The caller names the coach, so that a late retry never ends the coaching with another one.
    if (scope.coachId !== input.coachId) throw refuse('NOT_FOUND');
    const { db, queue, now } = context.services;
    await db.write(scope, async (tx) => {
      if (await endRelationship(tx, now())) await queue.send(billSeatsJob, { coachId: scope.coachId }, tx);
    });
    return { coachId: scope.coachId };
  }),
};
