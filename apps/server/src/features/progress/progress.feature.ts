import { defineFeature } from '../../core/feature.ts';
import { progressProcedures } from './progress.procedures.ts';
import { measurementLine } from './progress.timeline.data.ts';

export const progress = defineFeature({
  name: 'progress',
  procedures: { progress: progressProcedures },
  timeline: { 'measurement.recorded': measurementLine },
});
