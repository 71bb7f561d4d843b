import { and, asc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachTx } from './crm.data.ts';

const CLIENT = {
  id: relationships.clientId,
  name: relationships.fullName,
  email: relationships.email,
  status: relationships.status,
  createdAt: relationships.createdAt,
};

/** Clients whose account still exists: name and address of others stand for no person. */
const clientsOf = (tx: CoachTx) =>
  and(
    eq(relationships.coachId, tx.scope.coachId),
    or(ne(relationships.status, 'ended'), isNotNull(relationships.personId)),
  );

export const selectClientsPage = (tx: CoachTx, { after, limit }: { after: string | undefined; limit: number }) =>
  tx
    .select(CLIENT)
    .from(relationships)
    .where(and(clientsOf(tx), after === undefined ? undefined : gt(relationships.clientId, after)))
    .orderBy(asc(relationships.clientId))
    .limit(limit);

export const selectClientsByIds = async (tx: CoachTx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .select(CLIENT)
        .from(relationships)
        .where(and(clientsOf(tx), inArray(relationships.clientId, [...ids])));

export const selectClientsByEmail = (tx: CoachTx, email: string) =>
  tx
    .select(CLIENT)
    .from(relationships)
    .where(and(clientsOf(tx), eq(relationships.email, email)))
    .limit(1);
export type ClientContact = Awaited<ReturnType<typeof selectClientsByEmail>>[number];
