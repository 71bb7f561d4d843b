import { defineFeature } from '../../core/feature.ts';
import { progressExports } from './progress.copy.ts';
import { progressProcedures } from './progress.procedures.ts';
import { measurementLine } from './progress.timeline.data.ts';

export const progress = defineFeature({
  name: 'progress',
  exports: progressExports,
  procedures: { progress: progressProcedures },
  timeline: { 'measurement.recorded': measurementLine },
});
