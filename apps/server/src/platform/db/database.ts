import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { deriveKey } from '../derived-key.ts';
import { errorMessage } from '../describe-error.ts';
import { joinTransaction, type NoSchema, type Sender } from './drizzle-internals.ts';
import { databaseUse, isReadOnly, mayBeDeadlock, noteFailure } from './failures.ts';
import { createPool } from './pool.ts';
import type { Scope, ScopeSettings } from './scope.ts';

/** Refusal codes that the caller of a transaction can answer. */
export type Answers<Code extends string> = Readonly<Record<Code, unknown>>;

type Row = Record<string, unknown>;
/** Work right before COMMIT. */
type Finish = () => Promise<void>;

/**
 * A transaction that runs in `scope`. A nested `transaction()` is a savepoint.
 *
 * `Code` names the refusals that its caller can answer. A function that throws `SEATS_FULL` asks for a
 * `Tx<CoachScope, 'SEATS_FULL'>`, so calling it without an answer for that code does not compile.
 */
export type Tx<S extends Scope = Scope, Code extends string = never> = NodePgTransaction<NoSchema, NoSchema> & {
  readonly scope: S;
  /** The connection of the transaction. Statements prepared on it outlive the transaction. */
  readonly connection: Connection;
  /**
   * Runs statements of this transaction in another scope, and returns the rows of each. Both changes of scope and the
   * statements are sent at once, so no other statement of the transaction runs in that scope.
   */
  readonly sendAs: (scope: Scope, statements: readonly SQL[]) => Promise<Row[][]>;
  /** For statements that bypass the transaction object. @throws when the transaction is over */
  readonly requireOpen: () => void;
  readonly answers: Answers<Code>;
  /**
   * Keys for one purpose, that of the current secret first, then those of former ones. The database has none of them.
   */
  readonly keysFor: (purpose: string) => readonly Buffer[];
  /** An application object for functions that get only a transaction. The database layer ignores it. */
  readonly carried: object;
  /**
   * Adds work that runs right before COMMIT. Contended locks are taken there, so that they are held briefly and always
   * taken last.
   * @throws in a transaction of one flight, which cannot run work before COMMIT
   */
  readonly beforeCommit: (work: Finish) => void;
};

export function countStatement(): void {
  const use = databaseUse.getStore();
  if (use) use.statements += 1;
}

const logger = { logQuery: countStatement };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const word = /^[a-z_]+$/;
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of settings by their keys, which code chooses, so they are few. Every request would write them again. */
const settingNames = new Map<string, string>();

function settingName(key: string): string {
  const known = settingNames.get(key);
  if (known !== undefined) return known;
  const name = snakeCase(key);
  if (!word.test(name)) throw new TypeError(`a scope has a malformed ${name}`);
  settingNames.set(key, name);
  return name;
}

/**
 * One SET for each value: a distributed database would send a joined string to its workers once for each SET in it.
 * SET takes no parameters, so every value is validated before it becomes a literal.
 */
function settingStatement(key: string, value: string | null): string {
  const name = settingName(key);
  if (!(value === null || uuid.test(value) || word.test(value))) {
    throw new TypeError(`a scope has a malformed ${name}`);
  }
  return `SET LOCAL app.${name} = '${value ?? ''}'`;
}

/** @param before the current scope of the transaction; its other settings are cleared */
function scopeStatements({ role, settings }: Scope, before?: Scope): string[] {
  if (!word.test(role)) throw new TypeError('a scope has an unknown role');
  const statements: string[] = [];
  for (const key in before?.settings) {
    if (before.settings[key] !== null && (settings[key] ?? null) === null) statements.push(settingStatement(key, null));
  }
  for (const key in settings) {
    const value = settings[key];
    if (value !== null && value !== undefined) statements.push(settingStatement(key, value));
  }
  statements.push(settingStatement('role', role));
  return statements;
}

/**
 * Adds settings to the scope of a running transaction, until its end. Cannot replace a setting of the scope. Callers
 * have checked access to the ids they set.
 */
export async function addToScope(tx: Tx, settings: ScopeSettings): Promise<void> {
  const taken = Object.keys(settings).find((name) => name === 'role' || name in tx.scope.settings);
  if (taken !== undefined) throw new TypeError(`a scope has its own ${taken}`);
  const statements = Object.entries(settings).map(([key, value]) => settingStatement(key, value));
  await Promise.all(statements.map((statement) => tx.execute(sql.raw(statement))));
}

/** State of a pooled connection, which outlives its transactions. */
export type Connection = { client: pg.PoolClient; db: NodePgDatabase<NoSchema> };

/**
 * The connection for one transaction. It refuses statements after the end of the transaction, because they would run
 * without a scope or in that of the next transaction.
 */
function gateOf(client: pg.PoolClient) {
  let open = true;
  const requireOpen = () => {
    if (!open) throw new Error('a statement came after the end of its transaction');
  };
  const gated: Sender = {
    query(...parameters: unknown[]) {
      requireOpen();
      return Reflect.apply(client.query, client, parameters);
    },
  };
  return {
    gated,
    requireOpen,
    close() {
      open = false;
    },
  };
}

/** Queues statements in the same turn. */
const sendAll = (client: Sender, statements: readonly string[]) =>
  Promise.all(statements.map((statement) => client.query(statement)));

/** In a read-only request, the first write is an error. */
const beginWriting = (): string => (isReadOnly() ? 'BEGIN READ ONLY' : 'BEGIN');

const dialect = new PgDialect();

/** Queues all statements in the same turn: the connection runs them in this order, with no other between them. */
async function sendAs(
  client: Sender,
  { own, other }: { own: Scope; other: Scope },
  statements: readonly SQL[],
): Promise<Row[][]> {
  const there = scopeStatements(other, own);
  const queries = [
    ...there,
    ...statements.map((statement) => {
      const { sql: text, params: values } = dialect.sqlToQuery(statement);
      return { text, values };
    }),
    ...scopeStatements(own, other),
  ];
  const sent = queries.map((query) => client.query(query));
  for (const _ of statements) countStatement();
  const answers = await Promise.allSettled(sent);
  const rows = answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
  return rows.slice(there.length, there.length + statements.length);
}

/** Resolves when all statements so far have been sent. */
const allAsked = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** The pool of the application role. Every access is a transaction with its caller's scope. */
export class Database {
  readonly pool: pg.Pool;
  readonly keysFor: Tx['keysFor'];
  readonly #carried: object;
  #connections = new WeakMap<pg.PoolClient, Connection>();

  constructor(
    connectionString: string,
    options: { max?: number; secrets: readonly string[]; carried?: object; onLost: (error: Error) => void },
  ) {
    this.#carried = options.carried ?? {};
    this.keysFor = (purpose) => options.secrets.map((secret) => deriveKey(secret, purpose));
    // Connections stay open. A new one plans its first statements with empty caches, which takes over 100 ms; the pool
    // would close idle ones after 10 s and open several at once in the next burst.
    this.pool = createPool(
      { connectionString, max: options.max ?? 10, idleTimeoutMillis: 0, pipeline: true },
      options.onLost,
    );
  }

  /** Runs `work` in a read-only transaction; a write inside is an error. */
  read<S extends Scope, T, Code extends string = never>(
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers?: Answers<Code>,
  ): Promise<T> {
    return this.#run('BEGIN READ ONLY', scope, work, answers ?? ({} as Answers<Code>));
  }

  /**
   * Runs `work` in a transaction and resolves once it is committed. An error in `work` rolls it back. After a deadlock,
   * `work` runs again, so its effects outside of the transaction must be safe to repeat.
   * @param answers the refusals that the caller can answer; a procedure passes its `errors`
   */
  async write<S extends Scope, T, Code extends string = never>(
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers?: Answers<Code>,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#run(beginWriting(), scope, work, answers ?? ({} as Answers<Code>));
      } catch (error) {
        if (mayBeDeadlock(error) && tries < DEADLOCK_TRIES) continue;
        noteFailure(error);
        throw error;
      }
    }
  }

  /**
   * Like `read`, in one flight: scope, statements and COMMIT travel together. So `work` has to send all statements at
   * once; a statement that waits for the answer to another is an error.
   */
  readAtOnce<S extends Scope, T, Code extends string = never>(
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers?: Answers<Code>,
  ): Promise<T> {
    return this.#runAtOnce('BEGIN READ ONLY', scope, work, answers ?? ({} as Answers<Code>));
  }

  /**
   * Like `write`, in one flight as `readAtOnce`. A failed statement rolls back the others. Any other error in `work`
   * comes too late for a rollback.
   */
  writeAtOnce<S extends Scope, T, Code extends string = never>(
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers?: Answers<Code>,
  ): Promise<T> {
    return this.#runAtOnce(beginWriting(), scope, work, answers ?? ({} as Answers<Code>));
  }

  /** Calls a database function that has its owner's rights, which needs neither a scope nor a transaction around it. */
  async call<R extends pg.QueryResultRow>(query: { name: string; text: string; values: unknown[] }): Promise<R[]> {
    countStatement();
    try {
      return (await this.pool.query<R>(query)).rows;
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  }

  async #run<S extends Scope, T, Code extends string>(
    begin: string,
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers: Answers<Code>,
  ): Promise<T> {
    const opening = [begin, ...scopeStatements(scope)];
    const client = await this.#connect();
    let broken: Error | undefined;
    const last: Finish[] = [];
    const { tx, close } = this.#open(client, scope, answers, (work) => last.push(work));
    try {
      // Not awaited: with a pipelined connection the scope and the first statements travel together.
      const opened = sendAll(client, opening);
      const [start, result] = await Promise.allSettled([opened, work(tx)]);
      if (result.status === 'fulfilled') for (const finish of last) await finish();
      // Statements sent beside a failed one must not run after its ROLLBACK.
      close();
      if (start.status === 'rejected') throw start.reason;
      if (result.status === 'rejected') throw result.reason;
      const commit = await client.query('COMMIT');
      // After a swallowed error, COMMIT answers ROLLBACK without throwing.
      if (commit.command !== 'COMMIT') throw new Error(SWALLOWED);
      return result.value;
    } catch (error) {
      if (!mayBeDeadlock(error)) noteFailure(error);
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = asError(failure);
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #runAtOnce<S extends Scope, T, Code extends string>(
    begin: string,
    scope: S,
    work: (tx: Tx<S, Code>) => Promise<T>,
    answers: Answers<Code>,
  ): Promise<T> {
    const opening = [begin, ...scopeStatements(scope)];
    const client = await this.#connect();
    const { stream } = client.connection;
    let broken: Error | undefined;
    try {
      stream.cork();
      const opened = sendAll(client, opening);
      const { tx, close } = this.#open(client, scope, answers, () => {
        throw new TypeError('a transaction of one flight has no moment before COMMIT');
      });
      const result = (async () => work(tx))();
      const committed = allAsked().then(() => {
        close();
        const commit = client.query('COMMIT');
        stream.uncork();
        return commit;
      });
      const [start, answer, end] = await Promise.allSettled([opened, result, committed]);
      if (end.status === 'rejected') broken = asError(end.reason);
      if (start.status === 'rejected') throw start.reason;
      if (answer.status === 'rejected') throw answer.reason;
      if (end.status === 'rejected') throw end.reason;
      if (end.value.command !== 'COMMIT') throw new Error(SWALLOWED);
      return answer.value;
    } catch (error) {
      noteFailure(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  #open<S extends Scope, Code extends string>(
    client: pg.PoolClient,
    scope: S,
    answers: Answers<Code>,
    beforeCommit: (work: Finish) => void,
  ): { tx: Tx<S, Code>; close: () => void } {
    let connection = this.#connections.get(client);
    if (!connection) {
      connection = { client, db: drizzle(client, { logger }) };
      this.#connections.set(client, connection);
    }
    const { gated, requireOpen, close } = gateOf(client);
    const tx = Object.assign(joinTransaction(connection.db, gated, logger), {
      scope,
      connection,
      requireOpen,
      sendAs: (other: Scope, statements: readonly SQL[]) => sendAs(gated, { own: scope, other }, statements),
      answers,
      keysFor: this.keysFor,
      carried: this.#carried,
      beforeCommit,
    });
    return { tx, close };
  }
}

/** Attempts for a transaction that ends in a deadlock. */
const DEADLOCK_TRIES = 3;

const SWALLOWED = 'the transaction was rolled back by an earlier error';
const asError = (reason: unknown) =>
  reason instanceof Error ? reason : new Error(errorMessage(reason), { cause: reason });
