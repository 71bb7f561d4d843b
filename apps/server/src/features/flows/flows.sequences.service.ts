import { isDeepStrictEqual } from 'node:util';
import { fillText, firstNameOf } from '@stridewell/contract/flows/flows.rules';
import type {
  Sequence,
  SequenceInput,
  SequencePreview,
  SequenceStep,
  SequenceSummary,
  SequenceTask,
  SequenceTrigger,
} from '@stridewell/contract/flows/flows.sequences';
import { MOST_SEQUENCES, MOST_TESTED, SEQUENCE_PREVIEW_DAYS } from '@stridewell/contract/flows/flows.sequences.rules';
import { dayInZone } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { audit } from '../audit/audit.service.ts';
import { isFormOpen } from '../checkins/checkins.plan.service.ts';
import { readOpenTemplate } from '../meals/meals.service.ts';
import { readProgram } from '../programs/programs.service.ts';
import { listCauses } from './flows.causes.service.ts';
import { lockFlowCount, stopRuns } from './flows.data.ts';
import { flowTestMail } from './flows.mails.ts';
import { selectAsking, toRun } from './flows.runs.data.ts';
import {
  countSequenceRuns,
  countSteps,
  deleteSequenceRow,
  dueTasks,
  findSequence,
  findSteps,
  insertSequence,
  insertVersion,
  isFlowId,
  lockSequence,
  type SequenceRow,
  selectDueTasks,
  selectOpenTasks,
  selectSequences,
  updateSequence,
  updateTask,
} from './flows.sequences.data.ts';
import { DAY_MS } from './flows.times.rules.ts';

/** For other features. */
export { dueTasks };

type Counts = Awaited<ReturnType<typeof countSequenceRuns>>;

function metricsOf(rows: Counts) {
  const sumOf = (counted: Counts) => counted.reduce((sum, { runs }) => sum + runs, 0);
  const inState = (state: Counts[number]['state']) => sumOf(rows.filter((row) => row.state === state));
  return {
    started: sumOf(rows),
    open: inState('open'),
    done: inState('done'),
    left: inState('stopped'),
    replied: rows.reduce((sum, { replied }) => sum + replied, 0),
  };
}

/** Open tasks that flows gave the coach about clients. */
async function listFlowTasks(tx: Tx<CoachScope>): Promise<SequenceTask[]> {
  const rows = await selectOpenTasks(tx);
  return rows.map(({ id, clientId: personId, name, flowName: sequenceName, text, dueOn }) => ({
    id,
    personId,
    audience: 'client' as const,
    name,
    sequenceName,
    text,
    dueOn,
  }));
}

/** Open tasks about clients that are due, longest due first; at most 20. */
export async function listDueTasks(tx: Tx<CoachScope>, today: string) {
  const rows = await selectDueTasks(tx, { today });
  return rows.flatMap(({ id: taskId, clientId, name: clientName, task, dueOn }) =>
    clientId === null ? [] : [{ taskId, clientId, clientName, text: task ?? '', dueOn }],
  );
}

/** The sequences of a coach, oldest first, and what waits for the coach. */
export async function listSequences(tx: Tx<CoachScope>) {
  const [rows, counts, steps, asking, tasks] = await Promise.all([
    selectSequences(tx),
    countSequenceRuns(tx),
    countSteps(tx),
    selectAsking(tx),
    listFlowTasks(tx),
  ]);
  const sequences = rows.map(
    ({ id, version, name, trigger, isOn }): SequenceSummary => ({
      id,
      version,
      name,
      trigger,
      isOn,
      steps: steps.get(id) ?? 0,
      metrics: metricsOf(counts.filter(({ flowId }) => flowId === id)),
    }),
  );
  return { sequences, waiting: asking.map(toRun), tasks };
}

/** @throws NOT_FOUND */
export async function requireSequence(tx: Tx<CoachScope>, id: string): Promise<SequenceRow> {
  const row = await findSequence(tx, id);
  if (!row || row.deleted) throw refuse('NOT_FOUND');
  return row;
}

const toInput = (
  { name, trigger, quietFrom, quietUntil, resumeDays, isOn }: SequenceRow,
  steps: SequenceStep[],
): SequenceInput => ({
  name,
  trigger,
  steps,
  quiet: { from: quietFrom, until: quietUntil },
  resumeDays: resumeDays ?? 0,
  isOn,
});

/** @throws NOT_FOUND */
export async function getSequence(tx: Tx<CoachScope>, id: string): Promise<Sequence> {
  const row = await requireSequence(tx, id);
  const [{ version: latest, steps }, counts] = await Promise.all([findSteps(tx, id), countSequenceRuns(tx, id)]);
  const outdated = counts.filter(({ state, version }) => state === 'open' && version !== latest);
  return Object.assign(toInput(row, steps), {
    id,
    version: row.version,
    metrics: metricsOf(counts),
    outdated: outdated.reduce((sum, { runs }) => sum + runs, 0),
  });
}

/** @throws STEP_GONE when the form, program or meal plan of a step cannot be assigned */
async function requireOpenSteps(tx: Tx<CoachScope, 'STEP_GONE'>, steps: readonly SequenceStep[]): Promise<void> {
  for (const step of steps) {
    if (!(await isStepOpen(tx, step))) throw refuse(tx, 'STEP_GONE', { data: { stepId: step.id } });
  }
}

async function isStepOpen(tx: Tx<CoachScope>, step: SequenceStep): Promise<boolean> {
  if (step.kind === 'form') return isFormOpen(tx, step.templateId);
  if (step.kind === 'program') return (await readProgram(tx, step.programId)) !== null;
  return step.kind !== 'meal_plan' || (await readOpenTemplate(tx, step.planId)) !== null;
}

/** Facts for the audit log, without name and texts. */
const factsOf = ({ trigger, steps, isOn }: SequenceInput) => ({
  startsWith: trigger.on,
  steps: steps.length,
  isOn,
});

type SavedSequence = { sequenceId: string; sequence: SequenceInput; basedOn: number };

/**
 * Adds or changes a sequence. People in it keep their version; turning it off ends it for them. Idempotent.
 * @throws NOT_FOUND, FLOW_CHANGED when it was changed since version `basedOn`, TOO_MANY_FLOWS, STEP_GONE, ID_TAKEN
 */
export async function saveSequence(
  tx: Tx<CoachScope, 'FLOW_CHANGED' | 'TOO_MANY_FLOWS' | 'STEP_GONE'>,
  { sequenceId, sequence, basedOn }: SavedSequence,
  now: Date,
): Promise<{ sequenceId: string; version: number }> {
  const sequenceCount = await lockFlowCount(tx, 'sequence');
  const stored = await lockSequence(tx, sequenceId);
  const { steps } = sequence;
  if (!stored) {
    if (basedOn > 0) throw refuse('NOT_FOUND');
    if (await isFlowId(tx, sequenceId)) throw refuse('ID_TAKEN');
    if (sequenceCount >= MOST_SEQUENCES) throw refuse(tx, 'TOO_MANY_FLOWS');
    await requireOpenSteps(tx, steps);
    await insertSequence(tx, sequenceId, sequence, now);
    await insertVersion(tx, { flowId: sequenceId, version: 1, steps });
    audit(tx, { action: 'sequence.changed', subjectId: sequenceId, after: factsOf(sequence) });
    return { sequenceId, version: 1 };
  }
  if (stored.deleted) throw refuse('NOT_FOUND');
  const latest = await findSteps(tx, sequenceId);
  const before = toInput(stored, latest.steps);
  if (isDeepStrictEqual(before, sequence)) return { sequenceId, version: stored.version };
  if (stored.version !== basedOn) throw refuse(tx, 'FLOW_CHANGED');
  const version = basedOn + 1;
  const isSame = isDeepStrictEqual(latest.steps, steps);
  if (!isSame) await requireOpenSteps(tx, steps);
  // A new cause counts from now, so that a flow does not start for what happened under another trigger.
  const isNew = !before.isOn || !isDeepStrictEqual(before.trigger, sequence.trigger);
  const onSince = sequence.isOn ? (isNew ? now : stored.onSince) : null;
  await updateSequence(tx, sequenceId, sequence, { version, onSince, now });
  if (!isSame) await insertVersion(tx, { flowId: sequenceId, version, steps });
  if (before.isOn && !sequence.isOn) await stopRuns(tx, sequenceId, { stopped: 'turned_off', now });
  audit(tx, { action: 'sequence.changed', subjectId: sequenceId, before: factsOf(before), after: factsOf(sequence) });
  return { sequenceId, version };
}

/** Deletes a sequence and ends its open runs. Its history stays. Idempotent. */
export async function removeSequence(tx: Tx<CoachScope>, id: string, now: Date): Promise<void> {
  const stored = await lockSequence(tx, id);
  if (!stored || stored.deleted) return;
  await deleteSequenceRow(tx, id, now);
  await stopRuns(tx, id, { stopped: 'turned_off', now });
  audit(tx, {
    action: 'sequence.deleted',
    subjectId: id,
    before: { startsWith: stored.trigger.on, isOn: stored.isOn },
  });
}

const PREVIEWED = 100;

/** Lists the people that a trigger would have added to a sequence in the past days, the latest first. */
export async function previewSequence(
  tx: Tx<CoachScope>,
  trigger: SequenceTrigger,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<SequencePreview> {
  const since = new Date(now.getTime() - SEQUENCE_PREVIEW_DAYS * DAY_MS);
  const causes = await listCauses(tx, trigger, { since, until: now }, timeZone);
  const past = causes.toReversed().slice(0, PREVIEWED);
  return {
    today: dayInZone(now, timeZone),
    timeZone,
    past: past.map(({ personId, audience, name, at, timeZone: zone }) => ({
      personId,
      audience,
      name,
      at: at.toISOString(),
      timeZone: zone ?? timeZone,
    })),
  };
}

type Tester = { email: string; fullName: string };

/**
 * Mails the messages and mails of a sequence to the coach, marked as a test.
 * @returns how many
 * @throws NOT_FOUND
 */
export async function testSequence(
  tx: Tx<CoachScope>,
  mailer: Mailer,
  id: string,
  { email, fullName }: Tester,
): Promise<number> {
  const { name: flowName } = await requireSequence(tx, id);
  const { steps } = await findSteps(tx, id);
  const values = { firstName: firstNameOf(fullName), coachName: fullName };
  let sent = 0;
  for (const [index, step] of steps.entries()) {
    if ((step.kind !== 'message' && step.kind !== 'mail') || sent === MOST_TESTED) continue;
    const subject = step.kind === 'mail' ? fillText(step.subject, values) : 'Message in the app';
    const place = `step ${index + 1} of ${steps.length}`;
    const props = { flowName, place, subject, text: fillText(step.text, values) };
    await mailer.send({ to: email, template: flowTestMail, props }, tx);
    sent += 1;
  }
  return sent;
}

/** @throws NOT_FOUND */
export async function completeTask(tx: Tx<CoachScope>, id: string, doneAt: Date | null): Promise<void> {
  if (!(await updateTask(tx, id, doneAt))) throw refuse('NOT_FOUND');
}
