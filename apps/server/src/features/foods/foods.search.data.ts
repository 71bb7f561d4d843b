import { FOOD_BOUNDS, type FoodCategory } from '@stridewell/contract/foods/foods.rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { beginsWith } from '../../platform/db/search.ts';
import type { TypedWord } from './foods.ranking.rules.ts';
import { coachFoods, coachFoodWords, foods } from './foods.table.ts';

export type FoodReader = Tx<OperatorScope | CoachScope | ClientScope>;

/** The typed word that leads a search, and the others that a food needs as well. */
export type FoodSearch = {
  lead: TypedWord;
  others: readonly TypedWord[];
  category?: FoodCategory | undefined;
  show?: 'hidden' | undefined;
  /** Only these foods. */
  among?: readonly string[] | undefined;
};

/** Words of the table that one beginning may reach, and the foods that are looked at for each. */
const WORDS_OF_BEGINNING = 150;
const FOODS_OF_WORD = 30;
/** Up to here words are counted, to lead with the rarest. */
const COUNTED = 1000;

const begins = (column: SQL, { beginning }: TypedWord): SQL => beginsWith(column, sql`${beginning}::text`);
/**
 * Matches one word as a range of one. For an equation the planner expects few rows and sorts them, where a word may have
 * half of all foods; a range it reads in the order of the index, up to the limit.
 */
const isWord = (column: SQL, word: SQL): SQL => sql`${column} between ${word} and ${word}`;
const fits = (column: SQL, typed: TypedWord): SQL => sql`(${column} = ${typed.stem}::text or ${begins(column, typed)})`;

/** How many foods have each of these words, up to a bound. */
export async function countWords(tx: FoodReader, words: readonly TypedWord[]): Promise<readonly number[]> {
  const counts = words.map(
    (typed) => sql`(select count(*)::int from
      (select from food_words w where ${fits(sql`w.word`, typed)} limit ${COUNTED}) counted)`,
  );
  const { rows } = await tx.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  return rows[0]?.counts ?? [];
}

const FOUND = {
  id: foods.id,
  name: foods.name,
  brand: foods.brand,
  category: foods.category,
  source: foods.source,
  builtIn: foods.builtIn,
};

/** The other words and the filters, as conditions on the id of a food. */
function admits({ others, category, show, among }: FoodSearch, foodId: SQL): SQL {
  const has = others.map(
    (typed) => sql`exists (select from food_words o where o.food_id = ${foodId} and ${fits(sql`o.word`, typed)})`,
  );
  const chosen = [category && sql`f.category = ${category}`, show && sql`f.hidden`].filter((one) => one !== undefined);
  if (chosen.length > 0) {
    has.push(sql`exists (select from foods f where f.id = ${foodId} and ${sql.join(chosen, sql` and `)})`);
  }
  if (among) has.push(sql`${foodId} = any(${sql.param([...among])}::uuid[])`);
  return has.length > 0 ? sql.join(has, sql` and `) : sql`true`;
}

/** Joins a found food. Only operators find foods that they have hidden. */
const isFound = ({ scope }: FoodReader): SQL | undefined =>
  and(sql`${foods.id} = found.food_id`, scope.role === 'operator' ? undefined : eq(foods.hidden, false));

/** Foods of all coaches that have the leading word as it is, the first ones in the stored order. */
export const selectWholeWords = (tx: FoodReader, search: FoodSearch) => {
  // Limited before the join: the planner would otherwise read all foods for a word that many have.
  const rows = sql`(select w.food_id, w.rank from food_words w
    where ${isWord(sql`w.word`, sql`${search.lead.stem}::text`)} and ${admits(search, sql`w.food_id`)}
    order by w.word, w.rank, w.food_id limit ${FOOD_BOUNDS.found}) found`;
  return tx
    .select({ ...FOUND, rank: sql<number>`found.rank`, isWhole: sql<boolean>`true` })
    .from(rows)
    .innerJoin(foods, isFound(tx));
};

/**
 * Foods of all coaches with a word that begins like the leading one. A beginning of few letters reaches thousands of
 * rows, so the statement steps from word to word and reads the first foods of each.
 */
export const selectBeginnings = (tx: FoodReader, search: FoodSearch) => {
  const { lead } = search;
  const terms = sql`with recursive terms (word) as (
      (select w.word from food_words w where ${begins(sql`w.word`, lead)} order by w.word limit 1)
      union all
      select (select w.word from food_words w where w.word > t.word and ${begins(sql`w.word`, lead)}
        order by w.word limit 1) from terms t where t.word is not null
    ) select word from terms where word is not null limit ${WORDS_OF_BEGINNING}`;
  const rows = sql`(select w.food_id, min(w.rank) as rank from (${terms}) t cross join lateral (
      select w.food_id, w.rank from food_words w
      where ${isWord(sql`w.word`, sql`t.word`)} and ${admits(search, sql`w.food_id`)}
      order by w.word, w.rank, w.food_id limit ${FOODS_OF_WORD}) w
    group by w.food_id order by 2, 1 limit ${FOOD_BOUNDS.found}) found`;
  return tx
    .select({ ...FOUND, rank: sql<number>`found.rank`, isWhole: sql<boolean>`false` })
    .from(rows)
    .innerJoin(foods, isFound(tx));
};

/** Foods that the coach has added or edited, the first ones in the stored order. One range holds their words. */
export const searchOwnFoods = (tx: Tx<CoachScope | ClientScope>, { lead, others, category }: FoodSearch) => {
  const { coachId } = tx.scope;
  const has = others.map(
    (typed) => sql`exists (select from coach_food_words o
      where o.coach_id = ${coachId} and o.food_id = ${coachFoodWords.foodId} and ${fits(sql`o.word`, typed)})`,
  );
  const fact = (name: string) => sql<string>`${coachFoods.food} ->> ${sql.raw(`'${name}'`)}`;
  const isWhole = sql<boolean>`(${coachFoodWords.word} = ${lead.stem}::text)`;
  return tx
    .select({
      id: coachFoods.id,
      name: fact('name'),
      brand: fact('brand'),
      category: fact('category').mapWith((value: FoodCategory) => value),
      source: fact('source'),
      builtIn: sql<boolean>`false`,
      own: sql<boolean>`true`,
      rank: coachFoodWords.rank,
      isWhole,
    })
    .from(coachFoodWords)
    .innerJoin(coachFoods, and(eq(coachFoods.coachId, coachId), eq(coachFoods.id, coachFoodWords.foodId)))
    .where(
      and(
        eq(coachFoodWords.coachId, coachId),
        fits(sql`${coachFoodWords.word}`, lead),
        ...has,
        category && sql`${fact('category')} = ${category}`,
      ),
    )
    .orderBy(sql`${isWhole} desc`, coachFoodWords.rank, coachFoodWords.foodId)
    .limit(FOOD_BOUNDS.found);
};
