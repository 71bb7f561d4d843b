import type { FlowStep } from '@stridewell/contract/flows/flows';
import { fillText, firstNameOf, type StopReason } from '@stridewell/contract/flows/flows.rules';
import { nextAllowed } from '@stridewell/contract/quiet-hours.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { EventHandlers } from '../../core/events/handlers.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { Services } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { sendAutomaticMessage } from '../messages/messages.service.ts';
import { advanceSequence } from './flows.advance.service.ts';
import {
  type DueRun,
  type FlowRow,
  findLastSent,
  findRunKeys,
  insertRuns,
  insertSent,
  lockDueRun,
  lockFlow,
  type RunRow,
  selectCoachesWithFlows,
  selectDueRuns,
  selectFlows,
  selectLatestCauses,
  selectUncounted,
  updateRun,
} from './flows.data.ts';
import { type FlowClient, type FlowFacts, readFlowFacts } from './flows.facts.service.ts';
import { selectDueOf, wakeRuns } from './flows.runs.data.ts';
import { dueFlowsScope, flowRunnerScopeOf } from './flows.scopes.ts';
import { cameBack, clientBlock, coachBlock, outcomeOf } from './flows.standing.rules.ts';
import { startSequences } from './flows.start.service.ts';
import type { StepDeps } from './flows.steps.service.ts';
import { capEnds, DAY_MS, isHeldOut } from './flows.times.rules.ts';

/** Starts flows with clients and runs the steps that are due. */
export const runFlowsJob = defineScheduledJob('flows.run', { schedule: EVERY_HOUR });

type CoachTx = Tx<CoachScope>;

/** Starts a flow with the clients whose silence is long enough. One silence starts it once. */
async function startFlow(tx: CoachTx, flow: FlowRow, { clients, today }: FlowFacts, now: Date): Promise<void> {
  const { id: flowId, trigger, steps, holdOut } = flow;
  const latest = await selectLatestCauses(tx, flowId);
  const due = clients.flatMap((client) => {
    const { clientId, silent } = client;
    const days = silent?.[trigger.of] ?? null;
    if (clientBlock(client) !== null || days === null || days < trigger.days) return [];
    const cause = addDays(today, -days);
    const last = latest.get(clientId);
    // A coach who moves to another time zone shifts the day on which a silence began.
    return last && addDays(last, 1) >= cause ? [] : [{ clientId, cause }];
  });
  const rows = due.map(({ clientId, cause }) => {
    const run = { id: uuidv7(), flowId, clientId, cause, startedOn: today, startedAt: now, holdOut, countedFrom: now };
    return isHeldOut(run, holdOut)
      ? Object.assign(run, { state: 'held_out' as const, endedAt: now })
      : Object.assign(run, { state: 'open' as const, stepId: steps[0]?.id, dueAt: now });
  });
  await insertRuns(tx, rows);
}

/** Notes what became of clients after the start of a run. */
async function countOutcomes(
  tx: CoachTx,
  uncounted: Awaited<ReturnType<typeof selectUncounted>>,
  { clients, today, runner }: FlowFacts,
  now: Date,
): Promise<void> {
  for (const { id, clientId, countedFrom, trigger } of uncounted) {
    if (!countedFrom || clientId === null) continue;
    const since = { at: countedFrom, day: dayInZone(countedFrom, runner.timeZone) };
    const client = clients.find((one) => one.clientId === clientId);
    const outcome = outcomeOf(client, trigger.of, since, { today, now });
    if (outcome) await updateRun(tx, id, { outcome });
  }
}

/** Starts the rules of a coach, and counts their outcomes. */
async function startRules(tx: CoachTx, now: Date): Promise<void> {
  const [flows, uncounted] = await Promise.all([selectFlows(tx), selectUncounted(tx)]);
  const on = flows.filter(({ isOn }) => isOn);
  if (on.length === 0 && uncounted.length === 0) return;
  const facts = await readFlowFacts(tx, now);
  await countOutcomes(tx, uncounted, facts, now);
  if (coachBlock(facts.runner, now) !== null) return;
  for (const flow of on) await startFlow(tx, flow, facts, now);
}

type Current = { run: RunRow; flow: FlowRow; client: FlowClient; facts: FlowFacts };

/** Why a run ends now instead of with its last step; null when it continues. Asked again before each step. */
function stopOf({ run, flow, client, facts }: Current, now: Date): StopReason | null {
  if (!flow.isOn || flow.deleted) return 'turned_off';
  const block = coachBlock(facts.runner, now) ?? clientBlock(client);
  // A reply that the coach has not read is a reply first.
  if (block !== null && block !== 'unread') return block;
  const since = { at: run.startedAt, day: run.startedOn };
  return cameBack(client, flow.trigger.of, since, facts.today) ? 'came_back' : block;
}

/**
 * Sends a step's message, unless the client's night or the cap puts it off.
 * @returns when to try again; null once it is sent
 */
async function sendStep(
  tx: CoachTx,
  { run, flow, client, facts }: Current,
  step: Extract<FlowStep, { kind: 'message' }>,
  now: Date,
): Promise<Date | null> {
  const { clientId, name, timeZone, silent } = client;
  const previousAt = await findLastSent(tx, clientId);
  const freeAt = previousAt ? capEnds(previousAt) : now;
  const quiet = { from: flow.quietFrom, until: flow.quietUntil };
  const allowed = nextAllowed(freeAt > now ? freeAt : now, quiet, timeZone);
  if (allowed > now) return allowed;
  const messageId = uuidv5(step.id, run.id);
  const days = String(silent?.[flow.trigger.of] ?? flow.trigger.days);
  const values = { firstName: firstNameOf(name), coachName: facts.runner.fullName, days };
  await insertSent(tx, { runId: run.id, stepId: step.id, clientId, messageId, sentAt: now, previousAt });
  await sendAutomaticMessage(tx, clientId, { id: messageId, body: fillText(step.text, values).trim(), now });
  return null;
}

const isLongEnough = (days: number | null | undefined, least: number): boolean => (days ?? least) >= least;

/** Runs the steps of a run up to the next wait. */
async function runSteps(tx: CoachTx, current: Current, now: Date): Promise<void> {
  const { run, flow, client } = current;
  const from = flow.steps.findIndex(({ id }) => id === run.stepId);
  for (const [index, step] of flow.steps.entries()) {
    if (index < from) continue;
    if (step.kind === 'wait') {
      const dueAt = new Date(now.getTime() + step.days * DAY_MS);
      await updateRun(tx, run.id, { stepId: flow.steps[index + 1]?.id ?? null, dueAt });
      return;
    }
    if (step.kind === 'condition') {
      if (isLongEnough(client.silent?.[step.of], step.days)) continue;
      await endRun(tx, run.id, { state: 'stopped', stopped: 'condition' }, now);
      return;
    }
    const dueAt = await sendStep(tx, current, step, now);
    if (dueAt) {
      await updateRun(tx, run.id, { stepId: step.id, dueAt });
      return;
    }
  }
  await endRun(tx, run.id, { state: 'done' }, now);
}

const endRun = (tx: CoachTx, id: string, changes: { state: 'done' | 'stopped'; stopped?: StopReason }, now: Date) =>
  updateRun(tx, id, Object.assign(changes, { stepId: null, dueAt: null, endedAt: now }));

/** Does what is due in the run of a rule. A repeated call, and a second one at the same time, do nothing. */
export async function advanceRun(tx: CoachTx, id: string, now: Date) {
  const keys = await findRunKeys(tx, id);
  if (!keys || keys.clientId === null) return;
  const { flowId, clientId } = keys;
  // In the order in which a change of the flow locks them.
  const flow = await lockFlow(tx, flowId);
  if (!flow || !(await lockRelationship(tx, clientId))) return;
  const run = await lockDueRun(tx, id, now);
  if (!run) return;
  const facts = await readFlowFacts(tx, now, clientId);
  const [client] = facts.clients;
  if (!client) throw new Error('a client in a flow has no coaching');
  const current = { run, flow, client, facts };
  const stopped = stopOf(current, now);
  if (stopped) await endRun(tx, id, { state: 'stopped', stopped }, now);
  else await runSteps(tx, current, now);
}

const BATCH = 200;

type RunDeps = Pick<Services, 'db' | 'log' | 'now'> & StepDeps;

/** Refusals that the checks before an assignment rule out. */
const ANSWERS = { EMPTY_DAYS: null, EMPTY_MEAL_DAYS: null };

/** Does what is due in a run of either kind, in its own transaction. */
export const advance = (
  { db, ...deps }: Pick<RunDeps, 'db'> & StepDeps,
  { coachId, id }: Pick<DueRun, 'coachId' | 'id'>,
  now: Date,
) =>
  db.write(
    flowRunnerScopeOf(coachId),
    async (tx) => {
      const keys = await findRunKeys(tx, id);
      if (!keys) return;
      if (keys.version === null) await advanceRun(tx, id, now);
      else await advanceSequence(tx, deps, keys, now);
    },
    ANSWERS,
  );

/**
 * Starts flows coach by coach, then runs due steps, each in a separate transaction. An interrupted run loses nothing, and
 * a failure for one coach or client does not hold up the others.
 */
export async function runFlows(deps: RunDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  const starting = eachDue({
    name: 'coaches',
    log,
    failure: 'flows were not started',
    read: (after: { coachId: string } | undefined) =>
      db.read(dueFlowsScope, (tx) => selectCoachesWithFlows(tx, { after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) =>
      db.write(flowRunnerScopeOf(coachId), async (tx) => {
        await startRules(tx, at);
        await startSequences(tx, at);
      }),
  });
  // Steps of other runs are due in any case.
  const [started] = await Promise.allSettled([starting]);
  await advanceDue(deps, at);
  if (started.status === 'rejected') throw started.reason;
}

/** Runs the steps that are due, of all coaches or of one. */
const advanceDue = (deps: RunDeps, at: Date, coachId?: string): Promise<void> =>
  eachDue({
    name: 'runs',
    log: deps.log,
    failure: 'a step of a flow was not done',
    read: (after: DueRun | undefined) =>
      deps.db.read(dueFlowsScope, (tx) => selectDueRuns(tx, { now: at, after, limit: BATCH, coachId })),
    size: BATCH,
    place: (run) => run,
    work: (run) => advance(deps, run, at),
  });

/** Runs the due steps of one coach. */
export const runCoachFlows = (deps: RunDeps, { coachId }: { coachId: string }): Promise<void> =>
  advanceDue(deps, deps.now(), coachId);

/** Starts the sequences of a client at once, and takes the steps that waited for what has just happened. */
const afterEvent = {
  async inJob(deps: RunDeps, { coachId, clientId }: { coachId: string; clientId: string }): Promise<void> {
    const { db, now } = deps;
    const at = now();
    const due = await db.write(flowRunnerScopeOf(coachId), async (tx) => {
      await startSequences(tx, at);
      await wakeRuns(tx, clientId, ['invited', 'screen'], at);
      return selectDueOf(tx, clientId, at);
    });
    for (const { id } of due) await advance(deps, { coachId, id }, at);
  },
};

/** The hourly job finds the same causes; these events make a welcome come at once. */
export const flowHandlers: EventHandlers = {
  'relationship.added': afterEvent,
  'relationship.accepted': afterEvent,
  'relationship.archived': afterEvent,
  'onboarding.completed': afterEvent,
  'health.answered': afterEvent,
  'record.updated': afterEvent,
};
