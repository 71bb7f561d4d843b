import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeError, errorMessage, errorText } from './describe-error.ts';
import { createLogger } from './logger.ts';

/** Every line is a secret, and some look like the lines of a stack. */
const HOSTILE = [
  'first-secret',
  'second-secret',
  '    at third-secret (/app/fourth-secret.js:1:1)',
  'params: fifth-secret',
  'Error: sixth-secret',
].join('\n');

const lines: string[] = [];
const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } });

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(`
    create temporary table notes (id int primary key, email text unique, number int check (number > 0));
    create function pg_temp.complain(text) returns void language plpgsql as $$ begin raise exception '%', $1; end $$;
  `);
});
afterAll(() => client.end());

const failureOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => {
      throw new Error('the query should fail');
    },
    (error: unknown) => error,
  );

describe('an error in the log', () => {
  it.each([
    ['a value that cannot be read', sql`select ${HOSTILE}::text::uuid`],
    ['a value of another type', sql`insert into notes (id) values (${HOSTILE})`],
    ['a value that is taken', sql`insert into notes values (2, ${HOSTILE}, 1)`],
    ['a value that is not allowed', sql`insert into notes values (3, ${HOSTILE}, -1)`],
    ['JSON that cannot be read', sql`select ${HOSTILE}::text::jsonb`],
    ['a missing table', sql`select ${HOSTILE}::text from missing`],
    ['an error that a function raises', sql`select pg_temp.complain(${HOSTILE})`],
  ])('holds no parameter of a query with %s', async (_kind, query) => {
    const db = drizzle(client);
    await db.execute(sql`insert into notes values (2, ${HOSTILE}, 1) on conflict do nothing`);
    const error = await failureOf(db.execute(query));
    lines.length = 0;
    log.error({ err: error }, 'request failed');
    log.error({ err: new Error('outer', { cause: error }) }, 'request failed');
    log.error({ err: new AggregateError([error], 'several') }, 'request failed');
    // Libraries log only the message.
    log.error((error as Error).message);
    log.error({ source: 'auth' }, (error as Error).message);
    // The queue passes copies of errors.
    const { cause } = error as { cause: pg.DatabaseError };
    log.error({ err: { ...cause, message: cause.message, stack: cause.stack } }, 'queue error');
    const text = `${lines.join('')}\n${errorText(error)}\n${errorText(new Error('outer', { cause: error }))}`;
    expect(lines).toHaveLength(6);
    expect(text).not.toMatch(/secret/);
    expect(text).toContain('Failed query');
    // The stack stays, because it helps to find the bug.
    expect(text).toMatch(/\bat .*describe-error\.test\.ts/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { cause: { code: expect.stringMatching(/^[\dA-Z]{5}$/) } },
    });
  });

  it('says which constraint was broken', async () => {
    log.error({ err: await failureOf(drizzle(client).execute(sql`insert into notes values (3, null, -1)`)) }, 'failed');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      err: { cause: { code: '23514', constraint: 'notes_number_check', message: expect.stringContaining('notes') } },
    });
  });

  it('is described when it is a copy of an error, or no error', () => {
    const thrown = new Error('the socket is closed', { cause: new Error('reset') });
    const copy = { ...thrown, message: thrown.message, stack: thrown.stack, cause: { message: 'reset' } };
    log.error({ err: copy }, 'failed');
    log.error({ err: { status: 'secret', reason: 'secret' } }, 'failed');
    log.error({ err: Object.create(null) }, 'failed');
    const [first, second, third] = lines.slice(-3).map((line) => JSON.parse(line).err);
    expect(first).toMatchObject({
      type: 'Error',
      message: 'the socket is closed',
      cause: { message: 'reset' },
      stack: expect.stringContaining('describe-error.test.ts'),
    });
    expect(second).toEqual({ message: 'an object without a message was thrown (status, reason)' });
    expect(third.message).toContain('an object without a message');
    expect(errorText(copy)).toContain('Caused by: reset');
    expect(errorMessage(copy)).toBe('the socket is closed');
  });

  it('has a message that the queue and failed mails can keep', () => {
    const { message } = describeError(new Error('550 no\u0000 \ud83d'));
    expect(message).toBe('550 no\uFFFD \uFFFD');
    expect(describeError('no\u0000')).toEqual({ message: 'no\uFFFD' });
  });

  it('keeps the message and the stack of every other error', () => {
    log.error({ err: new TypeError('two\nlines') }, 'failed');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      err: { type: 'TypeError', message: 'two\nlines', stack: expect.stringContaining('describe-error.test.ts') },
    });
  });
});
