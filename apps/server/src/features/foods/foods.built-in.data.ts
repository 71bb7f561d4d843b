import type { Food, FoodInput } from '@stridewell/contract/foods/foods';
import { and, asc, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { coachFoods, foods } from './foods.table.ts';

/** The owner of the tables, who reads all rows. */
type Owner = Pick<NodePgDatabase, 'select'>;

const { nameKey: _name, key, changedAt: _at, changedBy, ...FOOD } = getTableColumns(foods);

export type KnownFood = { food: Food; key: string; changedBy: string | null };

/** Foods with one of these ids or keys. */
export const selectKnown = (tx: Owner, some: readonly { id: string; key: string }[]): Promise<KnownFood[]> =>
  tx
    .select({ food: FOOD, key, changedBy })
    .from(foods)
    .where(
      or(
        inArray(
          foods.id,
          some.map(({ id }) => id),
        ),
        inArray(
          key,
          some.map((one) => one.key),
        ),
      ),
    );

/** Foods of all coaches in the order of their ids. */
export const selectFoodsAfter = (tx: Owner, after: string, limit: number): Promise<Food[]> =>
  tx
    .select(FOOD)
    .from(foods)
    .where(after === '' ? undefined : gt(foods.id, after))
    .orderBy(asc(foods.id))
    .limit(limit);

type Place = { coachId: string; id: string };

/** Own and edited foods of all coaches that can be found, in the order of their keys. */
export async function selectEditedAfter(
  tx: Owner,
  after: Place | null,
  limit: number,
): Promise<(Place & { food: FoodInput | null })[]> {
  const { coachId, id, food, mergedInto } = coachFoods;
  return tx
    .select({ coachId, id, food })
    .from(coachFoods)
    .where(
      and(
        isNotNull(food),
        isNull(mergedInto),
        after ? sql`(${coachId}, ${id}) > (${after.coachId}::uuid, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(coachId, id)
    .limit(limit);
}
