import type { CoachFoodSelection, Food, FoodInput } from '@stridewell/contract/foods/foods';
import type { Recipe } from '@stridewell/contract/foods/foods.recipes.rules';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type FoodPlace, type FoodWriter, isAfter } from './foods.data.ts';
import { rankedWords } from './foods.ranking.rules.ts';
import { coachFoods, coachFoodWords, foods } from './foods.table.ts';

type TenantTx = Tx<CoachScope | ClientScope>;

const STORED = {
  id: coachFoods.id,
  food: coachFoods.food,
  recipe: coachFoods.recipe,
  hidden: coachFoods.hidden,
  favorite: coachFoods.favorite,
  mergedInto: coachFoods.mergedInto,
  version: coachFoods.version,
};
/** A coach's row. `food` is null where the content is that of all coaches. */
export type CoachRow = {
  id: string;
  food: FoodInput | null;
  recipe: Recipe | null;
  hidden: boolean;
  favorite: boolean;
  mergedInto: string | null;
  version: number;
};

const { nameKey, key: _key, changedAt: _at, changedBy: _by, ...FOOD } = getTableColumns(foods);

export type PageInput = Pick<CoachFoodSelection, 'category' | 'show'> & { after: FoodPlace | null; limit: number };

const isFood = (tx: Tx<CoachScope>, id: string) => and(eq(coachFoods.coachId, tx.scope.coachId), eq(coachFoods.id, id));

/** Rows of the coach that a collection shows, whatever their content. */
const isIn = (show: CoachFoodSelection['show']): SQL | undefined => {
  if (show === 'hidden') return eq(coachFoods.hidden, true);
  if (show === 'recipes') return and(eq(coachFoods.hidden, false), isNotNull(coachFoods.recipe));
  return and(eq(coachFoods.hidden, false), show === 'favorites' ? eq(coachFoods.favorite, true) : undefined);
};

/**
 * Ids that a page of the foods of all coaches is limited to, or leaves out. As a subquery that names the coach, because
 * the two tables may be on different machines.
 */
function isShared({ scope: { coachId } }: TenantTx, show: CoachFoodSelection['show']): SQL {
  if (show === undefined) {
    return sql`${foods.id} not in (select c.id from coach_foods c
      where c.coach_id = ${coachId} and (c.hidden or c.food is not null))`;
  }
  const marked = show === 'hidden' ? sql`c.hidden` : sql`c.favorite and not c.hidden`;
  return sql`${foods.id} in (select c.id from coach_foods c
    where c.coach_id = ${coachId} and c.food is null and ${marked})`;
}

/** Foods of all coaches by name, as the coach's collection shows them. None that operators have hidden. */
export const selectSharedPage = (
  tx: TenantTx,
  { category, show, after, limit }: PageInput,
): Promise<(Food & FoodPlace)[]> =>
  tx
    .select({ ...FOOD, nameKey })
    .from(foods)
    .where(
      and(
        eq(foods.hidden, false),
        isShared(tx, show),
        category && eq(foods.category, category),
        isAfter(after, nameKey, foods.id),
      ),
    )
    .orderBy(nameKey, foods.id)
    .limit(limit);

/** Own and edited foods of the coach by name. */
export async function selectOwnPage(
  tx: TenantTx,
  { category, show, after, limit }: PageInput,
): Promise<(CoachRow & FoodPlace)[]> {
  const rows = await tx
    .select({ ...STORED, nameKey: coachFoods.nameKey })
    .from(coachFoods)
    .where(
      and(
        eq(coachFoods.coachId, tx.scope.coachId),
        isNotNull(coachFoods.food),
        isNull(coachFoods.mergedInto),
        isIn(show),
        category && sql`${coachFoods.food} ->> 'category' = ${category}`,
        isAfter(after, coachFoods.nameKey, coachFoods.id),
      ),
    )
    .orderBy(coachFoods.nameKey, coachFoods.id)
    .limit(limit);
  return rows.map((row) => ({ ...row, nameKey: row.nameKey ?? '' }));
}

/** The coach's rows with these ids, unordered. */
export const selectCoachRows = (tx: TenantTx, ids: readonly string[]): Promise<CoachRow[]> =>
  tx
    .select(STORED)
    .from(coachFoods)
    .where(and(eq(coachFoods.coachId, tx.scope.coachId), sql`${coachFoods.id} = any(${sql.param([...ids])}::uuid[])`));

/**
 * An expression for the id of today of a food that a row of another feature names: that of the food it was merged into,
 * or of the latest version of a recipe.
 */
export const currentFoodId = ({ scope: { coachId } }: TenantTx, foodId: SQL): SQL =>
  sql`coalesce((select c.merged_into from coach_foods c where c.coach_id = ${coachId} and c.id = ${foodId}), ${foodId})`;

/**
 * The ingredients of each of the coach's recipes, all by the ids of today. `moved`: ids that are about to become others.
 */
export async function selectRecipeTree(
  tx: Tx<CoachScope>,
  moved: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const { coachId } = tx.scope;
  const recipes = await tx
    .select({
      id: coachFoods.id,
      ingredients: sql<string[]>`jsonb_path_query_array(${coachFoods.recipe}, '$.ingredients[*].foodId')`,
    })
    .from(coachFoods)
    .where(and(eq(coachFoods.coachId, coachId), isNotNull(coachFoods.recipe), isNull(coachFoods.mergedInto)));
  const named = new Set(recipes.flatMap(({ ingredients }) => ingredients));
  const rows = await tx
    .select({ id: coachFoods.id, mergedInto: coachFoods.mergedInto })
    .from(coachFoods)
    .where(
      and(
        eq(coachFoods.coachId, coachId),
        isNotNull(coachFoods.mergedInto),
        sql`${coachFoods.id} = any(${sql.param([...named])}::uuid[])`,
      ),
    );
  const latest = new Map(rows.map(({ id, mergedInto }) => [id, mergedInto ?? id]));
  const idOf = (id: string): string => {
    const current = latest.get(id) ?? id;
    return moved.get(current) ?? current;
  };
  return new Map(recipes.map(({ id, ingredients }) => [idOf(id), ingredients.map(idOf)]));
}

/** Ids of the foods of all coaches that the coach has hidden, or made favorites. */
export async function selectMarkedIds(tx: TenantTx, show: 'favorites' | 'hidden'): Promise<string[]> {
  const rows = await tx
    .select({ id: coachFoods.id })
    .from(coachFoods)
    .where(and(eq(coachFoods.coachId, tx.scope.coachId), isNull(coachFoods.food), isIn(show)));
  return rows.map(({ id }) => id);
}

/** Reads a row and locks it until the transaction ends. */
export async function lockCoachRow(tx: Tx<CoachScope>, id: string): Promise<CoachRow | undefined> {
  const [row] = await tx.select(STORED).from(coachFoods).where(isFood(tx, id)).for('update');
  return row;
}

/** Locks the coach's foods until the transaction ends, so that concurrent additions cannot exceed their number. */
export async function lockCoachFoods(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`foods:${tx.scope.coachId}`}, 0))`);
}

/** How many foods the coach has added or edited, how many are marked, and all with earlier versions and duplicates. */
export async function countCoachRows(tx: Tx<CoachScope>): Promise<{ own: number; marked: number; stored: number }> {
  const [row] = await tx
    .select({
      own: sql<number>`(count(food) filter (where merged_into is null))::int`,
      marked: sql<number>`(count(*) filter (where hidden or favorite))::int`,
      stored: sql<number>`count(food)::int`,
    })
    .from(coachFoods)
    .where(eq(coachFoods.coachId, tx.scope.coachId));
  return row ?? { own: 0, marked: 0, stored: 0 };
}

/** The food of the coach's own or edited ones with this code on its pack; none for an empty code. */
export async function findOwnIdByBarcode(tx: TenantTx, barcode: string): Promise<string | undefined> {
  if (barcode === '') return undefined;
  const [row] = await tx
    .select({ id: coachFoods.id })
    .from(coachFoods)
    .where(and(eq(coachFoods.coachId, tx.scope.coachId), eq(coachFoods.barcode, barcode)));
  return row?.id;
}

/** Adds or replaces the coach's row of a food. */
export async function storeCoachRow(tx: Tx<CoachScope>, { id, ...row }: CoachRow): Promise<void> {
  await tx
    .insert(coachFoods)
    .values({ coachId: tx.scope.coachId, id, ...row })
    .onConflictDoUpdate({ target: [coachFoods.coachId, coachFoods.id], set: row });
}

export async function deleteCoachRow(tx: Tx<CoachScope>, id: string): Promise<void> {
  await tx.delete(coachFoods).where(isFood(tx, id));
}

/** Lets the foods that were merged into one food follow it into another. */
export async function moveAliases(tx: Tx<CoachScope>, from: string, to: string): Promise<void> {
  await tx
    .update(coachFoods)
    .set({ mergedInto: to })
    .where(and(eq(coachFoods.coachId, tx.scope.coachId), inArray(coachFoods.mergedInto, [from])));
}

type WordsInput = { coachId: string; id: string; food: FoodInput | null };

/** Replaces the words of a food that a coach has added or edited. Without content it is not found by any. */
export async function storeOwnWords(
  tx: FoodWriter & Pick<Tx<CoachScope>, 'delete'>,
  { coachId, id, food }: WordsInput,
): Promise<void> {
  await tx.delete(coachFoodWords).where(and(eq(coachFoodWords.coachId, coachId), eq(coachFoodWords.foodId, id)));
  const words = food ? rankedWords({ ...food, builtIn: false }) : [];
  if (words.length > 0) await tx.insert(coachFoodWords).values(words.map((one) => ({ coachId, foodId: id, ...one })));
}
