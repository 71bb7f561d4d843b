import { RUN_PAGE } from '@stridewell/contract/flows/flows.rules';
import type {
  RunAction,
  SequenceRun,
  SequenceRunDetail,
  SequenceStep,
} from '@stridewell/contract/flows/flows.sequences';
import { AUDIENCES, stepAfterEdit } from '@stridewell/contract/flows/flows.sequences.rules';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { audit } from '../audit/audit.service.ts';
import { listOpenLeads } from '../pipeline/pipeline.automatic.service.ts';
import { selectClientsNamed } from './flows.causes.data.ts';
import { ENTERING } from './flows.causes.service.ts';
import { findRunKeys, type RunRow, updateRun } from './flows.data.ts';
import {
  countOpenRuns,
  findShownRun,
  lockOpenRuns,
  lockRun,
  selectRunsOf,
  selectSequenceRuns,
  toRun,
} from './flows.runs.data.ts';
import { findSteps, insertStep, lockSequence, type SequenceRow, selectStepsOf } from './flows.sequences.data.ts';
import { requireSequence } from './flows.sequences.service.ts';
import { readPerson, readSequenceCoach } from './flows.standing.service.ts';
import { enterSequence } from './flows.start.service.ts';
import { blocksOf } from './flows.steps.service.ts';

/** Runs the due steps of a coach who has just added or moved people, so that they do not wait for the hour. */
export const runCoachFlowsJob = defineJob('flows.run_of_coach', { schema: z.object({ coachId: z.uuid() }) });

/** The people in a sequence, or those who left it, the latest first. @throws NOT_FOUND */
export async function listSequenceRuns(
  tx: Tx<CoachScope>,
  { flowId, show, after }: { flowId: string; show: 'open' | 'ended'; after: Cursor | null },
): Promise<{ runs: SequenceRun[]; nextCursor: string | null }> {
  await requireSequence(tx, flowId);
  const { page, nextCursor } = pageOf(await selectSequenceRuns(tx, { flowId, show, after }), RUN_PAGE);
  return { runs: page.map(toRun), nextCursor };
}

/** The sequences that a client is in. @throws NOT_FOUND */
export async function listClientSequences(tx: Tx<CoachScope>, clientId: string): Promise<SequenceRun[]> {
  if (!(await relationshipExists(tx, clientId))) throw refuse('NOT_FOUND');
  return (await selectRunsOf(tx, { clientId })).map(toRun);
}

/** @throws NOT_FOUND */
export async function getSequenceRun(tx: Tx<CoachScope>, id: string, now: Date): Promise<SequenceRunDetail> {
  const shown = await findShownRun(tx, id);
  if (!shown) throw refuse('NOT_FOUND');
  const [{ steps }, history] = await Promise.all([
    findSteps(tx, shown.sequenceId, shown.version),
    selectStepsOf(tx, id),
  ]);
  return {
    run: toRun(shown),
    steps,
    history: history.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    blocks: await findBlocks(tx, shown, steps, now),
  };
}

type Shown = NonNullable<Awaited<ReturnType<typeof findShownRun>>>;

/** Reasons against the assignment that a run waits with. */
async function findBlocks(
  tx: Tx<CoachScope>,
  { held, clientId, step }: Shown,
  steps: readonly SequenceStep[],
  now: Date,
) {
  const next = step === null ? undefined : steps[step - 1];
  if (held !== 'screen' || clientId === null || !next) return [];
  return blocksOf(tx, { clientId, coach: await readSequenceCoach(tx) }, next, now);
}

type Listed = { personId: string; audience: 'client' | 'lead'; name: string };
const CANDIDATES = 50;

/** People that can be added to a sequence, by name. @throws NOT_FOUND */
export async function listCandidates(tx: Tx<CoachScope>, flowId: string, q: string): Promise<Listed[]> {
  const { trigger } = await requireSequence(tx, flowId);
  const audience = AUDIENCES[trigger.on];
  if (audience === 'lead') {
    const rows = await listOpenLeads(tx, { q, limit: CANDIDATES });
    return rows.map(({ leadId: personId, name }) => ({ personId, audience: 'lead' as const, name }));
  }
  const rows = await selectClientsNamed(tx, { statuses: ENTERING[audience], q, limit: CANDIDATES });
  return rows.map(({ clientId: personId, name }) => ({ personId, audience: 'client' as const, name }));
}

type Adding = { sequenceId: string; personIds: readonly string[] };

/**
 * Adds people to a sequence by hand. Skips those who are in it or cannot be.
 * @throws NOT_FOUND, FLOW_OFF
 */
export async function startSequence(
  tx: Tx<CoachScope, 'FLOW_OFF'>,
  { sequenceId, personIds }: Adding,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ started: number; skipped: number }> {
  const sequence = await lockSequence(tx, sequenceId);
  if (!sequence || sequence.deleted) throw refuse('NOT_FOUND');
  if (!sequence.isOn) throw refuse(tx, 'FLOW_OFF');
  const isLead = AUDIENCES[sequence.trigger.on] === 'lead';
  const coach = await readSequenceCoach(tx);
  const entering: Listed[] = [];
  // In the order of ids, to avoid deadlocks.
  for (const personId of personIds.toSorted()) {
    const keys = isLead ? { clientId: null, leadId: personId } : { clientId: personId, leadId: null };
    const person = await readPerson(tx, keys, coach, now);
    const statuses = ENTERING[AUDIENCES[sequence.trigger.on]];
    if (!person || person.isConverted || !statuses.includes(person.status)) continue;
    entering.push({ personId, audience: person.audience, name: person.name });
  }
  const open = new Map(await countOpenRuns(tx));
  const people = entering.map(({ personId, audience }) => ({ personId, audience, cause: `hand:${now.toISOString()}` }));
  const started = await enterSequence(tx, sequence, people, { now, timeZone, open, again: true });
  if (started > 0) await enqueue(tx, runCoachFlowsJob, { coachId: tx.scope.coachId });
  audit(tx, { action: 'sequence.started', subjectId: sequenceId, after: { people: started } });
  return { started, skipped: personIds.length - started };
}

/** Moves an open run to the latest version: to its step there, or the next one that is left. */
async function moveRun(tx: Tx<CoachScope>, run: RunRow, latest: Awaited<ReturnType<typeof findSteps>>, now: Date) {
  if (run.version === null || run.stepId === null || run.version === latest.version) return;
  const before = await findSteps(tx, run.flowId, run.version);
  const step = stepAfterEdit(before.steps, latest.steps, run.stepId);
  const { version } = latest;
  if (!step) {
    await updateRun(tx, run.id, endOf('done', version, now));
    return;
  }
  const isSame = step.id === run.stepId;
  await updateRun(
    tx,
    run.id,
    isSame ? { version } : { version, stepId: step.id, waitingFrom: null, dueAt: run.dueAt && now },
  );
}

const endOf = (state: 'done', version: number, now: Date) => ({
  state,
  version,
  stepId: null,
  dueAt: null,
  held: null,
  waitingFrom: null,
  endedAt: now,
});

/** Moves all people in a sequence to its latest version. Idempotent. @throws NOT_FOUND */
export async function updateSequenceRuns(tx: Tx<CoachScope>, id: string, now: Date): Promise<number> {
  const sequence = await lockSequence(tx, id);
  if (!sequence || sequence.deleted) throw refuse('NOT_FOUND');
  const latest = await findSteps(tx, id);
  const runs = await lockOpenRuns(tx, id, latest.version);
  for (const run of runs) await moveRun(tx, run, latest, now);
  if (runs.length > 0) await enqueue(tx, runCoachFlowsJob, { coachId: tx.scope.coachId });
  if (runs.length > 0) audit(tx, { action: 'sequence.runs_moved', subjectId: id, after: { people: runs.length } });
  return runs.length;
}

/**
 * Changes what a sequence does with one person. Actions that do not fit, such as pausing an ended run, change nothing.
 * @throws NOT_FOUND
 */
export async function changeSequenceRun(
  tx: Tx<CoachScope>,
  { runId, action }: { runId: string; action: RunAction },
  now: Date,
): Promise<SequenceRunDetail> {
  const keys = await findRunKeys(tx, runId);
  const sequence = keys && (await lockSequence(tx, keys.flowId));
  if (!keys || !sequence) throw refuse('NOT_FOUND');
  const run = await lockRun(tx, runId);
  if (run?.state === 'open' && run.version !== null) {
    await actOn(tx, { run, sequence, action }, now);
    const about = run.clientId === null ? {} : { clientId: run.clientId };
    audit(
      tx,
      Object.assign({ action: 'sequence.run_changed' as const, subjectId: sequence.id, after: { action } }, about),
    );
  }
  return getSequenceRun(tx, runId, now);
}

type Acting = { run: RunRow; sequence: SequenceRow; action: RunAction };

async function actOn(tx: Tx<CoachScope>, { run, sequence, action }: Acting, now: Date): Promise<void> {
  switch (action) {
    case 'pause':
      await updateRun(tx, run.id, { held: 'coach', dueAt: null });
      return;
    case 'resume':
      // The step looks at the facts again, so an unfinished wait continues. A run that waits for the health questions
      // keeps its hold until then, so that the coach is not asked a second time.
      await updateRun(tx, run.id, { held: run.held === 'screen' ? 'screen' : null, dueAt: now, resumedAt: now });
      return;
    case 'skip':
      await skipStep(tx, run, now);
      return;
    case 'remove':
      await updateRun(tx, run.id, {
        state: 'stopped',
        stopped: 'removed',
        stepId: null,
        dueAt: null,
        held: null,
        waitingFrom: null,
        endedAt: now,
      });
      return;
    case 'update':
      await moveRun(tx, run, await findSteps(tx, sequence.id), now);
  }
}

/** Leaves out the next step, which the history says. */
async function skipStep(tx: Tx<CoachScope>, run: RunRow, now: Date): Promise<void> {
  if (run.version === null) return;
  const { steps } = await findSteps(tx, run.flowId, run.version);
  const index = steps.findIndex(({ id }) => id === run.stepId);
  const [step, next] = [steps[index], steps[index + 1]];
  if (!step) return;
  await insertStep(tx, {
    runId: run.id,
    stepId: step.id,
    kind: step.kind,
    outcome: 'skipped',
    reason: 'by_coach',
    at: now,
  });
  if (!next) await updateRun(tx, run.id, endOf('done', run.version, now));
  else await updateRun(tx, run.id, { stepId: next.id, dueAt: now, held: null, waitingFrom: null });
}
