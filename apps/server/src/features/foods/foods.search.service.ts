import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { z } from 'zod';
import type { FoodPlace } from './foods.data.ts';
import { type FoundFood, orderAmong, type RankedFood, type TypedWord, typedWords } from './foods.ranking.rules.ts';
import {
  countWords,
  type FoodReader,
  type FoodSearch,
  selectBeginnings,
  selectWholeWords,
} from './foods.search.data.ts';

/** Chooses the rarest of the typed words to lead, because the rows of that word are read. */
async function leadBy(tx: FoodReader, typed: readonly TypedWord[]) {
  const counts = typed.length > 1 ? await countWords(tx, typed) : [0];
  const rarest = counts.indexOf(Math.min(...counts));
  return { lead: typed[rarest], others: typed.filter((_, index) => index !== rarest) };
}

/** Prepares a search for typed words; null when there is none. */
export async function prepareSearch(
  tx: FoodReader,
  typed: readonly TypedWord[],
  chosen: Omit<FoodSearch, 'lead' | 'others'>,
): Promise<FoodSearch | null> {
  const { lead, others } = await leadBy(tx, typed);
  return lead ? { lead, others, ...chosen } : null;
}

/** The foods of all coaches that a search finds, unordered. Only the best ones are read. */
export async function findShared(tx: FoodReader, search: FoodSearch): Promise<FoundFood[]> {
  const [whole, unfinished] = await Promise.all([selectWholeWords(tx, search), selectBeginnings(tx, search)]);
  return [...whole, ...unfinished];
}

/** The matches in a short list, the best first. */
export const searchAmong = <F extends Pick<RankedFood, 'name' | 'brand'> & { id: string }>(
  foods: readonly F[],
  q: string,
): F[] =>
  orderAmong(
    foods.map((food) => ({ food, ...plain(food), id: food.id })),
    typedWords(q),
  ).map(({ food }) => food);

const plain = ({ name, brand }: Pick<RankedFood, 'name' | 'brand'>): RankedFood => ({
  name,
  brand,
  category: 'other',
  source: '',
  builtIn: false,
});

const place = z.tuple([z.string(), z.uuid()]);

/** Parses the cursor of a list by name; null without one, or when it is invalid. */
export function readPlace(cursor: string | undefined): FoodPlace | null {
  try {
    const [nameKey, id] = place.parse(JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()));
    return nameKey.includes('\u0000') ? null : { nameKey, id };
  } catch {
    return null;
  }
}

const cursorOf = ({ nameKey, id }: FoodPlace): string =>
  Buffer.from(JSON.stringify([nameKey, id])).toString('base64url');

/** A page of a list by name. Callers read one row more than the page has. */
export function pageByName<Row extends FoodPlace>(rows: readonly Row[]) {
  const page = rows.slice(0, FOOD_BOUNDS.page);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > page.length ? cursorOf(last) : null };
}

/** A page of found foods. Its cursor counts the foods before the next page. */
export function pageOfFound<Row>(found: readonly Row[], cursor: string | undefined) {
  const start = /^\d{1,4}$/.test(cursor ?? '') ? Number(cursor) : 0;
  const end = start + FOOD_BOUNDS.page;
  return { page: found.slice(start, end), nextCursor: found.length > end ? String(end) : null };
}

/** Rows in the order of these ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
