import { defineFeature } from '../../core/feature.ts';
import { registerMetrics } from './metrics.http.ts';
import { metricsProcedures } from './metrics.procedures.ts';

export const metrics = defineFeature({
  name: 'metrics',
  procedures: { metrics: metricsProcedures },
  http: registerMetrics,
});
