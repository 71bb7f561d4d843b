import { exportOfTenant } from '../../core/exports.ts';
import { modelCalls } from '../../core/models/models.table.ts';
import { plannerDrafts } from './planner.table.ts';

/** Drafted programs in copies of people's data. */
export const plannerExports = [
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
