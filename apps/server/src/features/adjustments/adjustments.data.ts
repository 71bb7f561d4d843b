import type { Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { and, asc, desc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { timelineEvent } from '../../core/events/events.data.ts';
import { coaches } from '../../core/people/people.table.ts';
import { clientZone, isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Places } from '../../platform/db/prepared.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import {
  adjustmentExceptions,
  adjustmentGuardrails,
  adjustmentReviews,
  adjustments,
  type ProposedDates,
} from './adjustments.table.ts';

type CoachTx = Tx<CoachScope>;

const CLIENT = (coachId: string) => ({
  clientId: relationships.clientId,
  personId: relationships.personId,
  status: relationships.status,
  fullName: relationships.fullName,
  pauses: relationships.checkInPauses,
  covered: isCovered(coachId),
  coachName: coaches.fullName,
  coachZone: coaches.timeZone,
  /** Of the client's days: the coach's for a former client. */
  timeZone: sql<string>`coalesce(${clientZone(coachId)}, ${coaches.timeZone})`,
});

const selectClient = (tx: CoachTx, clientId: string) =>
  tx
    .select(CLIENT(tx.scope.coachId))
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isRelationshipWith(tx, clientId));

export async function findClient(tx: CoachTx, clientId: string) {
  const [row] = await selectClient(tx, clientId);
  return row;
}
export type AdjustedClient = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/**
 * Locks the client until the transaction ends, like all writers of their programs, so that reviews run one at a time.
 */
export async function lockClient(tx: CoachTx, clientId: string): Promise<AdjustedClient | undefined> {
  const [row] = await selectClient(tx, clientId).for('no key update', { of: relationships });
  return row;
}

const STORED = {
  id: adjustments.id,
  clientId: adjustments.clientId,
  clientProgramId: adjustments.clientProgramId,
  cause: adjustments.cause,
  kind: adjustments.kind,
  status: adjustments.status,
  reason: adjustments.reason,
  lines: adjustments.lines,
  change: adjustments.change,
  held: adjustments.held,
  revision: adjustments.revision,
  programVersion: adjustments.programVersion,
  dates: adjustments.dates,
  decidedBy: adjustments.decidedBy,
  createdAt: adjustments.createdAt,
  changedAt: adjustments.changedAt,
};
export type StoredAdjustment = Pick<typeof adjustments.$inferSelect, keyof typeof STORED>;

const isOfClient = (tx: CoachTx, clientId: string) =>
  and(eq(adjustments.coachId, tx.scope.coachId), eq(adjustments.clientId, clientId));

export async function findAdjustment(tx: CoachTx, id: string): Promise<StoredAdjustment | undefined> {
  const [row] = await tx
    .select(STORED)
    .from(adjustments)
    .where(and(eq(adjustments.coachId, tx.scope.coachId), eq(adjustments.id, id)));
  return row;
}

/** The open adjustments of a client, and those with one of these causes. */
export const selectReviewed = (tx: CoachTx, clientId: string, causes: readonly string[]) =>
  tx
    .select(STORED)
    .from(adjustments)
    .where(and(isOfClient(tx, clientId), or(eq(adjustments.status, 'open'), inArray(adjustments.cause, [...causes]))));

/** Most adjustments that a screen lists. */
const SHOWN_MAX = 30;

/** Open adjustments of a client, and those made since a time, latest first. */
export const selectShown = (tx: CoachTx, clientId: string, since: Date) =>
  tx
    .select(STORED)
    .from(adjustments)
    .where(
      and(
        isOfClient(tx, clientId),
        or(eq(adjustments.status, 'open'), and(eq(adjustments.status, 'applied'), gte(adjustments.changedAt, since))),
      ),
    )
    .orderBy(desc(adjustments.createdAt), desc(adjustments.id))
    .limit(SHOWN_MAX);

/** Adjustments made for the client in scope since a time, and held days, earliest first. */
export const selectOwn = (tx: Tx<ClientScope>, since: Date) =>
  tx
    .select({
      clientProgramId: adjustments.clientProgramId,
      cause: adjustments.cause,
      kind: adjustments.kind,
      status: adjustments.status,
      reason: adjustments.reason,
      change: adjustments.change,
      held: adjustments.held,
      decidedBy: adjustments.decidedBy,
    })
    .from(adjustments)
    .where(
      and(
        eq(adjustments.coachId, tx.scope.coachId),
        eq(adjustments.clientId, tx.scope.clientId),
        inArray(adjustments.status, ['applied', 'open']),
        gte(adjustments.changedAt, since),
      ),
    )
    .orderBy(asc(adjustments.changedAt), asc(adjustments.id))
    .limit(SHOWN_MAX);

/** Only pain leads to replaced exercises and held days. */
const isAfterPain = sql`(${adjustments.kind} = 'swap' or cardinality(${adjustments.held}) > 0)`;

/** How a client's open adjustments are ordered among those of others: after pain first, then by how long they wait. */
const byUrgency = sql`bool_or(${isAfterPain}) desc, min(${adjustments.createdAt}), ${adjustments.clientId}`;

/**
 * The `limit` active clients whose open adjustments have waited longest, by `place`, and the total. The reason is that of
 * a held day, or else of the oldest adjustment.
 */
export const selectOpen = (tx: CoachTx, { coachId, limit }: Places<{ limit: number }>) =>
  tx
    .select({
      clientId: adjustments.clientId,
      clientName: relationships.fullName,
      open: sql<number>`count(*)::int`.as('open'),
      reason: sql<string>`(array_agg(${adjustments.reason} order by cardinality(${adjustments.held}) > 0 desc,
          ${isAfterPain} desc, ${adjustments.createdAt}, ${adjustments.id}))[1]`.as('reason'),
      pain: sql<boolean>`bool_or(${isAfterPain})`.as('pain'),
      place: sql<number>`(row_number() over (order by ${byUrgency}))::int`.as('place'),
      total: sql<number>`(count(*) over ())::int`.as('total'),
      fromKcal: sql<number | null>`null::int`.as('from_kcal'),
      toKcal: sql<number | null>`null::int`.as('to_kcal'),
    })
    .from(adjustments)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, adjustments.coachId), eq(relationships.clientId, adjustments.clientId)),
    )
    .where(and(eq(adjustments.coachId, coachId), eq(adjustments.status, 'open'), eq(relationships.status, 'active')))
    .groupBy(adjustments.clientId, relationships.fullName)
    .orderBy(byUrgency)
    .limit(limit);

/** The open adjustments of active clients, those after pain first and then those that have waited longest. */
export const selectProposals = (tx: CoachTx, limit: number) =>
  tx
    .select({
      id: adjustments.id,
      clientId: adjustments.clientId,
      clientName: relationships.fullName,
      reason: adjustments.reason,
      lines: adjustments.lines,
      revision: adjustments.revision,
      pain: sql<boolean>`${isAfterPain}`,
    })
    .from(adjustments)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, adjustments.coachId), eq(relationships.clientId, adjustments.clientId)),
    )
    .where(
      and(
        eq(adjustments.coachId, tx.scope.coachId),
        eq(adjustments.status, 'open'),
        eq(relationships.status, 'active'),
      ),
    )
    .orderBy(desc(isAfterPain), asc(adjustments.createdAt), asc(adjustments.id))
    .limit(limit);

type NewAdjustment = Pick<
  StoredAdjustment,
  'clientId' | 'clientProgramId' | 'cause' | 'kind' | 'reason' | 'lines' | 'change' | 'held' | 'programVersion'
> & { dates: ProposedDates };

export async function insertAdjustment(tx: CoachTx, row: NewAdjustment, now: Date): Promise<StoredAdjustment> {
  const [stored] = await tx
    .insert(adjustments)
    .values({ ...row, coachId: tx.scope.coachId, id: uuidv7(), status: 'open', createdAt: now, changedAt: now })
    .returning(STORED);
  if (!stored) throw new Error('an adjustment was not stored');
  return stored;
}

export async function updateAdjustment(
  tx: CoachTx,
  id: string,
  changes: Partial<Omit<StoredAdjustment, 'id' | 'clientId' | 'cause' | 'createdAt'>>,
): Promise<void> {
  await tx
    .update(adjustments)
    .set(changes)
    .where(and(eq(adjustments.coachId, tx.scope.coachId), eq(adjustments.id, id)));
}

/** The guardrails of the coach, and those of one client, in one statement. Each has a row only when it is set. */
export function selectGuardrails(tx: CoachTx, clientId: string | null) {
  const { coachId } = tx.scope;
  const own = tx
    .select({ guardrails: adjustmentGuardrails.guardrails, isException: sql<boolean>`false`.as('is_exception') })
    .from(adjustmentGuardrails)
    .where(eq(adjustmentGuardrails.coachId, coachId));
  if (clientId === null) return own;
  const exception = tx
    .select({ guardrails: adjustmentExceptions.guardrails, isException: sql<boolean>`true`.as('is_exception') })
    .from(adjustmentExceptions)
    .where(and(eq(adjustmentExceptions.coachId, coachId), eq(adjustmentExceptions.clientId, clientId)));
  return unionAll(own, exception);
}

export async function upsertGuardrails(tx: CoachTx, guardrails: Guardrails): Promise<void> {
  await tx
    .insert(adjustmentGuardrails)
    .values({ coachId: tx.scope.coachId, guardrails })
    .onConflictDoUpdate({ target: adjustmentGuardrails.coachId, set: { guardrails } });
}

export async function upsertException(tx: CoachTx, clientId: string, guardrails: Guardrails): Promise<void> {
  await tx
    .insert(adjustmentExceptions)
    .values({ coachId: tx.scope.coachId, clientId, guardrails })
    .onConflictDoUpdate({ target: [adjustmentExceptions.coachId, adjustmentExceptions.clientId], set: { guardrails } });
}

export async function deleteException(tx: CoachTx, clientId: string): Promise<void> {
  await tx
    .delete(adjustmentExceptions)
    .where(and(eq(adjustmentExceptions.coachId, tx.scope.coachId), eq(adjustmentExceptions.clientId, clientId)));
}

/** Sets when the client will be reviewed next; null for never. */
export async function setNextReview(tx: CoachTx, clientId: string, dueAt: Date | null): Promise<void> {
  const { coachId } = tx.scope;
  if (dueAt) {
    await tx
      .insert(adjustmentReviews)
      .values({ coachId, clientId, dueAt })
      .onConflictDoUpdate({ target: [adjustmentReviews.coachId, adjustmentReviews.clientId], set: { dueAt } });
    return;
  }
  await tx
    .delete(adjustmentReviews)
    .where(and(eq(adjustmentReviews.coachId, coachId), eq(adjustmentReviews.clientId, clientId)));
}

/** Marks all clients of the coach who follow a program as due. */
export async function expireReviews(tx: CoachTx, now: Date): Promise<void> {
  const { coachId } = tx.scope;
  const isLater = gt(adjustmentReviews.dueAt, now);
  await tx
    .update(adjustmentReviews)
    .set({ dueAt: now })
    .where(and(eq(adjustmentReviews.coachId, coachId), isLater));
}

type DueReview = { coachId: string; clientId: string; dueAt: Date };
/** Cursor in the list of due reviews. */
export type ReviewPlace = { coachId: string; clientId: string; dueAt: string };

/** Clients who are due for a review, longest waiting first, after a cursor. */
export const selectDueReviews = (
  tx: Tx<SystemScope<'adjustments'>>,
  { now, after, limit }: { now: Date; after: ReviewPlace | undefined; limit: number },
): Promise<DueReview[]> =>
  tx
    .select({
      coachId: adjustmentReviews.coachId,
      clientId: adjustmentReviews.clientId,
      dueAt: adjustmentReviews.dueAt,
    })
    .from(adjustmentReviews)
    .where(
      and(
        lte(adjustmentReviews.dueAt, now),
        after &&
          sql`(${adjustmentReviews.dueAt}, ${adjustmentReviews.coachId}, ${adjustmentReviews.clientId})
            > (${after.dueAt}::timestamptz, ${after.coachId}::uuid, ${after.clientId}::uuid)`,
      ),
    )
    .orderBy(asc(adjustmentReviews.dueAt), asc(adjustmentReviews.coachId), asc(adjustmentReviews.clientId))
    .limit(limit);

/** Timeline line of a change of the client's coming days. */
export const adjustmentLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'adjustment', 'id', ${timelineEvent.id},
    'event', split_part(${timelineEvent.type}, '.', 2), 'change', a.kind, 'automatic', a.decided_by = 'rules',
    'reason', a.reason) as line
  from adjustments a where a.coach_id = ${coachId} and a.id = ${timelineEvent.subjectId}`;
