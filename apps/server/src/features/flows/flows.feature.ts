import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { requireCursor } from '../../core/pages.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { runFlows, runFlowsJob } from './flows.run.service.ts';
import {
  getOwnAutomatic,
  listFlowRuns,
  listFlows,
  previewFlow,
  removeFlow,
  saveFlow,
  setOwnAutomatic,
} from './flows.service.ts';
import { flowMessages, flowRuns, flows as table } from './flows.table.ts';

const ofCoach = coachProcedure.flows;
const ofClient = clientProcedure.flows;

const flowsProcedures = {
  listFlows: ofCoach.listFlows.handler(({ context: { scope, db } }) => db.readAtOnce(scope, listFlows)),

  saveFlow: ofCoach.saveFlow.handler(({ context: { scope, db, now }, input, errors }) => {
    const { flowId, flow, basedOn } = input;
    return db.write(scope, (tx) => saveFlow(tx, { flowId, flow, basedOn }, now), errors);
  }),

  deleteFlow: ofCoach.deleteFlow.handler(async ({ context: { scope, db, now }, input: { flowId } }) => {
    await db.write(scope, (tx) => removeFlow(tx, flowId, now));
    return { flowId };
  }),

  previewFlow: ofCoach.previewFlow.handler(({ context: { scope, db, now }, input: { of, days } }) =>
    db.read(scope, (tx) => previewFlow(tx, { of, days }, now)),
  ),

  listFlowRuns: ofCoach.listFlowRuns.handler(({ context: { scope, db }, input: { cursor } }) => {
    const after = requireCursor(cursor);
    return db.read(scope, (tx) => listFlowRuns(tx, after));
  }),

  getOwnAutomatic: ofClient.getOwnAutomatic.handler(({ context: { scope, db } }) =>
    db.readAtOnce(scope, getOwnAutomatic),
  ),

  setOwnAutomatic: ofClient.setOwnAutomatic.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => setOwnAutomatic(tx, input.stopped, now)),
  ),
};

const MARKED = 'Automatic messages are marked among the messages.';

export const flows = defineFeature({
  name: 'flows',
  exports: [
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
  ],
  procedures: { flows: flowsProcedures },
  jobs: [handleJob(runFlowsJob, runFlows)],
});
