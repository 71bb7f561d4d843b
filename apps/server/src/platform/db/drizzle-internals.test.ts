import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cacheDecoders, joinTransaction } from './drizzle-internals.ts';

const notes = pgTable('internal_notes', { id: integer('id').notNull(), title: text('title') });

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query('CREATE TEMP TABLE internal_notes (id int NOT NULL, title text)');
});
afterAll(() => client.end());

it('joins the transaction that its connection is in; a nested one is a savepoint', async () => {
  await client.query('BEGIN');
  const tx = joinTransaction(drizzle(client));
  await tx.insert(notes).values({ id: 1, title: 'kept' });
  await expect(
    tx.transaction(async (nested) => {
      await nested.insert(notes).values({ id: 2, title: 'undone' });
      throw new Error('only the savepoint');
    }),
  ).rejects.toThrow('only the savepoint');
  expect(await tx.select().from(notes)).toEqual([{ id: 1, title: 'kept' }]);
  await client.query('ROLLBACK');
  expect((await client.query('SELECT * FROM internal_notes')).rows).toEqual([]);
});

it('reads rows through the cached decoders as the library reads them', async () => {
  await client.query("INSERT INTO internal_notes VALUES (1, 'one'), (2, NULL)");
  const db = drizzle(client);
  const select = () =>
    db
      .select({ id: notes.id, title: notes.title, double: sql`${notes.id} * 2`.mapWith(String) })
      .from(notes)
      .orderBy(notes.id);
  const prepared = select().prepare('internal_notes_cached');
  cacheDecoders(prepared);
  expect(Reflect.get(prepared, 'customResultMapper')).toBeTypeOf('function');
  const expected = [
    { id: 1, title: 'one', double: '2' },
    { id: 2, title: null, double: '4' },
  ];
  expect(await prepared.execute()).toEqual(expected);
  expect(await select()).toEqual(expected);
});

it('leaves a nested selection to the library', () => {
  const db = drizzle(client);
  const prepared = db
    .select({ note: { id: notes.id } })
    .from(notes)
    .prepare('internal_notes_nested');
  cacheDecoders(prepared);
  expect(Reflect.get(prepared, 'customResultMapper')).toBeUndefined();
});
