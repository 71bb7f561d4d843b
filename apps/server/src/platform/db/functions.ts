import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';

/** A function of the database. `text` can be applied again at any time. */
export type FunctionFile = { name: string; text: string };

/** A file cannot be applied. The message names it. */
class FunctionError extends PlainError {}

const SUFFIX = '.sql';

/** The functions of a folder, one file each, in the order of their names. */
export async function readFunctions(folder: string): Promise<FunctionFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(SUFFIX)).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: path.basename(file, SUFFIX),
      text: await readFile(path.join(folder, file), 'utf8'),
    })),
  );
}

/** Between statements, as in migrations: Citus takes some of them only when they are sent alone. */
const BREAKPOINT = '--> statement-breakpoint';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Beside the record of the migrations. */
const RECORD = 'drizzle.applied_functions';

/**
 * Applies the functions whose files have changed since they were last applied, in one transaction. The caller is the
 * owner and holds the lock of the migrations.
 * @throws FunctionError when a file cannot be applied; all functions are then as before
 */
export async function applyFunctions(owner: pg.Client, folder: string): Promise<void> {
  const files = await readFunctions(folder);
  await owner.query('BEGIN');
  try {
    await owner.query(`CREATE TABLE IF NOT EXISTS ${RECORD} (name text PRIMARY KEY, hash text NOT NULL)`);
    const { rows } = await owner.query<{ name: string; hash: string }>(`SELECT name, hash FROM ${RECORD}`);
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
    for (const file of files) {
      const hash = hashOf(file.text);
      if (applied.get(file.name) === hash) continue;
      await applyFunction(owner, file);
      await owner.query(
        `INSERT INTO ${RECORD} (name, hash) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
        [file.name, hash],
      );
    }
    // A function that a migration dropped may come back later.
    await owner.query(`DELETE FROM ${RECORD} WHERE name <> ALL($1)`, [files.map(({ name }) => name)]);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

/** @throws FunctionError */
export async function applyFunction(owner: pg.Client, { name, text }: FunctionFile): Promise<void> {
  try {
    for (const statement of text.split(BREAKPOINT)) await owner.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new FunctionError(
      `The database function ${name} cannot be applied: ${error.message}. All functions are as before. ` +
        `Correct apps/server/functions/${name}${SUFFIX} and start again.`,
      { cause: error },
    );
  }
}
