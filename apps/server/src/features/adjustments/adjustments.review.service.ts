import {
  type AdjustmentChange,
  applyToDates,
  applyToProgram,
  changedKeys,
  undoInDates,
  undoInProgram,
} from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  type AdjustmentFacts,
  type FollowedProgram,
  plannedDays,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { type Adjuster, moveLines } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { isSame, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { dayTitle } from '@stridewell/contract/programs/programs.wording.rules';
import { startOfDay } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import { changeComingDays, hasDraft } from '../programs/programs.adjust.service.ts';
import {
  type AdjustedClient,
  insertAdjustment,
  lockClient,
  type StoredAdjustment,
  selectReviewed,
  setNextReview,
  updateAdjustment,
} from './adjustments.data.ts';
import { type ClientFacts, factsOf, isGettingWeaker } from './adjustments.facts.service.ts';
import { nextReviewDay, type Proposal, proposeAdjustments } from './adjustments.proposals.rules.ts';

const datesOf = ({ startDay, weekdays, moved }: FollowedProgram): StoredAdjustment['dates'] => ({
  startDay,
  weekdays,
  moved,
});

/** Names of the days of a program by their keys. */
export function titlesOf({ program }: Pick<FollowedProgram, 'program'>): ReadonlyMap<string, string> {
  const days = weeksOf(program).flatMap(({ week }) => week.days);
  return new Map(days.map((day) => [day.key, dayTitle(day)]));
}

/** Most lines that describe one adjustment. */
const LINES_MAX = 30;

/** Describes the difference in sentences. */
export function linesOf(change: AdjustmentChange, followed: FollowedProgram): string[] {
  const titles = titlesOf(followed);
  const { program } = followed;
  return [
    ...moveLines(change, (dayKey) => titles.get(dayKey) ?? ''),
    ...describeChanges(program, applyToProgram(program, change)),
  ].slice(0, LINES_MAX);
}

/** Whether the change affects exercises, and not only dates. */
export const changesContent = ({ days, deloads }: AdjustmentChange): boolean => days.length > 0 || deloads.length > 0;

/** Context of a change beside its transaction. */
export type AdjustContext = { client: AdjustedClient; now: Date };

const depsOf = ({ client, now }: AdjustContext) => ({
  now,
  coach: { fullName: client.coachName, timeZone: client.coachZone },
});

/** Notifies the coach of a proposal, or of a change that was made without them. */
async function notifyCoach(tx: Tx<CoachScope>, { clientId, fullName }: AdjustedClient, title: string, reason: string) {
  const { coachId } = tx.scope;
  await notify(tx, {
    userId: coachId,
    type: 'adjustment_proposed',
    title: `${title} ${fullName}`,
    message: reason,
    metadata: { client_id: clientId, coach_id: coachId },
  });
}

/** Applies a change, notifies the client, and records it in timeline and plan history. */
export async function apply(
  tx: Tx<CoachScope>,
  { id, kind, reason, change, lines }: Pick<StoredAdjustment, 'id' | 'kind' | 'reason' | 'change' | 'lines'>,
  followed: FollowedProgram,
  { by, ...context }: AdjustContext & { by: Adjuster },
): Promise<void> {
  const { client, now } = context;
  const { clientId } = client;
  await changeComingDays(tx, depsOf(context), client, {
    clientProgramId: followed.id,
    program: applyToProgram(followed.program, change),
    moved: applyToDates(followed, change),
    isContentChanged: changesContent(change),
    changes: [reason, ...lines],
    notice: by === 'client' ? null : { title: `${client.coachName} changed your week`, message: reason },
  });
  await updateAdjustment(tx, id, { status: 'applied', decidedBy: by, changedAt: now });
  // A client's request also runs in the coach's scope. The adjustment records who made it.
  const actor = by === 'coach' ? 'coach' : 'system';
  await record(tx, { type: 'adjustment.applied', clientId, subjectId: id, actor, occurredAt: now, data: { kind } });
  if (by === 'rules') await notifyCoach(tx, client, 'Changed by your rules:', reason);
  if (by === 'client') await notifyCoach(tx, client, 'Moved by your client:', reason);
}

/** The program and its dates before a change; undefined when it can no longer be undone. */
export function undone(row: Pick<StoredAdjustment, 'clientProgramId' | 'change'>, facts: AdjustmentFacts) {
  const { followed } = facts;
  const keys = changedKeys(row.change);
  if (row.clientProgramId !== followed.id || keys.length === 0) return undefined;
  const planned = new Map(plannedDays(facts).map((day) => [day.dayKey, day]));
  if (!keys.every((key) => planned.get(key)?.status === 'open')) return undefined;
  const program = undoInProgram(followed.program, row.change);
  const moved = undoInDates(followed, row.change);
  return program && moved && { program, moved };
}

/** Undoes a change, with the same notifications and records as `apply`. */
export async function undo(
  tx: Tx<CoachScope>,
  { id, reason, change }: StoredAdjustment,
  before: NonNullable<ReturnType<typeof undone>>,
  { clientProgramId, ...context }: AdjustContext & { clientProgramId: string },
): Promise<void> {
  const { client, now } = context;
  await changeComingDays(tx, depsOf(context), client, {
    ...before,
    clientProgramId,
    isContentChanged: changesContent(change),
    changes: [`Undone: ${reason}`],
    notice: { title: `${client.coachName} undid a change of your week`, message: reason },
  });
  await updateAdjustment(tx, id, { status: 'undone', changedAt: now });
  await record(tx, { type: 'adjustment.undone', clientId: client.clientId, subjectId: id, occurredAt: now });
}

type Stored = { row: StoredAdjustment; isNew: boolean };

/** Stores a new proposal, or renews an open one that is outdated. Does not change decided ones. */
async function store(
  tx: Tx<CoachScope>,
  proposal: Proposal,
  known: StoredAdjustment | undefined,
  { facts, client, now }: AdjustContext & { facts: AdjustmentFacts },
): Promise<Stored | undefined> {
  const { followed } = facts;
  const { kind, reason, change, held, cause } = proposal;
  const based = { clientProgramId: followed.id, programVersion: followed.version, dates: datesOf(followed) };
  const content = { kind, reason, change, held };
  if (!known) {
    const lines = linesOf(change, followed);
    const row = await insertAdjustment(tx, { ...based, ...content, lines, cause, clientId: client.clientId }, now);
    return { row, isNew: true };
  }
  if (known.status !== 'open' && known.status !== 'withdrawn') return undefined;
  const isRead = known.status === 'open' && isSame(content, pick(known));
  const isBased = known.programVersion === followed.version && isSame(known.dates, based.dates);
  if (isRead && isBased) return { row: known, isNew: false };
  const renewed = isRead
    ? based
    : {
        ...based,
        ...content,
        lines: linesOf(change, followed),
        status: 'open' as const,
        revision: known.revision + 1,
        changedAt: now,
      };
  await updateAdjustment(tx, known.id, renewed);
  return { row: { ...known, ...renewed }, isNew: false };
}

const pick = ({ kind, reason, change, held }: StoredAdjustment) => ({ kind, reason, change, held });

/** Withdraws open adjustments whose cause is gone. */
async function withdraw(tx: Tx<CoachScope>, rows: readonly StoredAdjustment[], now: Date): Promise<void> {
  for (const { id } of rows) await updateAdjustment(tx, id, { status: 'withdrawn', changedAt: now });
}

/** Sends one notification for all new proposals of a review. */
async function announceNew(tx: Tx<CoachScope>, client: AdjustedClient, reasons: readonly string[]): Promise<void> {
  const [first] = reasons;
  if (first === undefined) return;
  const title = reasons.length === 1 ? 'Suggested change for' : `${reasons.length} suggested changes for`;
  await notifyCoach(tx, client, title, first);
}

const DAY_MS = 86_400_000;

/** @returns whether a change was applied; the other proposals then need a review of the changed program */
async function reviewOnce(tx: Tx<CoachScope>, found: ClientFacts, context: AdjustContext): Promise<boolean> {
  const { facts } = found;
  const isWeaker = await isGettingWeaker(tx, context.client.clientId, facts.today);
  const proposals = proposeAdjustments({ ...facts, isWeaker });
  const causes = proposals.map(({ cause }) => cause);
  const rows = await selectReviewed(tx, context.client.clientId, causes);
  const known = new Map(rows.map((row) => [row.cause, row]));
  const isGone = ({ status, cause }: StoredAdjustment) => status === 'open' && !causes.includes(cause);
  await withdraw(tx, rows.filter(isGone), context.now);
  let open = 0;
  const reasons: string[] = [];
  for (const proposal of proposals) {
    const stored = await store(tx, proposal, known.get(proposal.cause), { ...context, facts });
    if (!stored) continue;
    open += 1;
    const { row, isNew } = stored;
    // The coach is editing the exercises, and a change would outdate their draft.
    if (!proposal.automatic || (changesContent(row.change) && (await hasDraft(tx, facts.followed.id)))) {
      if (isNew) reasons.push(row.reason);
      continue;
    }
    await announceNew(tx, context.client, reasons);
    await apply(tx, row, facts.followed, { ...context, by: 'rules' });
    return true;
  }
  await announceNew(tx, context.client, reasons);
  const day = nextReviewDay(facts, open > 0) ?? found.nextStart;
  await setNextReview(tx, context.client.clientId, day === null ? null : startOfDay(day, context.client.timeZone));
  return false;
}

/**
 * Updates the proposals for a client: stores new ones, applies those that the guardrails make automatic, and renews or
 * withdraws outdated ones. Idempotent.
 * @returns the facts afterwards; undefined for a client without a program or a seat
 */
export async function reviewClient(
  tx: Tx<CoachScope>,
  clientId: string,
  now: Date,
): Promise<(ClientFacts & AdjustContext) | undefined> {
  const client = await lockClient(tx, clientId);
  if (!client) return undefined;
  // Each round except the last applies one change, whose cause is then decided.
  for (;;) {
    const found = await factsOf(tx, client, now);
    if (!found) {
      const rows = await selectReviewed(tx, clientId, []);
      await withdraw(tx, rows, now);
      // A client can regain a seat without an event, so clients without one are reviewed daily.
      const isWaiting = client.status === 'active' && !client.covered;
      await setNextReview(tx, clientId, isWaiting ? new Date(now.getTime() + DAY_MS) : null);
      return undefined;
    }
    if (!(await reviewOnce(tx, found, { client, now }))) return { ...found, client, now };
  }
}
