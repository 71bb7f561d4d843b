import { exportOfTenant } from '../../core/exports.ts';
import { leadEvents, leadForms, leads, leadTasks } from './pipeline.table.ts';

const LEADS_OF_COACH = 'Leads are for the coach alone.';

/** Leads in copies of people's data. */
export const pipelineExports = [
  exportOfTenant(leads, {
    file: 'leads',
    about: 'People who may become clients.',
    csv: true,
    coach: { but: ['phoneKey'] },
    client: LEADS_OF_COACH,
  }),
  exportOfTenant(leadEvents, {
    file: 'lead-history',
    about: 'What happened with leads.',
    csv: true,
    coach: { but: [] },
    client: LEADS_OF_COACH,
  }),
  exportOfTenant(leadTasks, {
    file: 'lead-tasks',
    about: 'What is to be done about leads.',
    csv: true,
    coach: { but: [] },
    client: LEADS_OF_COACH,
  }),
  exportOfTenant(leadForms, {
    file: 'lead-form',
    about: 'The public form for visitors.',
    coach: { but: [] },
    client: LEADS_OF_COACH,
  }),
];
