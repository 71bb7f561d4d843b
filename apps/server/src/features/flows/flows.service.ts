import { isDeepStrictEqual } from 'node:util';
import type {
  Flow,
  FlowInput,
  FlowPreview,
  FlowRun,
  FlowTrigger,
  OwnAutomatic,
} from '@stridewell/contract/flows/flows';
import { MOST_FLOWS, OUTCOME_DAYS, PREVIEW_WEEKS, RUN_PAGE } from '@stridewell/contract/flows/flows.rules';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { findOwnAutomatic, updateOwnAutomatic } from '../../core/relationships/coachings.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { listDebtDays } from '../money/money.service.ts';
import { listPastSilence } from '../retention/retention.silence.service.ts';
import {
  countComparisons,
  countRuns,
  type FlowRow,
  insertFlow,
  lockFlow,
  lockFlowCount,
  selectEndedStops,
  selectFlows,
  selectMessagesOf,
  selectRuns,
  stopRuns,
  updateFlow,
} from './flows.data.ts';
import { readFlowFacts } from './flows.facts.service.ts';
import { pastStarts, withoutBlocked } from './flows.preview.rules.ts';
import { clientBlock } from './flows.standing.rules.ts';
import { DAY_MS } from './flows.times.rules.ts';

const toInput = ({ name, trigger, steps, quietFrom, quietUntil, holdOut, isOn }: FlowRow): FlowInput => ({
  name,
  trigger,
  steps,
  quiet: { from: quietFrom, until: quietUntil },
  holdOut,
  isOn,
});

type Counts = Awaited<ReturnType<typeof countRuns>>;

const sumOf = (rows: Counts, column: 'runs' | 'messages' = 'runs'): number =>
  rows.reduce((sum, row) => sum + row[column], 0);

/** Clients whose outcome counts, and how many came back. */
function outcomesOf(rows: Counts): Flow['reached'] {
  const known = rows.filter(({ outcome }) => outcome !== null && outcome !== 'unknown');
  return { known: sumOf(known), back: sumOf(known.filter(({ outcome }) => outcome === 'back')) };
}

/** The rules of a coach, oldest first. */
export async function listFlows(tx: Tx<CoachScope>): Promise<{ flows: Flow[] }> {
  const [rows, counts] = await Promise.all([selectFlows(tx), countRuns(tx)]);
  const flows = rows.map((row) => {
    const own = counts.filter(({ flowId }) => flowId === row.id);
    return {
      id: row.id,
      version: row.version,
      ...toInput(row),
      open: sumOf(own.filter(({ state }) => state === 'open')),
      messages: sumOf(own, 'messages'),
      reached: outcomesOf(own.filter(({ state }) => state !== 'held_out')),
      heldOut: outcomesOf(own.filter(({ state }) => state === 'held_out')),
    };
  });
  return { flows };
}

/** Outcomes of clients who were reached and who were held out at random, by percent held out, for other features. */
export const listComparisons = (tx: Tx<CoachScope>, now: Date) =>
  countComparisons(tx, new Date(now.getTime() - OUTCOME_DAYS * DAY_MS));

/** Facts for the audit log, without name and texts. */
const factsOf = ({ trigger, steps, quiet, holdOut, isOn }: FlowInput) => ({
  of: trigger.of,
  days: trigger.days,
  steps: steps.length,
  quietFrom: quiet.from,
  quietUntil: quiet.until,
  holdOut,
  isOn,
});

type SavedFlow = { flowId: string; flow: FlowInput; basedOn: number };

/**
 * Adds a rule, or changes it for all messages that are not sent yet. Runs that wait for a step that is gone end.
 * Idempotent.
 * @throws NOT_FOUND, FLOW_CHANGED when it was changed since version `basedOn`, TOO_MANY_FLOWS
 */
export async function saveFlow(
  tx: Tx<CoachScope, 'FLOW_CHANGED' | 'TOO_MANY_FLOWS'>,
  { flowId, flow, basedOn }: SavedFlow,
  now: Date,
): Promise<{ flowId: string; version: number }> {
  const flowCount = await lockFlowCount(tx, 'reengagement');
  const stored = await lockFlow(tx, flowId);
  const { name, trigger, steps, quiet, holdOut, isOn } = flow;
  const content = { name, trigger, steps, quietFrom: quiet.from, quietUntil: quiet.until, holdOut, isOn };
  if (!stored) {
    if (basedOn > 0) throw refuse('NOT_FOUND');
    if (flowCount >= MOST_FLOWS) throw refuse(tx, 'TOO_MANY_FLOWS');
    const made = { id: flowId, kind: 'reengagement' as const, version: 1, createdAt: now, changedAt: now };
    await insertFlow(tx, Object.assign(made, content));
    audit(tx, { action: 'flow.changed', subjectId: flowId, after: factsOf(flow) });
    return { flowId, version: 1 };
  }
  if (stored.deleted) throw refuse('NOT_FOUND');
  const before = toInput(stored);
  if (isDeepStrictEqual(before, flow)) return { flowId, version: stored.version };
  if (stored.version !== basedOn) throw refuse(tx, 'FLOW_CHANGED');
  const version = basedOn + 1;
  await updateFlow(tx, flowId, Object.assign(content, { version, changedAt: now }));
  await stopRuns(tx, flowId, isOn ? { stopped: 'changed', now, but: steps } : { stopped: 'turned_off', now });
  audit(tx, { action: 'flow.changed', subjectId: flowId, before: factsOf(before), after: factsOf(flow) });
  return { flowId, version };
}

/** Deletes a rule and ends its open runs. Its history stays. Idempotent. */
export async function removeFlow(tx: Tx<CoachScope>, flowId: string, now: Date): Promise<void> {
  const stored = await lockFlow(tx, flowId);
  if (!stored || stored.deleted) return;
  await updateFlow(tx, flowId, { deleted: true, isOn: false, changedAt: now });
  await stopRuns(tx, flowId, { stopped: 'turned_off', now });
  audit(tx, { action: 'flow.deleted', subjectId: flowId, before: factsOf(toInput(stored)) });
}

/** When a rule would have started in the past weeks with the coach's present clients, and with which it starts now. */
export async function previewFlow(tx: Tx<CoachScope>, { of, days }: FlowTrigger, now: Date): Promise<FlowPreview> {
  const { runner, today, clients } = await readFlowFacts(tx, now);
  const { timeZone } = runner;
  const first = addDays(today, -7 * PREVIEW_WEEKS);
  const [silences, debts, endedStops] = await Promise.all([
    listPastSilence(tx, timeZone, { today, of, days: 7 * PREVIEW_WEEKS }),
    listDebtDays(tx, { today, since: first }),
    selectEndedStops(tx, startOfDay(first, timeZone)),
  ]);
  const dayOf = (at: Date) => dayInZone(at, timeZone);
  const stops = [
    ...endedStops.map(({ clientId, stoppedAt, endedAt }) => ({
      clientId,
      from: dayOf(new Date(stoppedAt)),
      until: dayOf(endedAt),
    })),
    ...clients.flatMap(({ clientId, stoppedAt }) =>
      stoppedAt ? [{ clientId, from: dayOf(stoppedAt), until: null }] : [],
    ),
  ];
  const nameOf = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const reachable = clients
    .filter((client) => clientBlock(client) === null)
    .map(({ clientId, name, silent }) => ({ clientId, name, days: silent?.[of] ?? null }));
  return {
    today,
    coachName: runner.fullName,
    past: pastStarts(withoutBlocked(silences, [...debts, ...stops]), { least: days, first }).flatMap(
      ({ clientId, day }) => {
        const name = nameOf.get(clientId);
        return name === undefined ? [] : [{ clientId, name, day }];
      },
    ),
    now: reachable.flatMap((client) =>
      client.days !== null && client.days >= days
        ? [{ clientId: client.clientId, name: client.name, days: client.days }]
        : [],
    ),
    clients: reachable,
  };
}

/** The runs of rules with clients, newest first. */
export async function listFlowRuns(
  tx: Tx<CoachScope>,
  after: Cursor | null,
): Promise<{ runs: FlowRun[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectRuns(tx, after), RUN_PAGE);
  const sent =
    page.length === 0
      ? []
      : await selectMessagesOf(
          tx,
          page.map(({ id }) => id),
        );
  const runs = page.map(({ at, dueAt, ...run }) => ({
    ...run,
    startedAt: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    sentAt: sent.filter(({ runId }) => runId === run.id).map(({ sentAt }) => sentAt.toISOString()),
  }));
  return { runs, nextCursor };
}

/** @throws NOT_FOUND when the scope has no such client */
export async function getOwnAutomatic(tx: Tx<ClientScope>): Promise<OwnAutomatic> {
  const row = await findOwnAutomatic(tx);
  if (!row) throw refuse('NOT_FOUND');
  return { stoppedAt: row.stoppedAt?.toISOString() ?? null };
}

/**
 * Stops automatic messages to the client in scope, or allows them. A stop that ends is recorded. Idempotent.
 * @throws FORBIDDEN after the end of the coaching
 */
export async function setOwnAutomatic(tx: Tx<ClientScope>, stopped: boolean, now: Date): Promise<OwnAutomatic> {
  if (!(await lockRelationship(tx, tx.scope.clientId))) throw refuse('FORBIDDEN');
  const before = await getOwnAutomatic(tx);
  await updateOwnAutomatic(tx, stopped ? now : null);
  if (!stopped && before.stoppedAt !== null) {
    const { clientId } = tx.scope;
    await record(tx, { type: 'automatic.allowed', clientId, occurredAt: now, data: { stoppedAt: before.stoppedAt } });
  }
  return getOwnAutomatic(tx);
}
