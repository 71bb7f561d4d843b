import type { OwnFood } from '@stridewell/contract/foodlogs/foodlogs.foods';
import type { ClientFood } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonTx } from './foodlogs.data.ts';
import { clientFoods } from './foodlogs.table.ts';

const isOf = (tx: PersonTx, clientId: string): SQL | undefined =>
  and(eq(clientFoods.coachId, tx.scope.coachId), eq(clientFoods.clientId, clientId));

const isAmong = (ids: readonly string[]): SQL => sql`${clientFoods.id} = any(${sql.param([...ids])}::uuid[])`;

async function select(tx: PersonTx, where: SQL | undefined): Promise<OwnFood[]> {
  const rows = await tx
    .select({ id: clientFoods.id, food: clientFoods.food, barcode: clientFoods.barcode })
    .from(clientFoods)
    .where(where)
    .orderBy(clientFoods.id);
  return rows.map(({ id, food, barcode }) => ({ ...food, id, barcode }));
}

/** The foods that the client in scope has added, or those of them with these ids. */
export const selectOwnFoods = (tx: Tx<ClientScope>, ids?: readonly string[]): Promise<OwnFood[]> =>
  select(tx, and(isOf(tx, tx.scope.clientId), ids && isAmong(ids)));

/** Foods with these ids that a client has added. */
export const selectClientFoods = (tx: PersonTx, clientId: string, ids: readonly string[]): Promise<OwnFood[]> =>
  select(tx, and(isOf(tx, clientId), isAmong(ids)));

/** Adds or replaces a food of the client in scope. */
export async function storeOwnFood(
  tx: Tx<ClientScope>,
  { id, food, barcode }: { id: string; food: ClientFood; barcode: string | null },
  now: Date,
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx
    .insert(clientFoods)
    .values({ coachId, clientId, id, food, barcode, createdAt: now, changedAt: now })
    .onConflictDoUpdate({
      target: [clientFoods.coachId, clientFoods.clientId, clientFoods.id],
      set: { food, barcode, changedAt: now },
    });
}

export async function deleteStoredFood(tx: Tx<ClientScope>, id: string): Promise<void> {
  await tx.delete(clientFoods).where(and(isOf(tx, tx.scope.clientId), eq(clientFoods.id, id)));
}
