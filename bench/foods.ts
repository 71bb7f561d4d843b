import type { Benchmark } from './bench.ts';
import { openSessions, run } from './database.ts';
import { ratioFigure } from './figures.ts';
import { compare, type Target } from './load.ts';

const [FEW, MANY] = [1000, 100_000];
const OPERATOR_ID = '00000000-0003-7000-8000-000000000001';

const LISTS = [
  ['foods-list', '/operator/foods'],
  ['foods-category', '/operator/foods?category=fruit'],
  ['foods-search', '/operator/foods?q=ra'],
] as const;
const nameOf = (list: string) => `${list}-at-${MANY}-foods`;

/** Adds an operator and foods that all have a common word and a unique one. */
async function plantFoods(url: string, count: number): Promise<void> {
  const statements = [
    `INSERT INTO users (id, email, email_verified, full_name, two_factor_enabled)
      VALUES ('${OPERATOR_ID}', 'operator@large.example', true, 'Operator', true)`,
    `INSERT INTO user_roles (user_id, role, operator_role) VALUES ('${OPERATOR_ID}', 'Operator', 'admin')`,
    `INSERT INTO preferences (user_id) VALUES ('${OPERATOR_ID}')`,
    `INSERT INTO foods (id, key, name, brand, category, unit, kcal, protein, carbohydrate, fat, portions, allergens,
        diets, source, source_id, changed_at)
      SELECT gen_random_uuid(), 'source large / ' || n, md5(n::text) || ' raw', '',
        (ARRAY['fruit', 'meat', 'fish', 'grains'])[n % 4 + 1], 'g', 50, 1, 10, 0, '[]',
        '{"yes":[],"no":[]}', '{"yes":[],"no":[]}', 'large', n, now()
      FROM generate_series(1, ${count}) n`,
    `INSERT INTO food_words (word, rank, food_id)
      SELECT word, 10, id FROM foods, unnest(string_to_array(name_key, ' ')) word WHERE source = 'large'`,
    'VACUUM ANALYZE',
  ];
  for (const statement of statements) await run(url, statement);
}

/** Compares the first pages of 100,000 foods with those of 1,000. */
export const foodLists: Benchmark = {
  figures: LISTS.map(([name]) => nameOf(name)),
  onlyFull: true,
  async *measure(bench) {
    const coaches = { coaches: 1, clientsPerCoach: 0, days: 0 };
    const [few, many] = [
      await bench.product('bench_foods_few', coaches),
      await bench.product('bench_foods_many', coaches),
    ];
    await plantFoods(few.url, FEW);
    await plantFoods(many.url, MANY);
    const [cookie = ''] = await openSessions(few.url, [OPERATOR_ID]);
    await openSessions(many.url, [OPERATOR_ID]);
    const target = ({ address }: typeof few, path: string): Target => ({ url: `${address}/rest/v1${path}`, cookie });
    for (const [name, path] of LISTS) {
      const ratio = await compare(bench.client, target(many, path), target(few, path), 'time');
      yield ratioFigure(nameOf(name), ratio, `x-${FEW}-foods`, 1.3);
    }
  },
};
