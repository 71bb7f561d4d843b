import { defineFeature } from '../../core/feature.ts';
import { metricsProcedures } from './metrics.procedures.ts';

export const metrics = defineFeature({
  name: 'metrics',
  procedures: { metrics: metricsProcedures },
});
