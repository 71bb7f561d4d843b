import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../platform/http/procedures.ts';
import { requireCoach } from '../identity/identity.policy.ts';
import { listPhotos, readProgress, saveMeasurements } from './progress.service.ts';

export const progressProcedures = {
  getProgress: os.progress.getProgress.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const progress = await context.services.db.readAtOnce(scope, (tx) => readProgress(tx, input.clientId));
    if (!progress) throw errors.NOT_FOUND();
    return progress;
  }),

  listPhotos: os.progress.listPhotos.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const page = await context.services.db.readAtOnce(scope, (tx) => listPhotos(tx, input));
    if (!page) throw errors.NOT_FOUND();
    return page;
  }),

  saveMeasurements: os.progress.saveMeasurements.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const at = now();
    if (input.day > dayInZone(at, coach.timeZone)) throw errors.DAY_AHEAD();
    const saved = await db.write(scope, (tx) => saveMeasurements(tx, input, at));
    if (saved === undefined) throw errors.NOT_FOUND();
    return { saved };
  }),
};
