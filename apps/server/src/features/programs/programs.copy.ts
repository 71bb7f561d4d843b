import { exportOfTenant } from '../../core/exports.ts';
import { clientProgramDrafts, clientPrograms, planChanges, programs, programVersions } from './programs.table.ts';

const TEMPLATES = 'Templates are the work of the coach. Programs that were assigned are in client-programs.';
/** How many programs are read at once. One can have megabytes. */
const page = 5;

/** Programs in copies of people's data. */
export const programExports = [
  exportOfTenant(programs, {
    file: 'programs',
    about: 'Templates of programs.',
    page,
    coach: { but: [] },
    client: TEMPLATES,
  }),
  exportOfTenant(programVersions, {
    file: 'program-versions',
    about: 'Earlier versions of templates.',
    page,
    coach: { but: [] },
    client: TEMPLATES,
  }),
  exportOfTenant(clientPrograms, {
    file: 'client-programs',
    about: 'Programs that clients follow or followed.',
    page,
    coach: { but: ['template'] },
    client: {
      only: ['id', 'name', 'content', 'version', 'startDay', 'endDay', 'weekdays', 'moved', 'assignedAt'],
    },
  }),
  exportOfTenant(clientProgramDrafts, {
    file: 'client-program-drafts',
    about: 'Changes of clients’ programs that are not published.',
    page,
    coach: { but: [] },
    client: 'A change belongs to the coach until it is published.',
  }),
  exportOfTenant(planChanges, {
    file: 'plan-history',
    about: 'What changed in the programs of a client.',
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
];
