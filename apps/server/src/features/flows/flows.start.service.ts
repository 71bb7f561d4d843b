import type { SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import { AGAIN_DAYS, CAUSE_DAYS, MOST_OPEN_RUNS } from '@stridewell/contract/flows/flows.sequences.rules';
import { waitEnds } from '@stridewell/contract/flows/flows.waits.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import { findClientZones } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Cause, canEnter, listCauses } from './flows.causes.service.ts';
import { insertRuns, updateRun } from './flows.data.ts';
import { countOpenRuns, selectEntered, selectOpenRuns, updateReplies } from './flows.runs.data.ts';
import { findSteps, type SequenceRow, selectSequences } from './flows.sequences.data.ts';
import { sequenceBlock } from './flows.standing.service.ts';
import { DAY_MS } from './flows.times.rules.ts';

type CoachTx = Tx<CoachScope>;
type OpenRuns = Awaited<ReturnType<typeof selectOpenRuns>>;
type Entering = Pick<Cause, 'personId' | 'audience' | 'cause'>;

/**
 * Puts people into a sequence, at its first step. Skips who is in it, was in it lately, or is in too many.
 * @param open how many flows each person is in; counts those that start
 * @returns how many started
 */
export async function enterSequence(
  tx: CoachTx,
  { id: flowId }: SequenceRow,
  people: readonly Entering[],
  { now, timeZone, open, again }: { now: Date; timeZone: string; open: Map<string, number>; again: boolean },
): Promise<number> {
  if (people.length === 0) return 0;
  const since = again ? now : new Date(now.getTime() - AGAIN_DAYS * DAY_MS);
  const [entered, { version, steps }] = await Promise.all([selectEntered(tx, flowId, since), findSteps(tx, flowId)]);
  const [first] = steps;
  if (!first) throw new Error('a sequence has no steps');
  const seen = new Set(entered);
  const rows = people.flatMap(({ personId, audience, cause }) => {
    const flows = open.get(personId) ?? 0;
    if (seen.has(personId) || flows >= MOST_OPEN_RUNS) return [];
    seen.add(personId);
    open.set(personId, flows + 1);
    const person = audience === 'lead' ? { leadId: personId } : { clientId: personId };
    const start = { startedOn: dayInZone(now, timeZone), startedAt: now, state: 'open' as const };
    return [Object.assign(start, person, { id: uuidv7(), flowId, version, cause, stepId: first.id, dueAt: now })];
  });
  await insertRuns(tx, rows);
  return rows.length;
}

/** Notes replies, and moves waits until a time of the day with a client who has changed their time zone. */
async function renewOpenRuns(tx: CoachTx, runs: OpenRuns, timeZone: string): Promise<void> {
  const replies = runs.flatMap(({ id, repliedAt, lastMessageAt, startedAt }) =>
    repliedAt === null && lastMessageAt && lastMessageAt > startedAt ? [{ id, at: lastMessageAt }] : [],
  );
  await updateReplies(tx, replies);
  const waiting = runs.filter((run) => run.waitingFrom && run.held === null && isOfDay(run.step));
  if (waiting.length === 0) return;
  const zones = await findClientZones(tx);
  for (const { id, clientId, waitingFrom, step, dueAt } of waiting) {
    if (!waitingFrom || step?.kind !== 'wait') continue;
    const ends = waitEnds(waitingFrom, step, zones.get(clientId) ?? timeZone);
    if (dueAt && ends.getTime() !== dueAt.getTime()) await updateRun(tx, id, { dueAt: ends });
  }
}

const isOfDay = (step: SequenceStep | null): boolean =>
  step?.kind === 'wait' && (step.weekday !== null || step.hour !== null);

/** Starts the sequences of a coach with the people whose cause has come. */
export async function startSequences(tx: CoachTx, now: Date): Promise<void> {
  const sequences = (await selectSequences(tx)).filter(({ isOn }) => isOn);
  if (sequences.length === 0) return;
  const [coach, runs, counts] = await Promise.all([findCoachOnRecord(tx), selectOpenRuns(tx), countOpenRuns(tx)]);
  if (!coach) throw new Error('a coach with flows has no record');
  const { timeZone } = coach;
  await renewOpenRuns(tx, runs, timeZone);
  if (sequenceBlock(coach, now) !== null) return;
  const open = new Map(counts);
  const earliest = now.getTime() - CAUSE_DAYS * DAY_MS;
  const causes = await Promise.all(
    sequences.map(({ trigger, onSince }) => {
      const since = new Date(Math.max(earliest, onSince?.getTime() ?? now.getTime()));
      return listCauses(tx, trigger, { since, until: now }, timeZone);
    }),
  );
  for (const [index, sequence] of sequences.entries()) {
    const entering = (causes[index] ?? []).filter((one) => canEnter(sequence.trigger, one));
    await enterSequence(tx, sequence, entering, { now, timeZone, open, again: false });
  }
}
