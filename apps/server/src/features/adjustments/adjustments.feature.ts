import { defineFeature, handleJob } from '../../core/feature.ts';
import { adjustmentExports } from './adjustments.copy.ts';
import { adjustmentLine } from './adjustments.data.ts';
import {
  reviewAdjustmentsJob,
  reviewClientJob,
  reviewDueClients,
  reviewHandlers,
  reviewInJob,
} from './adjustments.due.service.ts';
import { adjustmentsProcedures } from './adjustments.procedures.ts';

export const adjustments = defineFeature({
  name: 'adjustments',
  exports: adjustmentExports,
  procedures: { adjustments: adjustmentsProcedures },
  events: { handles: reviewHandlers },
  timeline: { 'adjustment.applied': adjustmentLine, 'adjustment.undone': adjustmentLine },
  jobs: [handleJob(reviewAdjustmentsJob, reviewDueClients), handleJob(reviewClientJob, reviewInJob)],
});
