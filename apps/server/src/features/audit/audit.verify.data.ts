import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Head, Pinned, StoredRow } from './audit.seal.rules.ts';
import { auditChains, auditChecks, auditEntries, auditMarks } from './audit.table.ts';

/** A connection or a scope that reads all chains. */
export type AuditReader = Pick<NodePgDatabase, 'select' | 'execute'>;
/** A reader that can also store marks and checks. */
export type AuditKeeper = AuditReader & Pick<NodePgDatabase, 'insert'>;
/** The owner of the database. */
export type AuditOwner = AuditKeeper & Pick<NodePgDatabase, 'update' | 'delete'>;

/** The mark that the log must be carried over. */
export const NIL_CHAIN = '00000000-0000-0000-0000-000000000000';
const isChain = ne(auditMarks.chainId, NIL_CHAIN);

/** The head of a chain with its seals; undefined when it has none. */
export async function findHead(reader: AuditReader, chainId: string) {
  const [head] = await reader.select().from(auditChains).where(eq(auditChains.chainId, chainId));
  return head;
}

export async function findMark(
  reader: AuditReader,
  chainId: string,
): Promise<{ seq: number; hash: string } | undefined> {
  const [mark] = await reader
    .select({ seq: auditMarks.seq, hash: auditMarks.hash })
    .from(auditMarks)
    .where(eq(auditMarks.chainId, chainId));
  return mark;
}

/** The next chains by id that have entries, a head or a mark. */
export async function selectChainIds(reader: AuditReader, after: string | null, limit: number): Promise<string[]> {
  const place = sql`${after ?? NIL_CHAIN}::uuid`;
  const { rows } = await reader.execute<{ chain_id: string }>(sql`
    with recursive found as (
      (select chain_id from ${auditEntries} where chain_id > ${place} order by chain_id limit 1)
      union all
      select (select e.chain_id from ${auditEntries} e where e.chain_id > found.chain_id order by e.chain_id limit 1)
      from found where found.chain_id is not null
    ), headed as (
      select chain_id from ${auditChains} where chain_id > ${place} order by chain_id limit ${limit}
    ), marked as (
      select chain_id from ${auditMarks} where chain_id > ${place} order by chain_id limit ${limit}
    )
    select chain_id from (
      (select chain_id from found where chain_id is not null limit ${limit})
      union select chain_id from headed union select chain_id from marked
    ) as chains order by chain_id limit ${limit}`);
  return rows.map((row) => row.chain_id);
}

const storedAt = sql<string>`to_char(${auditEntries.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The next entries of a chain by number, with their times as stored. */
export const selectEntries = (
  reader: AuditReader,
  of: { chainId: string; after: number; limit: number },
): Promise<(StoredRow & { hash: string })[]> =>
  reader
    .select({ ...getTableColumns(auditEntries), at: storedAt })
    .from(auditEntries)
    .where(and(eq(auditEntries.chainId, of.chainId), gt(auditEntries.seq, of.after)))
    .orderBy(asc(auditEntries.seq))
    .limit(of.limit);

/** The marks of the next chains by id. */
export const selectMarks = (reader: AuditReader, after: string | null, limit: number): Promise<Head[]> =>
  reader
    .select({ chainId: auditMarks.chainId, lastSeq: auditMarks.seq, hash: auditMarks.hash })
    .from(auditMarks)
    .where(gt(auditMarks.chainId, after ?? NIL_CHAIN))
    .orderBy(asc(auditMarks.chainId))
    .limit(limit);

/** Numbers of chains and entries up to the marks, and of entries hashed without a key. */
export async function countMarked(reader: AuditReader): Promise<{ chains: number; entries: number; carried: number }> {
  const [marked] = await reader
    .select({ chains: count(), entries: sql<number>`coalesce(sum(${auditMarks.seq}), 0)::float8` })
    .from(auditMarks)
    .where(isChain);
  const [chains] = await reader
    .select({ carried: sql<number>`coalesce(sum(${auditChains.carriedSeq}), 0)::float8` })
    .from(auditChains);
  return { chains: marked?.chains ?? 0, entries: marked?.entries ?? 0, carried: chains?.carried ?? 0 };
}

/** Moves the marks of all chains but `except` to their heads. A mark never moves back. */
export async function moveMarks(keeper: AuditKeeper, except: readonly string[]): Promise<void> {
  const heads = keeper
    .select({ chainId: auditChains.chainId, seq: auditChains.lastSeq, hash: auditChains.hash })
    .from(auditChains)
    .where(except.length > 0 ? notInArray(auditChains.chainId, [...except]) : undefined);
  await keeper
    .insert(auditMarks)
    .select(heads)
    .onConflictDoUpdate({
      target: auditMarks.chainId,
      set: { seq: sql`excluded.seq`, hash: sql`excluded.hash` },
      setWhere: sql`excluded.seq > ${auditMarks.seq}`,
    });
}

/** Stores the result of a check of all chains. */
export async function insertCheck(keeper: AuditKeeper, check: typeof auditChecks.$inferInsert): Promise<void> {
  await keeper.insert(auditChecks).values(check);
}

type SealedCheck = Pinned & { seal: string };

/** The last check that was sealed. */
export async function findSealedCheck(reader: AuditReader, at?: Date): Promise<SealedCheck | undefined> {
  const [check] = await reader
    .select()
    .from(auditChecks)
    .where(and(isNotNull(auditChecks.seal), at && eq(auditChecks.finishedAt, at)))
    .orderBy(desc(auditChecks.finishedAt))
    .limit(1);
  if (!check?.seal) return undefined;
  const { finishedAt, chains, entries, carried, heads, seal } = check;
  return { finishedAt, chains, entries, carried, heads: heads ?? '', seal };
}

/** Takes the order to carry the log over. The row stays locked until the commit. @returns whether there was one */
export async function takeCarryOrder(owner: AuditOwner): Promise<boolean> {
  const taken = await owner
    .delete(auditMarks)
    .where(eq(auditMarks.chainId, NIL_CHAIN))
    .returning({ id: auditMarks.chainId });
  return taken.length > 0;
}

/** Seals the entries of a chain that were written without a key, and its head. */
export async function sealCarried(
  owner: AuditOwner,
  chainId: string,
  seals: { seal: string; carriedSeq: number; carriedSeal: string | null },
): Promise<void> {
  await owner.update(auditChains).set(seals).where(eq(auditChains.chainId, chainId));
}
