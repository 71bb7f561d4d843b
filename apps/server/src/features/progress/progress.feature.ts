import { defineFeature } from '../../core/feature.ts';
import { progressProcedures } from './progress.procedures.ts';

export const progress = defineFeature({
  name: 'progress',
  procedures: { progress: progressProcedures },
});
