import { readFile } from 'node:fs/promises';
import type { FoodRow } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { addOwnFoods, importTable, searchAs } from '../apps/server/test/food-table.ts';
import words from '../apps/server/test/food-words.json' with { type: 'json' };
import { foodsFromTable, guessFoodMapping, sourceOf } from '../apps/web/src/features/foods/foods.import-file.ts';
import { readCsv } from '../apps/web/src/lib/read-csv.ts';
import type { Bench, Benchmark } from './bench.ts';
import { run } from './database.ts';
import { type Figure, figure } from './figures.ts';
import type { Product } from './product.ts';
import { percentile } from './statistics.ts';

/** The abbreviated table of USDA SR as CSV in Latin-1, which is not part of the repository. */
const TABLE = process.env.USDA_TABLE;

const OPERATOR_ID = '00000000-0003-7000-8000-000000000001';
const COACHES = { coaches: 1, clientsPerCoach: 0, days: 0 };
const LIMIT_MS = 15;
const ROUNDS = 5;
/** People see results from this many letters on. */
const TYPED = 2;

async function readTable(file: string): Promise<FoodRow[]> {
  const table = readCsv(new TextDecoder('latin1').decode(await readFile(file)));
  if ('problem' in table) throw new Error(table.problem);
  const mapping = guessFoodMapping(table.rows[0] ?? []);
  return foodsFromTable(table.rows, { mapping, source: sourceOf(table.rows[0] ?? []) ?? '', isUsda: true }).rows;
}

async function plantTable({ services, url }: Product, rows: readonly FoodRow[]): Promise<void> {
  await run(
    url,
    `INSERT INTO users (id, email, email_verified, full_name, two_factor_enabled)
      VALUES ('${OPERATOR_ID}', 'operator@large.example', true, 'Operator', true)`,
  );
  await importTable(services, rows, OPERATOR_ID);
  await run(url, 'VACUUM ANALYZE');
}

/** The coach has used every food once, so each search has the most history to read. */
const plantUses = ({ url, coachId }: Product) =>
  run(
    url,
    `INSERT INTO food_uses (coach_id, food_id, score, used_at) SELECT '${coachId}', id, 1, now() FROM
      (SELECT id FROM foods UNION SELECT id FROM coach_foods WHERE coach_id = '${coachId}') AS used`,
  );

/** In how many searches of a hundred none of the right foods is among the first ones. */
async function missesOf(product: Product, list: Readonly<Record<string, readonly string[]>>, first: number) {
  const missed: string[] = [];
  for (const [q, ids] of Object.entries(list)) {
    const foods = await searchAs(product.services, product.coachId, q);
    if (!foods.slice(0, first).some(({ sourceId }) => ids.includes(sourceId))) missed.push(q);
  }
  return { share: (100 * missed.length) / Object.keys(list).length, missed };
}

async function* orderFigures(product: Product, name: string): AsyncIterable<Figure> {
  for (const [first, limit] of [
    [1, 20],
    [5, 3],
  ] as const) {
    const { share, missed } = await missesOf(product, words.words, first);
    const control = await missesOf(product, words.control, first);
    const note = `of 60 words; ${missed.join(', ') || 'none'}; of 30 others ${Math.round(control.share)} %`;
    yield figure(`${name}-not-in-first-${first}`, share, '%', limit, note);
  }
}

/** Each word as it is typed, letter by letter. */
const typedTexts = (): string[] =>
  Object.keys({ ...words.words, ...words.control }).flatMap((word) =>
    Array.from({ length: word.length - TYPED + 1 }, (_, more) => word.slice(0, TYPED + more)),
  );

async function timesOf(product: Product): Promise<number[]> {
  const texts = typedTexts();
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const text of texts) {
      const start = performance.now();
      await searchAs(product.services, product.coachId, text);
      // The first round fills caches.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return times;
}

async function* measure(bench: Bench, file: string): AsyncIterable<Figure> {
  const rows = await readTable(file);
  const alone = await bench.product('bench_food_table', COACHES);
  await run(alone.url, 'DELETE FROM foods');
  await plantTable(alone, rows);
  yield* orderFigures(alone, 'food-table');
  const product = await bench.product('bench_food_search', COACHES);
  await plantTable(product, rows);
  yield* orderFigures(product, 'food-search');
  await addOwnFoods(product.services, product.coachId);
  await plantUses(product);
  await run(product.url, 'VACUUM ANALYZE');
  const times = await timesOf(product);
  const [{ count = 0 } = {}] = await run<{ count: number }>(product.url, 'SELECT count(*)::int AS count FROM foods');
  const note = `${count} foods and ${FOOD_BOUNDS.own} own ones, ${times.length} searches; median ${percentile(times, 50).toFixed(1)} ms`;
  yield figure('food-search-p95', percentile(times, 95), 'ms', LIMIT_MS, note);
}

/**
 * The order and the time of a coach's searches among the foods of USDA SR, the built-in ones and as many own ones as
 * there can be. Only with the table: `USDA_TABLE=<file> npm run bench -- --only=food-search-p95`.
 */
export const foodSearch: readonly Benchmark[] =
  TABLE === undefined
    ? []
    : [
        {
          figures: [
            'food-table-not-in-first-1',
            'food-table-not-in-first-5',
            'food-search-not-in-first-1',
            'food-search-not-in-first-5',
            'food-search-p95',
          ],
          measure: (bench) => measure(bench, TABLE),
        },
      ];
