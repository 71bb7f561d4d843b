import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { modelCalls } from '../../core/models/models.table.ts';
import { plannerProcedures } from './planner.procedures.ts';
import { approveChange, approveTemplate } from './planner.service.ts';
import { startHandlers } from './planner.start.service.ts';
import { plannerDrafts } from './planner.table.ts';

/** Drafted programs in copies of people's data. */
const plannerExports = [
  exportOfTenant(plannerDrafts, {
    file: 'planner-drafts',
    about: 'Programs that the planner drafted, and how they came about.',
    page: 5,
    coach: { but: ['promptHash'] },
    client: 'A draft belongs to the coach until it is assigned.',
  }),
  exportOfTenant(modelCalls, {
    file: 'model-calls',
    about: 'Calls to language models and their cost.',
    csv: true,
    coach: { but: [] },
    client: 'The costs of a coach are for the coach alone.',
  }),
];

export const planner = defineFeature({
  name: 'planner',
  exports: plannerExports,
  procedures: { planner: plannerProcedures },
  events: {
    handles: {
      ...startHandlers,
      'program.changed': { inTransaction: approveChange },
      'program.assigned': { inTransaction: approveTemplate },
    },
  },
});
