import { asc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { date, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { selectTogether } from './select-together.ts';

const visits = pgTable('together_visits', {
  id: integer('id').notNull(),
  title: text('title'),
  at: timestamp('at', { withTimezone: true }).notNull(),
  day: date('day').notNull(),
  price: numeric('price'),
  content: jsonb('content').$type<{ days: number[] }>().notNull(),
});

let client: pg.Client;
const sent: string[] = [];
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(`CREATE TEMP TABLE together_visits (
    id int NOT NULL, title text, at timestamptz NOT NULL, day date NOT NULL, price numeric, content jsonb NOT NULL)`);
  await client.query(`INSERT INTO together_visits VALUES
    (1, 'It''s "quoted" é 🙂', '2026-03-29T01:59:59.123456+01:00', '2026-03-29', 12.30, '{"days": [1, 2]}'),
    (2, NULL, '2026-12-31T23:00:00Z', '2026-12-31', NULL, '{"days": []}')`);
});
afterAll(() => client.end());
const db = () => drizzle(client, { logger: { logQuery: (query) => sent.push(query) } });

it('gives the rows that each selection gives alone, with one statement', async () => {
  const selections = () => ({
    all: db().select().from(visits).orderBy(asc(visits.title)),
    counted: db()
      .select({ id: visits.id, double: sql`${visits.id} * 2`.mapWith(String) })
      .from(visits)
      .where(eq(visits.id, 2)),
    none: db().select({ id: visits.id }).from(visits).where(eq(visits.id, 3)),
  });
  const { all, counted, none } = selections();
  const alone = { all: await all, counted: await counted, none: await none };
  expect(alone.all).toHaveLength(2);
  expect(alone.counted).toEqual([{ id: 2, double: '4' }]);
  sent.length = 0;
  const together = await selectTogether(db(), selections());
  // PostgreSQL writes numbers in JSON without trailing zeros only where the column has none.
  expect(together).toEqual({ ...alone, all: alone.all.map((row) => ({ ...row, price: row.price && '12.3' })) });
  expect(sent).toHaveLength(1);
});

it('refuses a nested selection', async () => {
  const nested = db()
    .select({ visit: { id: visits.id } })
    .from(visits);
  await expect(selectTogether(db(), { nested })).rejects.toThrow('only a flat selection');
});
