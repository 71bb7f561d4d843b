import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { accountErasures } from './accounts.table.ts';

/** @returns false when the deletion was already requested */
export async function insertErasure(tx: Tx<OperatorScope>, erasure: { userId: string; dueAt: Date }): Promise<boolean> {
  const { rowCount } = await tx.insert(accountErasures).values(erasure).onConflictDoNothing();
  return rowCount === 1;
}

export async function findErasure(tx: Tx<OperatorScope>, userId: string): Promise<Date | undefined> {
  const [row] = await tx
    .select({ dueAt: accountErasures.dueAt })
    .from(accountErasures)
    .where(eq(accountErasures.userId, userId));
  return row?.dueAt;
}

/** @returns false when there was none */
export async function deleteErasure(
  tx: Tx<OperatorScope> | Tx<SystemScope<'identity'>>,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await tx.delete(accountErasures).where(eq(accountErasures.userId, userId));
  return rowCount === 1;
}

export type DueErasure = { userId: string; dueAt: Date; email: string; fullName: string };
/** Cursor in the list of due deletions. */
export type ErasurePlace = { dueAt: string; userId: string };

/** People whose deletion is due, earliest first. */
export const selectDueErasures = (
  tx: Tx<SystemScope<'identity'>>,
  { now, after, limit }: { now: Date; after: ErasurePlace | undefined; limit: number },
): Promise<DueErasure[]> =>
  tx
    .select({ userId: accountErasures.userId, dueAt: accountErasures.dueAt, email: users.email, fullName: users.name })
    .from(accountErasures)
    .innerJoin(users, eq(users.id, accountErasures.userId))
    .where(
      and(
        lte(accountErasures.dueAt, now),
        after &&
          sql`(${accountErasures.dueAt}, ${accountErasures.userId})
            > (${after.dueAt}::timestamptz, ${after.userId}::uuid)`,
      ),
    )
    .orderBy(asc(accountErasures.dueAt), asc(accountErasures.userId))
    .limit(limit);
