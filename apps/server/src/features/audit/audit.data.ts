import type { AuditRow } from '@stridewell/contract/audit/audit.rules';
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Head } from './audit.seal.rules.ts';
import { auditChains, auditChecks, auditEntries } from './audit.table.ts';

/** Locks the head of a chain until the transaction ends, and starts the chain if it is missing. */
export async function lockChain(tx: Tx, chainId: string): Promise<Head & { seal: string | null }> {
  const [head] = await tx
    .insert(auditChains)
    .values({ chainId, lastSeq: 0, hash: '' })
    .onConflictDoUpdate({ target: auditChains.chainId, set: { lastSeq: sql`${auditChains.lastSeq}` } })
    .returning({
      chainId: auditChains.chainId,
      lastSeq: auditChains.lastSeq,
      hash: auditChains.hash,
      seal: auditChains.seal,
    });
  if (!head) throw new Error('a chain of the audit log has no head');
  return head;
}

/** Appends entries of one chain and moves its head to the last of them. */
export async function appendEntries(
  tx: Tx,
  entries: readonly (AuditRow & { hash: string })[],
  { chainId, lastSeq, hash, seal }: Head & { seal: string | null },
): Promise<void> {
  await Promise.all([
    tx.insert(auditEntries).values([...entries]),
    tx.update(auditChains).set({ lastSeq, hash, seal }).where(eq(auditChains.chainId, chainId)),
  ]);
}

/** More entries than any row has. */
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

/** The last check of all chains. */
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

/** Entries of a chain with numbers below `before`, newest first. `actions` are prefixes of their actions. */
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

/** Last sign-in of each of these people, if any. Reads the newest such entry of each chain. */
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
