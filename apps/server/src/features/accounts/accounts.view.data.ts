import { and, eq, lte } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { accountViews } from './accounts.table.ts';

type NewView = { sessionId: string; id: string; viewedId: string; endsAt: Date };

/** Adds a view. @returns false when the session has one already */
export async function insertView(tx: Tx<OperatorScope>, view: NewView): Promise<boolean> {
  const { rowCount } = await tx
    .insert(accountViews)
    .values({ ...view, operatorId: tx.scope.userId })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Removes a view. @returns the viewed person; undefined when it was removed before */
export async function deleteView(tx: Tx<OperatorScope>, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(accountViews)
    .where(and(eq(accountViews.operatorId, tx.scope.userId), eq(accountViews.id, id)))
    .returning({ viewedId: accountViews.viewedId });
  return row?.viewedId;
}

/** Removes the view of a session whose time is over. @returns the viewed person, if there was one */
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
