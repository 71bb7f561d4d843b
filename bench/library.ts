import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import pg from 'pg';
import { builtInLibrary } from '../apps/server/src/features/exercises/exercises.merge.rules.ts';
import { recordRequest } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { run } from './database.ts';
import { figure } from './figures.ts';
import { FEW } from './sizes.ts';
import { median } from './statistics.ts';

const LIMIT_MS = 5;
const RUNS = 30;

type Plan = [{ 'QUERY PLAN': [{ 'Execution Time': number; 'Planning Time': number }] }];

/**
 * Database time of the library of a coach with as many own exercises as there can be. The search itself is in the
 * browser, among what this reads.
 */
export const librarySearch: Benchmark = {
  figures: ['library-search'],
  async *measure(bench) {
    const product = await bench.product('bench_library', { ...FEW, coaches: 1 });
    const [sample] = builtInLibrary;
    const exercise = pg.escapeLiteral(JSON.stringify(sample));
    await run(
      product.url,
      `INSERT INTO coach_exercises (coach_id, id, exercise, version)
        SELECT '${product.coachId}', md5(n::text)::uuid::text, ${exercise}::jsonb, 1
        FROM generate_series(1, ${EXERCISE_BOUNDS.own}) n`,
    );
    await run(product.url, 'VACUUM ANALYZE coach_exercises');
    const statements = await recordRequest(product, `/rest/v1/exercises?coachId=${product.coachId}`);
    const reading = statements.filter(({ text }) => text.includes('coach_exercises'));
    const client = new pg.Client({ connectionString: product.url });
    await client.connect();
    try {
      const times: number[] = [];
      for (let runs = 0; runs < RUNS; runs += 1) {
        let time = 0;
        for (const { text, values } of reading) {
          const { rows } = await client.query<Plan[number]>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
          time += rows.reduce((sum, row) => sum + row['QUERY PLAN'][0]['Execution Time'], 0);
        }
        times.push(time);
      }
      const note = `${EXERCISE_BOUNDS.own} own exercises, ${reading.length} statement; the search is in the browser`;
      yield figure('library-search', median(times), 'ms', LIMIT_MS, note);
    } finally {
      await client.end();
    }
  },
};
