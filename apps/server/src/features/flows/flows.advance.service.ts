import type { StopReason } from '@stridewell/contract/flows/flows.rules';
import type { SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import type { SkipReason } from '@stridewell/contract/flows/flows.sequences.rules';
import { isAssigning } from '@stridewell/contract/flows/flows.sequences.rules';
import { audit } from '../audit/audit.service.ts';
import { lockDueRun, type RunKeys, updateRun } from './flows.data.ts';
import { findSteps, insertStep, lockSequence } from './flows.sequences.data.ts';
import { leaveReason, readPerson, readSequenceCoach, sequenceBlock } from './flows.standing.service.ts';
import { type Current, type StepDeps, type StepTx, type Taken, takeStep } from './flows.steps.service.ts';

/** Steps that reach or change a client. Waits, conditions and tasks stand in the history of the run alone. */
const isAudited = (kind: SequenceStep['kind']): boolean =>
  kind === 'mail' || kind === 'message' || kind === 'form' || isAssigning(kind);

const endRun = (tx: StepTx, id: string, changes: { state: 'done' | 'stopped'; stopped?: StopReason }, now: Date) =>
  updateRun(tx, id, Object.assign(changes, { stepId: null, dueAt: null, held: null, waitingFrom: null, endedAt: now }));

type Noted = { outcome: 'done' } | { outcome: 'skipped'; reason: SkipReason };

async function noteStep(tx: StepTx, { run, sequence, person }: Current, step: SequenceStep, noted: Noted, now: Date) {
  await insertStep(tx, Object.assign({ runId: run.id, stepId: step.id, kind: step.kind, at: now }, noted));
  if (noted.outcome === 'skipped' || !isAudited(step.kind)) return;
  const about = person.audience === 'client' ? { clientId: person.id } : {};
  const taken = {
    action: 'sequence.step',
    subjectId: sequence.id,
    after: { step: step.kind },
    bySystem: true,
  } as const;
  audit(tx, { ...taken, ...about });
}

/** Takes the steps of a run up to the next wait, and moves the run on in the same transaction. */
async function takeSteps(tx: StepTx, deps: StepDeps, current: Current, steps: readonly SequenceStep[], now: Date) {
  const { run } = current;
  let index = steps.findIndex(({ id }) => id === run.stepId);
  if (index === -1) throw new Error('a run waits for a step that its version does not have');
  for (let step = steps[index]; step; step = steps[index]) {
    const taken: Taken = await takeStep(tx, deps, current, step, now);
    if (taken.is === 'waiting') {
      const { until: dueAt, held, from: waitingFrom = null } = taken;
      await updateRun(tx, run.id, { stepId: step.id, dueAt, held, waitingFrom });
      return;
    }
    if (taken.is === 'leaving') {
      await endRun(tx, run.id, { state: 'stopped', stopped: taken.stopped }, now);
      return;
    }
    await noteStep(
      tx,
      current,
      step,
      taken.is === 'skipped' ? { outcome: 'skipped', reason: taken.reason } : { outcome: 'done' },
      now,
    );
    index += 1;
    const left = steps[index];
    if (taken.is === 'skipNext' && left) {
      await noteStep(tx, current, left, { outcome: 'skipped', reason: 'condition' }, now);
      index += 1;
    }
    // The wait of the next step begins now.
    run.waitingFrom = null;
  }
  await endRun(tx, run.id, { state: 'done' }, now);
}

/**
 * Does what is due in the run of a sequence: each step and the place of the run are stored in one transaction. A
 * repeated call, and a second one at the same time, do nothing.
 */
export async function advanceSequence(tx: StepTx, deps: StepDeps, keys: RunKeys, now: Date): Promise<void> {
  const { id } = keys;
  // In the order in which a change of the flow locks them.
  const [sequence, coach] = await Promise.all([lockSequence(tx, keys.flowId), readSequenceCoach(tx)]);
  if (!sequence) return;
  const person = await readPerson(tx, keys, coach, now);
  const run = await lockDueRun(tx, id, now);
  if (!person || !run || run.version === null) return;
  const stopped = sequenceBlock(coach, now) ?? leaveReason(sequence, person);
  if (stopped) {
    await endRun(tx, id, { state: 'stopped', stopped }, now);
    return;
  }
  const { steps } = await findSteps(tx, sequence.id, run.version);
  await takeSteps(tx, deps, { run, sequence, person, coach }, steps, now);
}
