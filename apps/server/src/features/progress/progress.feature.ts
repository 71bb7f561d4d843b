import { dayInZone } from '@stridewell/contract/time';
import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { relationshipProcedure } from '../../core/procedures.ts';
import { measurementLine } from './progress.data.ts';
import { getProgress, listPhotos, saveMeasurements } from './progress.service.ts';
import { measurements } from './progress.table.ts';

const progressProcedures = {
  getProgress: relationshipProcedure.progress.getProgress.handler(
    async ({ context: { scope, db, now, today }, input }) => {
      const found = await db.readAtOnce(scope, (tx) => getProgress(tx, input.clientId, now));
      return { ...found, today: dayInZone(now, today.timeZone) };
    },
  ),

  listPhotos: relationshipProcedure.progress.listPhotos.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listPhotos(tx, input)),
  ),

  saveMeasurements: relationshipProcedure.progress.saveMeasurements.handler(
    ({ context: { scope, db, now, today }, input, errors }) => {
      const clock = { now, today: dayInZone(now, today.timeZone) };
      return db.write(scope, (tx) => saveMeasurements(tx, input, clock), errors);
    },
  ),
};

export const progress = defineFeature({
  name: 'progress',
  exports: [
    exportOfTenant(measurements, {
      file: 'measurements',
      hasNumbers: true,
      about: 'Measurements in kg, cm or percent.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  procedures: { progress: progressProcedures },
  timeline: { 'measurement.recorded': measurementLine },
});
