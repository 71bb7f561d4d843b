import type { AuditAction } from '@stridewell/contract/audit/audit.rules';
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditEntries } from './audit.table.ts';

/** Filters of a search in all chains. */
export type EntrySearch = {
  action: AuditAction | undefined;
  actorId: string | undefined;
  chainId: string | undefined;
  clientId: string | undefined;
  network: string | undefined;
  from: Date | undefined;
  before: Date | undefined;
};

/** A page of entries of all chains, newest first. Each filter has an index in this order. */
export const searchEntries = (
  tx: Tx<OperatorScope>,
  { action, actorId, chainId, clientId, network, from, before }: EntrySearch,
  { after, limit }: { after: Cursor | null; limit: number },
) => {
  const place = after ? sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined;
  return tx
    .select()
    .from(auditEntries)
    .where(
      and(
        action && eq(auditEntries.action, action),
        actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
        chainId === undefined ? undefined : eq(auditEntries.chainId, chainId),
        clientId === undefined ? undefined : eq(auditEntries.clientId, clientId),
        network === undefined ? undefined : eq(auditEntries.network, network),
        from && gte(auditEntries.at, from),
        before && lt(auditEntries.at, before),
        place && sql`(${auditEntries.at}, ${auditEntries.id}) < ${place}`,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);
};

type Found = Awaited<ReturnType<typeof searchEntries>>;

/**
 * A page of entries with any of these actions, each read separately: only single actions have an index in list order.
 */
export async function searchActions(
  tx: Tx<OperatorScope>,
  search: Omit<EntrySearch, 'action'>,
  { actions, ...page }: { actions: readonly AuditAction[]; after: Cursor | null; limit: number },
): Promise<Found> {
  const found = await Promise.all(actions.map((action) => searchEntries(tx, { ...search, action }, page)));
  return found
    .flat()
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit);
}

type NamedPerson = { id: string; name: string; email: string };

/** Accounts of those people that still exist. */
export async function selectNamedPeople(
  tx: Tx<OperatorScope>,
  ids: readonly string[],
): Promise<Map<string, NamedPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((person) => [person.id, person]));
}

export async function findPersonByEmail(tx: Tx<OperatorScope>, email: string): Promise<string | undefined> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id;
}
