import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { storeDailyMetrics } from './metrics.daily.service.ts';
import { registerMetrics } from './metrics.http.ts';
import { metricsProcedures } from './metrics.procedures.ts';
import { clientMetrics, pipelineMetrics } from './metrics.table.ts';

const FIGURES_OF_COACH = 'The figures of a business are for the coach alone.';

/** Daily figures in copies of people's data. */
const metricsExports = [
  exportOfTenant(clientMetrics, {
    file: 'client-figures',
    about: 'Figures about the clients of each day.',
    csv: true,
    coach: { but: [] },
    client: FIGURES_OF_COACH,
  }),
  exportOfTenant(pipelineMetrics, {
    file: 'pipeline-figures',
    about: 'Figures about the leads of each day.',
    csv: true,
    coach: { but: [] },
    client: FIGURES_OF_COACH,
  }),
];

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
