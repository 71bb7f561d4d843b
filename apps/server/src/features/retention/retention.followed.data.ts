import type { Followed, TakenActionKind } from '@stridewell/contract/retention/retention.rules';
import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listVisitsSince } from '../clients/clients.visits.service.ts';
import { ACT_OF_EVENT, type Act } from './retention.followed.rules.ts';
import { riskActions, suggestedTimes } from './retention.table.ts';

type CoachTx = Tx<CoachScope>;

/** One morning counts so many; the rest wait for the next one. */
const MOST = 500;

/** Actions from up to `until` without a count of what followed. */
export const selectUncountedActions = (tx: CoachTx, until: Date) =>
  tx
    .select({ id: riskActions.id, clientId: riskActions.clientId, at: riskActions.doneAt })
    .from(riskActions)
    .where(and(eq(riskActions.coachId, tx.scope.coachId), isNull(riskActions.followed), lte(riskActions.doneAt, until)))
    .orderBy(asc(riskActions.doneAt), asc(riskActions.id))
    .limit(MOST);

/** Actions from up to `until` of which nothing says yet whether the client stayed. */
export const selectUnsettledActions = (tx: CoachTx, until: Date) =>
  tx
    .select({ id: riskActions.id, clientId: riskActions.clientId, at: riskActions.doneAt })
    .from(riskActions)
    .where(and(eq(riskActions.coachId, tx.scope.coachId), isNull(riskActions.stayed), lte(riskActions.doneAt, until)))
    .orderBy(asc(riskActions.doneAt), asc(riskActions.id))
    .limit(MOST);

/** Draws from up to `until` without a count of what followed. */
export const selectUncountedTimes = (tx: CoachTx, until: Date) =>
  tx
    .select({ id: suggestedTimes.id, clientId: suggestedTimes.clientId, at: suggestedTimes.madeAt })
    .from(suggestedTimes)
    .where(
      and(
        eq(suggestedTimes.coachId, tx.scope.coachId),
        isNull(suggestedTimes.followed),
        lte(suggestedTimes.madeAt, until),
      ),
    )
    .orderBy(asc(suggestedTimes.madeAt), asc(suggestedTimes.id))
    .limit(MOST);

/** Acts of clients since an instant. */
export async function selectActs(tx: CoachTx, clientIds: readonly string[], since: Date): Promise<Act[]> {
  const types = Object.keys(ACT_OF_EVENT) as (keyof typeof ACT_OF_EVENT)[];
  const [rows, visits] = await Promise.all([
    tx
      .select({ clientId: events.clientId, type: events.type, at: events.occurredAt })
      .from(events)
      .where(
        and(
          eq(events.coachId, tx.scope.coachId),
          inArray(events.clientId, [...clientIds]),
          inArray(events.type, types),
          eq(events.actor, 'client'),
          gt(events.occurredAt, since),
        ),
      ),
    listVisitsSince(tx, clientIds, since),
  ]);
  const acts = rows.flatMap(({ clientId, type, at }) => {
    const kind = types.find((one) => one === type);
    return kind ? [{ clientId, kind: ACT_OF_EVENT[kind], at }] : [];
  });
  // The first and the last visit of a day are known.
  const seen = visits.flatMap(({ clientId, firstAt, lastAt }) =>
    [firstAt, lastAt].map((at) => ({ clientId, kind: 'visit' as const, at })),
  );
  return [...acts, ...seen];
}

type Result<Value> = { id: string; value: Value };

async function setFollowed(
  tx: CoachTx,
  table: typeof riskActions | typeof suggestedTimes,
  results: readonly Result<Followed[]>[],
): Promise<void> {
  for (const rows of Map.groupBy(results, ({ value }) => value.join()).values()) {
    const ids = rows.map(({ id }) => id);
    await tx
      .update(table)
      .set({ followed: rows[0]?.value ?? [] })
      .where(and(eq(table.coachId, tx.scope.coachId), inArray(table.id, ids)));
  }
}

export const setFollowedOfActions = (tx: CoachTx, results: readonly Result<Followed[]>[]): Promise<void> =>
  setFollowed(tx, riskActions, results);
export const setFollowedOfTimes = (tx: CoachTx, results: readonly Result<Followed[]>[]): Promise<void> =>
  setFollowed(tx, suggestedTimes, results);

export async function setStayed(tx: CoachTx, results: readonly Result<boolean>[]): Promise<void> {
  for (const [stayed, rows] of Map.groupBy(results, ({ value }) => value)) {
    const ids = rows.map(({ id }) => id);
    await tx
      .update(riskActions)
      .set({ stayed })
      .where(and(eq(riskActions.coachId, tx.scope.coachId), inArray(riskActions.id, ids)));
  }
}

const has = (kind: Followed) =>
  sql<number>`count(*) filter (where ${riskActions.followed} @> array[${sql.raw(`'${kind}'`)}])::int`;

/** Counts of actions since an instant, by kind. */
export const countActions = (tx: CoachTx, since: Date) =>
  tx
    .select({
      action: sql<TakenActionKind>`${riskActions.action}`,
      taken: sql<number>`count(*)::int`,
      counted: sql<number>`count(${riskActions.followed})::int`,
      active: sql<number>`count(*) filter (where ${riskActions.followed} <> '{}')::int`,
      message: has('message'),
      workout: has('workout'),
      checkIn: has('checkIn'),
      visit: has('visit'),
      older: sql<number>`count(${riskActions.stayed})::int`,
      stayed: sql<number>`count(*) filter (where ${riskActions.stayed})::int`,
    })
    .from(riskActions)
    .where(and(eq(riskActions.coachId, tx.scope.coachId), gte(riskActions.doneAt, since)))
    .groupBy(riskActions.action)
    .orderBy(riskActions.action);
