import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { measurementLine } from './progress.data.ts';
import { progressProcedures } from './progress.procedures.ts';
import { measurements } from './progress.table.ts';

export const progress = defineFeature({
  name: 'progress',
  exports: [
    exportOfTenant(measurements, {
      file: 'measurements',
      about: 'Measurements in kg, cm or percent.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  procedures: { progress: progressProcedures },
  timeline: { 'measurement.recorded': measurementLine },
});
