import { exportOfTenant } from '../../core/exports.ts';
import {
  flowMessages,
  flowRuns,
  flowSteps,
  flowTasks,
  flowVersions,
  mailStops,
  flows as table,
} from './flows.table.ts';

const MARKED = 'Automatic messages are marked among the messages.';
const OF_COACH = 'Flows are a tool of the coach.';

/** Flows in copies of people's data. */
export const flowsExports = [
  exportOfTenant(table, {
    file: 'automatic-message-rules',
    about: 'Rules of automatic messages, with their texts.',
    coach: { but: ['deleted'] },
    client: MARKED,
  }),
  exportOfTenant(flowRuns, {
    file: 'automatic-message-runs',
    about: 'When a silence started a rule, how it ended, and whether the client came back.',
    csv: true,
    coach: { but: [] },
    client: MARKED,
  }),
  exportOfTenant(flowMessages, {
    file: 'automatic-messages',
    about: 'Which messages were sent automatically.',
    csv: true,
    coach: { but: [] },
    client: MARKED,
  }),
  exportOfTenant(flowVersions, {
    file: 'flow-steps',
    about: 'Steps of flows by version, with their texts.',
    coach: { but: [] },
    client: OF_COACH,
  }),
  exportOfTenant(flowSteps, {
    file: 'flow-history',
    about: 'Which steps flows have taken with clients and leads.',
    csv: true,
    coach: { but: [] },
    client: MARKED,
  }),
  exportOfTenant(flowTasks, {
    file: 'flow-tasks',
    about: 'Tasks that flows gave the coach.',
    csv: true,
    coach: { but: [] },
    client: OF_COACH,
  }),
  exportOfTenant(mailStops, {
    file: 'stopped-emails',
    about: 'When people stopped automatic emails. Their addresses are not stored.',
    coach: { but: ['addressDigest'] },
    client: OF_COACH,
  }),
];
