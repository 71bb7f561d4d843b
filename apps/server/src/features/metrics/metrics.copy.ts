import { exportOfTenant } from '../../core/exports.ts';
import { clientMetrics, pipelineMetrics } from './metrics.table.ts';

const FIGURES_OF_COACH = 'The figures of a business are for the coach alone.';

/** Daily figures in copies of people's data. */
export const metricsExports = [
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
