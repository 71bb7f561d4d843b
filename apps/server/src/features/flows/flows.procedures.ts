import { sequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import { requireRate } from '../../core/limits.ts';
import { requireCursor } from '../../core/pages.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { advance } from './flows.run.service.ts';
import {
  changeSequenceRun,
  getSequenceRun,
  listCandidates,
  listClientSequences,
  listSequenceRuns,
  startSequence,
  updateSequenceRuns,
} from './flows.runs.service.ts';
import {
  completeTask,
  getSequence,
  listSequences,
  previewSequence,
  removeSequence,
  saveSequence,
  testSequence,
} from './flows.sequences.service.ts';
import {
  getOwnAutomatic,
  listFlowRuns,
  listFlows,
  previewFlow,
  removeFlow,
  saveFlow,
  setOwnAutomatic,
} from './flows.service.ts';

const ofCoach = coachProcedure.flows;
const ofClient = clientProcedure.flows;

export const flowsProcedures = {
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

const ofSequences = coachProcedure.sequences;

/** Tests of one coach, each with up to 20 mails. */
const TEST_LIMIT: RateLimit = { windowSeconds: 3600, max: 6 };

export const sequencesProcedures = {
  listSequences: ofSequences.listSequences.handler(({ context: { scope, db } }) => db.readAtOnce(scope, listSequences)),

  getSequence: ofSequences.getSequence.handler(({ context: { scope, db }, input: { sequenceId } }) =>
    db.read(scope, (tx) => getSequence(tx, sequenceId)),
  ),

  saveSequence: ofSequences.saveSequence.handler(({ context: { scope, db, now }, input, errors }) => {
    const { sequenceId, sequence, basedOn } = input;
    return db.write(scope, (tx) => saveSequence(tx, { sequenceId, sequence, basedOn }, now), errors);
  }),

  deleteSequence: ofSequences.deleteSequence.handler(async ({ context: { scope, db, now }, input: { sequenceId } }) => {
    await db.write(scope, (tx) => removeSequence(tx, sequenceId, now));
    return { sequenceId };
  }),

  previewSequence: ofSequences.previewSequence.handler(({ context: { scope, db, now, coach }, input }) => {
    const trigger = sequenceTrigger.safeParse(input);
    if (!trigger.success) throw refuse('BAD_REQUEST');
    return db.read(scope, (tx) => previewSequence(tx, trigger.data, { now, timeZone: coach.timeZone }));
  }),

  testSequence: ofSequences.testSequence.handler(
    async ({ context: { scope, db, services, actor, coach }, input: { sequenceId } }) => {
      await requireRate(services.limiter, `flow_test:${scope.coachId}`, TEST_LIMIT);
      const tester = { email: actor.email, fullName: coach.fullName };
      return { mails: await db.write(scope, (tx) => testSequence(tx, services.mailer, sequenceId, tester)) };
    },
  ),

  listCandidates: ofSequences.listCandidates.handler(
    async ({ context: { scope, db }, input: { sequenceId, q = '' } }) => ({
      people: await db.read(scope, (tx) => listCandidates(tx, sequenceId, q)),
    }),
  ),

  startSequence: ofSequences.startSequence.handler(({ context: { scope, db, now, coach }, input, errors }) =>
    db.write(scope, (tx) => startSequence(tx, input, { now, timeZone: coach.timeZone }), errors),
  ),

  listSequenceRuns: ofSequences.listSequenceRuns.handler(({ context: { scope, db }, input }) => {
    const { sequenceId: flowId, show, cursor } = input;
    const after = requireCursor(cursor);
    return db.read(scope, (tx) => listSequenceRuns(tx, { flowId, show, after }));
  }),

  getSequenceRun: ofSequences.getSequenceRun.handler(({ context: { scope, db, now }, input: { runId } }) =>
    db.read(scope, (tx) => getSequenceRun(tx, runId, now)),
  ),

  changeSequenceRun: ofSequences.changeSequenceRun.handler(async ({ context: { scope, db, now, services }, input }) => {
    const changed = await db.write(scope, (tx) => changeSequenceRun(tx, input, now));
    const { id, dueAt } = changed.run;
    if (!dueAt || new Date(dueAt) > now) return changed;
    // Steps that are due run before the answer, so that the coach sees the result.
    await advance(services, { coachId: scope.coachId, id }, now);
    return db.read(scope, (tx) => getSequenceRun(tx, id, now));
  }),

  updateSequenceRuns: ofSequences.updateSequenceRuns.handler(
    async ({ context: { scope, db, now }, input: { sequenceId } }) => ({
      moved: await db.write(scope, (tx) => updateSequenceRuns(tx, sequenceId, now)),
    }),
  ),

  completeSequenceTask: ofSequences.completeSequenceTask.handler(
    async ({ context: { scope, db, now }, input: { taskId, done } }) => {
      await db.write(scope, (tx) => completeTask(tx, taskId, done ? now : null));
      return { taskId, done };
    },
  ),

  listClientSequences: ofSequences.listClientSequences.handler(
    async ({ context: { scope, db }, input: { clientId } }) => ({
      runs: await db.read(scope, (tx) => listClientSequences(tx, clientId)),
    }),
  ),
};
