import { defineFeature, handleJob } from '../../core/feature.ts';
import { metricsExports } from './metrics.copy.ts';
import { storeDailyMetrics } from './metrics.daily.service.ts';
import { registerMetrics } from './metrics.http.ts';
import { storeDailyMetricsJob } from './metrics.jobs.ts';
import { metricsProcedures } from './metrics.procedures.ts';

export const metrics = defineFeature({
  name: 'metrics',
  exports: metricsExports,
  procedures: { metrics: metricsProcedures },
  jobs: [handleJob(storeDailyMetricsJob, storeDailyMetrics)],
  http: registerMetrics,
});
