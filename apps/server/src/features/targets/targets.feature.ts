import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { targetLine } from './targets.data.ts';
import { targetsProcedures } from './targets.procedures.ts';
import { nutritionTargets } from './targets.table.ts';

/** Nutrition targets in copies of people's data. */
const targetExports = [
  exportOfTenant(nutritionTargets, {
    file: 'nutrition-targets',
    about: 'Nutrition targets with their history.',
    coach: { but: [] },
    client: { but: ['clientId', 'note'] },
  }),
];

export const targets = defineFeature({
  name: 'targets',
  exports: targetExports,
  procedures: { targets: targetsProcedures },
  timeline: { 'target.changed': targetLine },
});
