import type { AuditRow } from '@stridewell/contract/audit.rules';
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditChains, auditChecks, auditEntries } from './audit.table.ts';

/** Locks the head of a chain until the end of the transaction, and starts the chain if there is none. */
export async function lockChain(tx: Tx, chainId: string): Promise<{ lastSeq: number; hash: string }> {
  const [head] = await tx
    .insert(auditChains)
    .values({ chainId, lastSeq: 0, hash: '' })
    .onConflictDoUpdate({ target: auditChains.chainId, set: { lastSeq: sql`${auditChains.lastSeq}` } })
    .returning({ lastSeq: auditChains.lastSeq, hash: auditChains.hash });
  if (!head) throw new Error('a chain of the audit log has no head');
  return head;
}

/** Appends entries of one chain and moves its head to the last of them. */
export async function appendEntries(tx: Tx, entries: readonly (AuditRow & { hash: string })[]): Promise<void> {
  const last = entries.at(-1);
  if (!last) return;
  await Promise.all([
    tx.insert(auditEntries).values([...entries]),
    tx.update(auditChains).set({ lastSeq: last.seq, hash: last.hash }).where(eq(auditChains.chainId, last.chainId)),
  ]);
}

/** More than happens with one row. */
const HISTORY_SHOWN = 200;

/** The entries about these rows in the chain of the coach in scope, newest first. */
export const selectHistory = (tx: Tx<CoachScope>, subjectIds: readonly string[]) =>
  tx
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      actor: auditEntries.actor,
      action: auditEntries.action,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(and(eq(auditEntries.chainId, tx.scope.coachId), inArray(auditEntries.subjectId, [...subjectIds])))
    .orderBy(desc(auditEntries.seq))
    .limit(HISTORY_SHOWN);

/** A connection or a scope that reads all chains. */
export type AuditReader = Pick<NodePgDatabase, 'select' | 'execute'>;

/** The head of a chain; undefined when it has none. */
export async function findHead(
  reader: AuditReader,
  chainId: string,
): Promise<{ lastSeq: number; hash: string } | undefined> {
  const [head] = await reader
    .select({ lastSeq: auditChains.lastSeq, hash: auditChains.hash })
    .from(auditChains)
    .where(eq(auditChains.chainId, chainId));
  return head;
}

/** The next chains after one, by id: those with a head, and those that have entries alone. */
export async function selectChainIds(reader: AuditReader, after: string | null, limit: number): Promise<string[]> {
  const place = sql`${after ?? '00000000-0000-0000-0000-000000000000'}::uuid`;
  const { rows } = await reader.execute<{ chain_id: string }>(sql`
    with recursive found as (
      (select chain_id from ${auditEntries} where chain_id > ${place} order by chain_id limit 1)
      union all
      select (select e.chain_id from ${auditEntries} e where e.chain_id > found.chain_id order by e.chain_id limit 1)
      from found where found.chain_id is not null
    ), headed as (
      select chain_id from ${auditChains} where chain_id > ${place} order by chain_id limit ${limit}
    )
    select chain_id from ((select chain_id from found where chain_id is not null limit ${limit}) union select chain_id from headed) as chains
    order by chain_id limit ${limit}`);
  return rows.map((row) => row.chain_id);
}

/** The next entries of a chain, by number. */
export const selectEntries = (reader: AuditReader, of: { chainId: string; after: number; limit: number }) =>
  reader
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.chainId, of.chainId), gt(auditEntries.seq, of.after)))
    .orderBy(asc(auditEntries.seq))
    .limit(of.limit);

/** Keeps the result of a check of all chains. */
export async function insertCheck(tx: Tx, check: typeof auditChecks.$inferInsert): Promise<void> {
  await tx.insert(auditChecks).values(check);
}

export async function findLastCheck(tx: Tx) {
  const [check] = await tx.select().from(auditChecks).orderBy(desc(auditChecks.finishedAt)).limit(1);
  return check;
}

/** The newest entries of a chain whose action begins with `actions`, newest first. */
export const selectNewest = (tx: Tx, of: { chainId: string; actions: string; limit: number }) =>
  tx
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.chainId, of.chainId), sql`starts_with(${auditEntries.action}, ${of.actions})`))
    .orderBy(desc(auditEntries.seq))
    .limit(of.limit);

type PageOf = {
  chainId: string;
  clientId?: string;
  actions?: readonly string[];
  before: number | undefined;
  limit: number;
};

/** Entries of a chain with numbers below `before`, newest first; `actions` are what their actions begin with. */
export const selectPage = (tx: Tx, { chainId, clientId, actions, before, limit }: PageOf) =>
  tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.chainId, chainId),
        clientId === undefined ? undefined : eq(auditEntries.clientId, clientId),
        actions && or(...actions.map((start) => sql`starts_with(${auditEntries.action}, ${start})`)),
        before === undefined ? undefined : lt(auditEntries.seq, before),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(limit);

/** When each of these people signed in last, for those who did. Reads the newest such entry of each chain. */
export const selectLastSignIns = (tx: Tx, userIds: readonly string[]) => {
  const latest = tx
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(and(sql`${auditEntries.chainId} = people.id`, eq(auditEntries.action, 'account.signed_in')))
    .orderBy(desc(auditEntries.seq))
    .limit(1)
    .as('latest');
  return tx
    .select({ userId: sql<string>`people.id`, at: latest.at })
    .from(sql`unnest(${sql.param([...userIds])}::uuid[]) as people(id)`)
    .crossJoinLateral(latest);
};
