import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { joinTransaction, type PreparedStatement, senderOf } from './drizzle-internals.ts';

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

describe('a prepared statement', () => {
  const db = () => drizzle(client);
  const send = <Result>(prepared: PreparedStatement<Result>, values = {}, ids = {}) =>
    senderOf(prepared)(client, values, ids);
  beforeAll(() => client.query("INSERT INTO internal_notes VALUES (1, 'one'), (2, NULL)"));

  it('gives the rows that the library gives', async () => {
    const double = sql`${notes.id} * 2`.mapWith(String);
    const select = () => db().select({ id: notes.id, title: notes.title, double }).from(notes).orderBy(notes.id);
    const expected = [
      { id: 1, title: 'one', double: '2' },
      { id: 2, title: null, double: '4' },
    ];
    expect(await send(select().prepare('internal_flat'))).toEqual(expected);
    expect(await select()).toEqual(expected);
  });

  it('leaves a nested selection, and a statement without rows, to the library', async () => {
    const nested = db()
      .select({ note: { id: notes.id } })
      .from(notes)
      .where(eq(notes.id, sql.placeholder('id')));
    expect(await send(nested.prepare('internal_nested'), { id: 2 })).toEqual([{ note: { id: 2 } }]);
    const renamed = db()
      .update(notes)
      .set({ title: 'two' })
      .where(eq(notes.id, sql.placeholder('id')));
    expect(await send(renamed.prepare('internal_update'), { id: 3 })).toMatchObject({ rowCount: 0 });
  });

  it('takes its values from the call, or else from the ids of the scope', async () => {
    const select = db()
      .select({ id: notes.id, word: sql<string>`${sql.placeholder('word')}::text` })
      .from(notes)
      .where(eq(notes.id, sql.placeholder('id')));
    const prepared = select.prepare('internal_values');
    expect(await send(prepared, { id: 1 }, { id: 2, word: 'scope' })).toEqual([{ id: 1, word: 'scope' }]);
    await expect(send(prepared, { id: 1 })).rejects.toThrow('no value for word');
  });

  it('fails like the library, with the error of the database as its cause', async () => {
    const broken = () =>
      db()
        .select({ id: sql<number>`1 / ${notes.id} * 0 / 0` })
        .from(notes);
    const failure = { query: broken().toSQL().sql, cause: { code: '22012' } };
    await expect(send(broken().prepare('internal_broken'))).rejects.toMatchObject(failure);
    await expect(broken()).rejects.toMatchObject(failure);
  });
});
