import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { metricsExports } from './metrics.copy.ts';
import { storeDailyMetrics } from './metrics.daily.service.ts';
import { registerMetrics } from './metrics.http.ts';
import { metricsProcedures } from './metrics.procedures.ts';

export const metrics = defineFeature({
  name: 'metrics',
  exports: metricsExports,
  procedures: { metrics: metricsProcedures },
  jobs: [
    // Stores the figures of coaches whose day ends. Hourly, because a day ends at a different hour in each time zone.
    handleJob(defineScheduledJob('metrics.store', { schedule: EVERY_HOUR }), storeDailyMetrics),
  ],
  http: registerMetrics,
});
