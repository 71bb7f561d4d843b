import { defineFeature } from '../../core/feature.ts';
import { registerPerformance } from './performance.http.ts';
import { performanceProcedures } from './performance.procedures.ts';

export const performance = defineFeature({
  name: 'performance',
  procedures: { performance: performanceProcedures },
  http: registerPerformance,
});
