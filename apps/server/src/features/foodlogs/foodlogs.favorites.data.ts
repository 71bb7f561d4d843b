import { and, eq, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { currentFoodId } from '../foods/foods.coach.service.ts';
import { clientFoodFavorites } from './foodlogs.table.ts';

const isOwn = ({ scope: { coachId, clientId } }: Tx<ClientScope>) =>
  and(eq(clientFoodFavorites.coachId, coachId), eq(clientFoodFavorites.clientId, clientId));

/** The favorites of the client in scope, by their ids of today. */
export async function selectFavoriteIds(tx: Tx<ClientScope>): Promise<string[]> {
  const current = sql<string>`${currentFoodId(tx, sql`${clientFoodFavorites.foodId}`)}`;
  const rows = await tx.selectDistinct({ id: current }).from(clientFoodFavorites).where(isOwn(tx));
  return rows.map(({ id }) => id);
}

export async function storeFavorite(tx: Tx<ClientScope>, foodId: string, now: Date): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx.insert(clientFoodFavorites).values({ coachId, clientId, foodId, createdAt: now }).onConflictDoNothing();
}

/** Deletes the mark of a food, whichever of its ids of any time it was made with. */
export async function deleteFavorite(tx: Tx<ClientScope>, foodId: string): Promise<void> {
  const [marked, given] = [sql`${clientFoodFavorites.foodId}`, sql`${foodId}::uuid`];
  await tx
    .delete(clientFoodFavorites)
    .where(and(isOwn(tx), sql`${currentFoodId(tx, marked)} = ${currentFoodId(tx, given)}`));
}

/** Deletes the marks of foods that are not among these, by their ids of today. */
export async function deleteOtherFavorites(tx: Tx<ClientScope>, kept: readonly string[]): Promise<void> {
  const current = currentFoodId(tx, sql`${clientFoodFavorites.foodId}`);
  await tx
    .delete(clientFoodFavorites)
    .where(and(isOwn(tx), sql`not (${current} = any(${sql.param([...kept])}::uuid[]))`));
}
