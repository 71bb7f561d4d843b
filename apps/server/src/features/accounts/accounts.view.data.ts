import { and, eq, lte, sql } from 'drizzle-orm';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { EndedViews } from '../../core/views.ts';
import type { Tx } from '../../platform/db/database.ts';
import { accountViews } from './accounts.table.ts';

type NewView = { sessionId: string; id: string; viewedId: string; endsAt: Date };

/** Adds a view. @returns false when the session already has one */
export async function insertView(tx: Tx<OperatorScope>, view: NewView): Promise<boolean> {
  const { rowCount } = await tx
    .insert(accountViews)
    .values({ ...view, operatorId: tx.scope.userId })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Removes a view. @returns the viewed person; undefined when it was already removed */
export async function deleteView(tx: Tx<OperatorScope>, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(accountViews)
    .where(and(eq(accountViews.operatorId, tx.scope.userId), eq(accountViews.id, id)))
    .returning({ viewedId: accountViews.viewedId });
  return row?.viewedId;
}

/** Removes the expired view of a session. @returns the viewed person, if there was one */
export async function deleteExpiredView(
  tx: Tx<OperatorScope>,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .delete(accountViews)
    .where(and(eq(accountViews.sessionId, sessionId), lte(accountViews.endsAt, now)))
    .returning({ viewedId: accountViews.viewedId });
  return row?.viewedId;
}

function isEnded(ended: EndedViews) {
  if ('sessionId' in ended) return sql`session_id = ${ended.sessionId}`;
  return 'operatorId' in ended ? sql`operator_id = ${ended.operatorId}` : sql`viewed_id = ${ended.viewedId}`;
}

/** Removes views of any operator. @returns each with its operator and the viewed person */
export async function deleteEndedViews(tx: Tx, ended: EndedViews): Promise<{ operatorId: string; viewedId: string }[]> {
  const [rows = []] = await tx.sendAs(identityScope, [
    sql`delete from account_views where ${isEnded(ended)} returning operator_id, viewed_id`,
  ]);
  return rows.map((row) => ({ operatorId: String(row.operator_id), viewedId: String(row.viewed_id) }));
}
