import type { ClientTargets, TargetChange, TargetContent, TargetPreview } from '@stridewell/contract/targets/targets';
import { type Activity, changeOn, TARGET_DAYS_AHEAD } from '@stridewell/contract/targets/targets.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addChange } from './targets.change.service.ts';
import { readTargetClient, type TargetClient } from './targets.client.service.ts';
import { findChange, findNewest, selectChanges } from './targets.data.ts';
import { targetOn } from './targets.day.service.ts';
import { defaultsFor, missingFacts } from './targets.defaults.rules.ts';
import { findOwnGap, withLoggedExpenditure } from './targets.expenditure.service.ts';
import { blocksOf, checkTarget, type TargetFacts } from './targets.setting.rules.ts';

/**
 * The coach's unit system, for sentences, and the moment of the request. `prescribes`: scope of practice. `adapts`:
 * whether the plan has targets that follow the log.
 */
export type TargetRequest = { units: UnitSystem; now: Date; prescribes: boolean; adapts: boolean };

type WithHistory = { client: TargetClient; history: readonly TargetChange[] };

/** The client's data, with the expenditure that the log shows where the plan has it and the estimate is reliable. */
const factsFor = async (
  tx: Tx<CoachScope>,
  clientId: string,
  { client: { facts }, history }: WithHistory,
  activity: Activity,
  { adapts }: TargetRequest,
): Promise<TargetFacts> => (adapts ? withLoggedExpenditure(tx, clientId, { facts, history }, activity) : facts);

/** @throws NOT_FOUND */
export async function getTargets(tx: Tx<CoachScope>, clientId: string, request: TargetRequest): Promise<ClientTargets> {
  const [client, history] = await Promise.all([readTargetClient(tx, clientId, request), selectChanges(tx, clientId)]);
  const { daysPerWeek } = client;
  const defaults = defaultsFor(client.facts.person, daysPerWeek, history);
  const facts = await factsFor(tx, clientId, { client, history }, defaults.activity, request);
  const { today } = facts;
  const proposal = checkTarget(facts, { source: 'calculated', ...defaults, week: null, note: '' });
  const current = changeOn(history, today);
  return {
    today,
    missing: missingFacts(facts.person),
    blocks: blocksOf(facts),
    defaults,
    proposal,
    current: current?.target ? current : null,
    history,
  };
}

/** @throws NOT_FOUND */
export async function previewTarget(
  tx: Tx<CoachScope>,
  { clientId, content }: { clientId: string; content: TargetContent },
  request: TargetRequest,
): Promise<TargetPreview> {
  const [client, history] = await Promise.all([readTargetClient(tx, clientId, request), selectChanges(tx, clientId)]);
  return checkTarget(await factsFor(tx, clientId, { client, history }, content.activity, request), content);
}

/** Locks the client, so that changes of their target run one after another. @throws NOT_FOUND, FORMER_CLIENT */
async function lockClient(
  tx: Tx<CoachScope, 'FORMER_CLIENT'>,
  clientId: string,
  request: TargetRequest,
): Promise<TargetClient> {
  if (!(await lockRelationship(tx, clientId))) throw refuse('NOT_FOUND');
  const client = await readTargetClient(tx, clientId, request);
  if (client.isFormer) throw refuse(tx, 'FORMER_CLIENT');
  return client;
}

type NewTarget = { clientId: string; targetId: string; startsOn: string; content: TargetContent };

/** Whether a stored change is the one that the coach sends again. */
function isSame(
  { startsOn, source, note, basis, target }: TargetChange,
  { startsOn: day, content }: NewTarget,
): boolean {
  const isPlanned = startsOn === day && source === content.source && note === content.note;
  const isChosen = basis?.goal === content.goal && basis.activity === content.activity;
  return isPlanned && isChosen && (content.source === 'calculated' || target?.kcal === content.kcal);
}

/**
 * Sets a client's target from a day on. It replaces every earlier one from then on, planned ones included. Idempotent.
 * @throws NOT_FOUND, FORMER_CLIENT, NOT_PRESCRIBING, START_OUT_OF_RANGE, ID_TAKEN, TARGET_BLOCKED with the reasons
 */
export async function saveTarget(
  tx: Tx<CoachScope, 'FORMER_CLIENT' | 'NOT_PRESCRIBING' | 'START_OUT_OF_RANGE' | 'TARGET_BLOCKED'>,
  input: NewTarget,
  request: TargetRequest,
): Promise<TargetChange> {
  const { clientId, targetId, startsOn, content } = input;
  const client = await lockClient(tx, clientId, request);
  const { facts, timeZone } = client;
  const stored = await findChange(tx, targetId);
  if (stored) {
    if (stored.clientId === clientId && isSame(stored.change, input)) return stored.change;
    throw refuse('ID_TAKEN');
  }
  if (!request.prescribes) throw refuse(tx, 'NOT_PRESCRIBING');
  if (startsOn < facts.today || startsOn > addDays(facts.today, TARGET_DAYS_AHEAD)) {
    throw refuse(tx, 'START_OUT_OF_RANGE');
  }
  const history = await selectChanges(tx, clientId);
  const known = await factsFor(tx, clientId, { client, history }, content.activity, request);
  const { blocks, target, basis } = checkTarget(known, content);
  if (!target) throw refuse(tx, 'TARGET_BLOCKED', { data: { blocks } });
  const { source, note } = content;
  const change = { id: targetId, clientId, startsOn, source, by: 'coach' as const, note, target, basis };
  return addChange(tx, change, { now: request.now, timeZone });
}

/**
 * Ends a client's target today, and drops planned ones. Idempotent.
 * @throws NOT_FOUND, FORMER_CLIENT, NO_TARGET, ID_TAKEN
 */
export async function endTarget(
  tx: Tx<CoachScope, 'FORMER_CLIENT' | 'NO_TARGET'>,
  { clientId, targetId }: { clientId: string; targetId: string },
  request: TargetRequest,
): Promise<TargetChange> {
  const { facts, timeZone } = await lockClient(tx, clientId, request);
  const stored = await findChange(tx, targetId);
  if (stored) {
    if (stored.clientId === clientId && stored.change.source === 'ended') return stored.change;
    throw refuse('ID_TAKEN');
  }
  if (!(await findNewest(tx, clientId))?.target) throw refuse(tx, 'NO_TARGET');
  const end = { target: null, basis: null, source: 'ended' as const, by: 'coach' as const, note: '' };
  return addChange(tx, { ...end, id: targetId, clientId, startsOn: facts.today }, { now: request.now, timeZone });
}

/** The client's own target on a day, today by default. Without numbers for a client whose numbers are off. */
export async function getOwnTarget(
  tx: Tx<ClientScope>,
  { now, timeZone }: { now: Date; timeZone: string },
  asked?: string,
) {
  const today = dayInZone(now, timeZone);
  const day = asked ?? today;
  const isShown = day === today && !tx.scope.numbersOff;
  const [found, gap] = await Promise.all([
    targetOn(tx, { clientId: tx.scope.clientId, date: day }),
    isShown ? findOwnGap(tx, today) : null,
  ]);
  if (!found) return { day, target: null };
  const { startsOn, isTraining, reasons: all, ...numbers } = found;
  if (tx.scope.numbersOff) return { day, target: { startsOn, isTraining, numbers: null } };
  // The sentence about expenditure names the client's measures and is for the coach.
  const { expenditure: _, ...reasons } = all;
  return { day, target: { startsOn, isTraining, numbers: { ...numbers, reasons, gap } } };
}
