import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { coaches, preferences, users } from '../../core/people/people.table.ts';
import type { OperatorScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { exportScope } from './privacy.scopes.ts';
import { accountExports } from './privacy.table.ts';

export type ExportRow = typeof accountExports.$inferSelect;
/** Cursor in the list of due copies. */
export type ExportPlace = { dueAt: string; userId: string; id: string };
type AskingTx = Tx<UserScope> | Tx<OperatorScope>;
type SystemTx = Tx<SystemScope<'privacy'>>;

const isExport = ({ userId, id }: Pick<ExportRow, 'userId' | 'id'>) =>
  and(eq(accountExports.userId, userId), eq(accountExports.id, id));

/** The newest copy of a person. */
export async function findNewest(tx: AskingTx, userId: string): Promise<ExportRow | undefined> {
  const [row] = await tx
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, userId))
    .orderBy(desc(accountExports.askedAt), desc(accountExports.id))
    .limit(1);
  return row;
}

/** A person's newest copy, with the name of the person who requested it. */
export async function findNewestWithAsker(tx: Tx<OperatorScope>, userId: string) {
  const [found] = await tx
    .select({ row: accountExports, askedByName: users.name })
    .from(accountExports)
    .leftJoin(users, eq(users.id, accountExports.askedBy))
    .where(eq(accountExports.userId, userId))
    .orderBy(desc(accountExports.askedAt), desc(accountExports.id))
    .limit(1);
  return found;
}

/** A copy of the person in scope that can be downloaded. */
export async function findReady(tx: Tx<UserScope>, id: string, now: Date): Promise<ExportRow | undefined> {
  const [row] = await tx
    .select()
    .from(accountExports)
    .where(
      and(isExport({ userId: tx.scope.userId, id }), eq(accountExports.status, 'ready'), gt(accountExports.dueAt, now)),
    );
  return row;
}

type NewExport = Pick<ExportRow, 'userId' | 'id' | 'askedBy' | 'askedAt' | 'dueAt'>;

/** @returns undefined when a copy of the person is being written or can be downloaded */
export async function insertExport(tx: AskingTx, asked: NewExport): Promise<ExportRow | undefined> {
  const now = asked.askedAt.toISOString();
  // An expired copy may still wait for the sweep.
  await tx.sendAs(exportScope, [
    sql`update ${accountExports} set status = 'expired'
      where user_id = ${asked.userId} and status = 'ready' and due_at <= ${now}::timestamptz`,
  ]);
  const [row] = await tx.insert(accountExports).values(asked).onConflictDoNothing().returning();
  return row;
}

/** The person of a copy. */
export async function findPerson(tx: Tx<UserScope>) {
  const [row] = await tx
    .select({ email: users.email, fullName: users.name, timeZone: preferences.timeZone })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, tx.scope.userId));
  return row;
}

/** Whether the person is a coach, with a tenant. */
export async function isCoach(tx: Tx<UserScope>): Promise<boolean> {
  const [row] = await tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.id, tx.scope.userId));
  return row !== undefined;
}

/** Starts a try and returns it. Undefined when the copy is no longer waiting. */
export async function startAttempt(tx: SystemTx, of: Pick<ExportRow, 'userId' | 'id'>): Promise<ExportRow | undefined> {
  const [row] = await tx
    .update(accountExports)
    .set({ attempt: sql`${accountExports.attempt} + 1` })
    .where(and(isExport(of), eq(accountExports.status, 'waiting')))
    .returning();
  return row;
}

export async function findStatus(tx: SystemTx, of: Pick<ExportRow, 'userId' | 'id'>) {
  const [row] = await tx.select({ status: accountExports.status }).from(accountExports).where(isExport(of));
  return row?.status;
}

/** Statement that completes the copy with the archive of a try, unless a later try started or the account is gone. */
export const completed = ({ userId, id, attempt }: ExportRow, { bytes, dueAt }: { bytes: number; dueAt: Date }) =>
  sql`update ${accountExports} set status = 'ready', bytes = ${bytes}, due_at = ${dueAt.toISOString()}::timestamptz
    where user_id = ${userId} and id = ${id} and attempt = ${attempt} and status = 'waiting' returning id`;

/** Marks a copy as failed or expired. @returns false when it has changed meanwhile */
export async function closeExport(
  tx: SystemTx,
  { userId, id, status: from, attempt }: ExportRow,
  { status, dueAt }: Pick<ExportRow, 'status' | 'dueAt'>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountExports)
    .set({ status, dueAt })
    .where(and(isExport({ userId, id }), eq(accountExports.status, from), eq(accountExports.attempt, attempt)));
  return rowCount === 1;
}

export async function deleteExport(tx: SystemTx, of: ExportRow): Promise<void> {
  await tx.delete(accountExports).where(and(isExport(of), eq(accountExports.status, of.status)));
}

/** Copies of all people for which something is due, earliest first, after `last`. */
export const selectDue = (
  tx: SystemTx,
  { now, after, limit }: { now: Date; after: ExportPlace | undefined; limit: number },
): Promise<ExportRow[]> =>
  tx
    .select()
    .from(accountExports)
    .where(
      and(
        lte(accountExports.dueAt, now),
        after &&
          sql`(${accountExports.dueAt}, ${accountExports.id}) > (${after.dueAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(accountExports.dueAt), asc(accountExports.id))
    .limit(limit);
