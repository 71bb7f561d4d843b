import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { foodKey } from '@stridewell/contract/foods/foods.rules';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type KnownFood, selectEditedAfter, selectFoodsAfter, selectKnown } from './foods.built-in.data.ts';
import { storeOwnWords } from './foods.coach.data.ts';
import { BUILT_IN_FOODS, type BuiltInFood } from './foods.content.ts';
import { deleteFoods, lockFoods, type StoredFood, storeFoods, storeWords } from './foods.data.ts';
import { RANKING_VERSION } from './foods.ranking.rules.ts';
import { factsOf } from './foods.service.ts';

/** For other features. */
export { BUILT_IN_FOODS };

type Owner = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** Beside the record of the migrations. */
const RECORD = sql.raw('drizzle.applied_content');
const CHUNK = 1000;

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');
const CONTENT = { name: 'foods', hash: hashOf(BUILT_IN_FOODS) };
const WORDS = { name: 'food words', hash: String(RANKING_VERSION) };

/**
 * Brings the foods of the database to this version: those that ship with the product, and the words of all foods when
 * their order has changed. Runs as the owner after the migrations, and does nothing when nothing has changed.
 */
export async function applyBuiltInFoods(owner: NodePgDatabase, now = new Date()): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.execute(sql`create table if not exists ${RECORD} (name text primary key, hash text not null)`);
    const { rows } = await tx.execute<{ name: string; hash: string }>(sql`select name, hash from ${RECORD}`);
    const isApplied = ({ name, hash }: typeof CONTENT) => rows.some((row) => row.name === name && row.hash === hash);
    const [hasContent, hasWords] = [isApplied(CONTENT), isApplied(WORDS)];
    if (hasContent && hasWords) return;
    await lockFoods(tx);
    if (!hasContent) await storeContent(tx, now);
    if (!hasWords) await storeAllWords(tx);
    for (const { name, hash } of [CONTENT, WORDS]) {
      await tx.execute(sql`insert into ${RECORD} (name, hash) values (${name}, ${hash})
        on conflict (name) do update set hash = excluded.hash`);
    }
  });
}

/** How a built-in food is stored; null when it is stored like this, or operators have changed it. */
function nextOf({ id, food }: BuiltInFood, known: KnownFood | undefined): StoredFood | null {
  if (!known) return { id, food, builtIn: true, hidden: false, version: 1 };
  if (known.changedBy !== null || isDeepStrictEqual(factsOf(known.food), food)) return null;
  return { id, food, builtIn: true, hidden: known.food.hidden, version: known.food.version + 1 };
}

/**
 * Stores the built-in foods. Foods that operators have changed stay as they are. A food that was imported, and never
 * changed since, becomes the built-in one with its key.
 */
async function storeContent(tx: Owner, now: Date): Promise<void> {
  const builtIn = BUILT_IN_FOODS.map((built) => ({ ...built, key: foodKey(built.food) }));
  const known = await selectKnown(tx, builtIn);
  const byId = new Map(known.map((one) => [one.food.id, one]));
  const ids = new Set(builtIn.map(({ id }) => id));
  const others = known.filter(({ food }) => !ids.has(food.id));
  await deleteFoods(
    tx,
    others.filter(({ food }) => food.version === 1).map(({ food }) => food.id),
  );
  const kept = new Set(others.filter(({ food }) => food.version > 1).map(({ key }) => key));
  const next = builtIn.filter(({ key }) => !kept.has(key)).map((built) => nextOf(built, byId.get(built.id)));
  await storeFoods(
    tx,
    next.filter((one) => one !== null),
    { by: null, now },
  );
}

/** Stores the words of all foods again, in the order of this version. */
async function storeAllWords(tx: Owner): Promise<void> {
  for (let after = ''; ; ) {
    const foods = await selectFoodsAfter(tx, after, CHUNK);
    await storeWords(
      tx,
      foods.map((food) => ({ id: food.id, food: factsOf(food), builtIn: food.builtIn })),
    );
    const last = foods.at(-1);
    if (!last || foods.length < CHUNK) break;
    after = last.id;
  }
  for (let after: { coachId: string; id: string } | null = null; ; ) {
    const edited = await selectEditedAfter(tx, after, CHUNK);
    for (const food of edited) await storeOwnWords(tx, food);
    const last = edited.at(-1);
    if (!last || edited.length < CHUNK) break;
    after = last;
  }
}
