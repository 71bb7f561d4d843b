import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { targetLine } from './targets.data.ts';
import { registerLetters } from './targets.http.ts';
import { targetsProcedures } from './targets.procedures.ts';
import { reviewDueTargets, reviewTargetsJob } from './targets.review.service.ts';
import { nutritionTargets, targetAdaptations, targetReviews } from './targets.table.ts';
import { watchHandlers } from './targets.watch.service.ts';

/** Nutrition targets in copies of people's data. */
const targetExports = [
  exportOfTenant(nutritionTargets, {
    file: 'nutrition-targets',
    hasNumbers: true,
    about: 'Nutrition targets with their history.',
    coach: { but: [] },
    client: { but: ['clientId', 'note'] },
  }),
  exportOfTenant(targetReviews, {
    file: 'nutrition-target-reviews',
    about: 'Weekly reviews of nutrition targets, with the expenditure that the food log shows.',
    coach: { but: [] },
    client: 'Reviews are for the coach. The targets that follow from them are among the targets.',
  }),
  keepOut(targetAdaptations, 'It says only what weekly reviews may do, and when the next one is due.'),
];

export const targets = defineFeature({
  name: 'targets',
  exports: targetExports,
  procedures: { targets: targetsProcedures },
  http: registerLetters,
  jobs: [handleJob(reviewTargetsJob, reviewDueTargets)],
  events: { handles: watchHandlers },
  timeline: { 'target.changed': targetLine },
});
