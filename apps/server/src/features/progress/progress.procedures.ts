import { dayInZone } from '@stridewell/contract/time';
import { relationshipProcedure } from '../../core/procedures.ts';
import { getProgress, listPhotos, saveMeasurements } from './progress.service.ts';

const { progress } = relationshipProcedure;

export const progressProcedures = {
  getProgress: progress.getProgress.handler(async ({ context: { scope, db, now, today }, input }) => {
    const found = await db.readAtOnce(scope, (tx) => getProgress(tx, input.clientId, now));
    return { ...found, today: dayInZone(now, today.timeZone) };
  }),

  listPhotos: progress.listPhotos.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listPhotos(tx, input)),
  ),

  saveMeasurements: progress.saveMeasurements.handler(({ context: { scope, db, now, today }, input, errors }) => {
    const clock = { now, today: dayInZone(now, today.timeZone) };
    return db.write(scope, (tx) => saveMeasurements(tx, input, clock), errors);
  }),
};
