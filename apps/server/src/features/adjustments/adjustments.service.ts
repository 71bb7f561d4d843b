import type { Adjustment } from '@stridewell/contract/adjustments/adjustments';
import { applyToProgram } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import type { Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { draftProposal, hasDraft } from '../programs/programs.adjust.service.ts';
import {
  deleteException,
  expireReviews,
  findAdjustment,
  findClient,
  lockClient,
  type StoredAdjustment,
  selectOpen,
  selectProposals,
  selectShown,
  setNextReview,
  updateAdjustment,
  upsertException,
  upsertGuardrails,
} from './adjustments.data.ts';
import { type ClientFacts, factsOf, guardrailsOf } from './adjustments.facts.service.ts';
import { choosableDates, chooseDate } from './adjustments.proposals.rules.ts';
import { apply, changesContent, linesOf, reviewClient, titlesOf, undo, undone } from './adjustments.review.service.ts';

/** How long an applied change is listed. */
const SHOWN_MS = 14 * 86_400_000;
/** Most proposals of a list. */
const PROPOSALS_MAX = 100;

/** For other features. */
export { selectOpen as selectOpenAdjustments };

/** Each open adjustment of the coach's active clients, with all that is needed to approve it. */
export const listProposals = (tx: Tx<CoachScope>) => selectProposals(tx, PROPOSALS_MAX);

function moveOf({ change }: StoredAdjustment, { facts }: ClientFacts): Adjustment['move'] {
  const dates = choosableDates(facts, change);
  const [move] = change.moves;
  return move && dates.length > 0 ? { to: move.to, dates } : null;
}

function toAdjustment(row: StoredAdjustment, found: ClientFacts | undefined): Adjustment {
  const { id, clientId, clientProgramId, kind, status, reason, lines, revision } = row;
  const titles = found && titlesOf(found.facts.followed);
  return {
    id,
    clientId,
    clientProgramId,
    kind,
    status,
    reason,
    lines,
    revision,
    held: status === 'open' ? row.held.flatMap((key) => titles?.get(key) ?? []) : [],
    by: row.decidedBy,
    at: row.changedAt.toISOString(),
    canUndo: status === 'applied' && found !== undefined && undone(row, found.facts) !== undefined,
    canEdit: status === 'open' && changesContent(row.change),
    move: status === 'open' && found ? moveOf(row, found) : null,
  };
}

/** @throws NOT_FOUND */
export async function getClientAdjustments(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [client, rows, { guardrails, isException }] = await Promise.all([
    findClient(tx, clientId),
    selectShown(tx, clientId, new Date(now.getTime() - SHOWN_MS)),
    guardrailsOf(tx, clientId),
  ]);
  if (!client) throw refuse('NOT_FOUND');
  // Only adjustments are shown against the facts, and most clients have none.
  const found = rows.length > 0 ? await factsOf(tx, client, now, guardrails) : undefined;
  return { adjustments: rows.map((row) => toAdjustment(row, found)), guardrails, isException };
}

/**
 * The current adjustment and its client, both locked until the transaction ends.
 * @throws NOT_FOUND
 */
async function lockAdjustment(tx: Tx<CoachScope>, id: string) {
  const found = await findAdjustment(tx, id);
  const client = found && (await lockClient(tx, found.clientId));
  // Read again, because the lock may have waited for another decision.
  const row = client && (await findAdjustment(tx, id));
  if (!row || !client) throw refuse('NOT_FOUND');
  return { row, client };
}

type Reviewed = Awaited<ReturnType<typeof reviewClient>>;

/** The adjustment after a review, which may have renewed or withdrawn it. */
async function answer(tx: Tx<CoachScope>, id: string, found: Reviewed): Promise<Adjustment> {
  const row = await findAdjustment(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return toAdjustment(row, found);
}

/**
 * Refuses a change of exercises that would outdate the coach's draft of the program.
 * @throws DRAFT_EXISTS
 */
async function requireNoDraft(
  tx: Tx<CoachScope, 'DRAFT_EXISTS'>,
  { change, clientProgramId }: StoredAdjustment,
): Promise<void> {
  if (changesContent(change) && (await hasDraft(tx, clientProgramId))) throw refuse(tx, 'DRAFT_EXISTS');
}

/**
 * Applies the version of a proposal that the coach has seen, on another date if they chose one. When the program has
 * changed since, applies nothing and returns the current proposal. Idempotent.
 * @throws NOT_FOUND, DRAFT_EXISTS
 */
export async function approveAdjustment(
  tx: Tx<CoachScope, 'DRAFT_EXISTS'>,
  { adjustmentId, revision, to }: { adjustmentId: string; revision: number; to?: string | undefined },
  now: Date,
): Promise<Adjustment> {
  const { row, client } = await lockAdjustment(tx, adjustmentId);
  const found = await reviewClient(tx, row.clientId, now);
  const current = row.status === 'open' ? await findAdjustment(tx, adjustmentId) : undefined;
  if (!found || current?.status !== 'open' || current.revision !== revision) return answer(tx, adjustmentId, found);
  await requireNoDraft(tx, current);
  const { facts } = found;
  const chosen = to === undefined ? current : chooseDate(facts, current.change, to);
  if (!chosen) return answer(tx, adjustmentId, found);
  const { change, reason } = chosen;
  const content = { change, reason, lines: linesOf(change, facts.followed) };
  await updateAdjustment(tx, adjustmentId, content);
  await apply(tx, { ...current, ...content }, facts.followed, { client, now, by: 'coach' });
  return answer(tx, adjustmentId, await reviewClient(tx, row.clientId, now));
}

/**
 * Dismisses a proposal. Its cause leads to no other one. Idempotent.
 * @throws NOT_FOUND, ADJUSTMENT_CHANGED when it is not open
 */
export async function dismissAdjustment(
  tx: Tx<CoachScope, 'ADJUSTMENT_CHANGED'>,
  adjustmentId: string,
  now: Date,
): Promise<Adjustment> {
  const { row } = await lockAdjustment(tx, adjustmentId);
  if (row.status === 'dismissed') return toAdjustment(row, undefined);
  if (row.status !== 'open') throw refuse(tx, 'ADJUSTMENT_CHANGED');
  await updateAdjustment(tx, adjustmentId, { status: 'dismissed', decidedBy: 'coach', changedAt: now });
  return answer(tx, adjustmentId, await reviewClient(tx, row.clientId, now));
}

/**
 * Undoes a change unless one of its days has started. Idempotent.
 * @throws NOT_FOUND, ADJUSTMENT_CHANGED, DRAFT_EXISTS
 */
export async function undoAdjustment(
  tx: Tx<CoachScope, 'ADJUSTMENT_CHANGED' | 'DRAFT_EXISTS'>,
  adjustmentId: string,
  now: Date,
): Promise<Adjustment> {
  const { row, client } = await lockAdjustment(tx, adjustmentId);
  if (row.status === 'undone') return toAdjustment(row, undefined);
  const found = row.status === 'applied' ? await factsOf(tx, client, now) : undefined;
  const before = found && undone(row, found.facts);
  if (!before) throw refuse(tx, 'ADJUSTMENT_CHANGED');
  await requireNoDraft(tx, row);
  await undo(tx, row, before, { client, now, clientProgramId: row.clientProgramId });
  return answer(tx, adjustmentId, await reviewClient(tx, row.clientId, now));
}

/**
 * Saves a proposal as the draft of the client's program, for the coach to edit. Idempotent.
 * @throws NOT_FOUND, ADJUSTMENT_CHANGED, DRAFT_EXISTS
 */
export async function draftAdjustment(
  tx: Tx<CoachScope, 'ADJUSTMENT_CHANGED' | 'DRAFT_EXISTS'>,
  adjustmentId: string,
  now: Date,
): Promise<Adjustment> {
  const { row } = await lockAdjustment(tx, adjustmentId);
  if (row.status === 'drafted') return toAdjustment(row, undefined);
  const found = await reviewClient(tx, row.clientId, now);
  const current = await findAdjustment(tx, adjustmentId);
  if (!found || current?.status !== 'open' || !changesContent(current.change)) throw refuse(tx, 'ADJUSTMENT_CHANGED');
  const { id: clientProgramId, version: programVersion, program } = found.facts.followed;
  const proposed = applyToProgram(program, current.change);
  await draftProposal(tx, { clientProgramId, program: proposed, programVersion }, now);
  await updateAdjustment(tx, adjustmentId, { status: 'drafted', decidedBy: 'coach', changedAt: now });
  return answer(tx, adjustmentId, found);
}

/** Saves the coach's guardrails, and makes all clients due for a review. */
export async function saveGuardrails(tx: Tx<CoachScope>, guardrails: Guardrails, now: Date): Promise<void> {
  await upsertGuardrails(tx, guardrails);
  await expireReviews(tx, now);
}

/**
 * Saves guardrails for one client, or removes them.
 * @throws NOT_FOUND
 */
export async function saveClientGuardrails(
  tx: Tx<CoachScope>,
  { clientId, guardrails }: { clientId: string; guardrails: Guardrails | null },
  now: Date,
) {
  if (!(await lockRelationship(tx, clientId))) throw refuse('NOT_FOUND');
  if (guardrails) await upsertException(tx, clientId, guardrails);
  else await deleteException(tx, clientId);
  await setNextReview(tx, clientId, now);
  return guardrailsOf(tx, clientId);
}

export { guardrailsOf };
