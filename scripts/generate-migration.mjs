/**
 * Writes the next migration from the tables in code: its SQL and, beside the journal, the schema that it leads to, which
 * the following migration is compared with.
 * Usage: npm run db:generate -- <name>. Check the SQL, and add what a generator cannot know, such as grants.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, toolEnv } from './run-command.mjs';

const MIGRATIONS = 'apps/server/migrations';
const SCHEMA = 'schema.json';

/**
 * @param {string} name in lower case with underscores
 * @returns {string} path of the SQL
 * @throws Error when the tables have not changed, or the generator fails
 */
export function generateMigration(name) {
  const folder = path.join(ROOT, MIGRATIONS);
  const meta = path.join(folder, 'meta');
  const files = () => readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const before = files();
  // The generator looks for the schema under the number of the last migration.
  const last = `${before.sort().at(-1)?.slice(0, 4)}_snapshot.json`;
  renameSync(path.join(meta, SCHEMA), path.join(meta, last));
  // The generator asks whether a new column is a renamed one.
  const options = { cwd: path.join(ROOT, 'apps/server'), env: toolEnv(), stdio: /** @type {const} */ ('inherit') };
  spawnSync('drizzle-kit', ['generate', `--name=${name}`], options);
  const written = files().find((file) => !before.includes(file));
  renameSync(path.join(meta, written ? `${written.slice(0, 4)}_snapshot.json` : last), path.join(meta, SCHEMA));
  if (!written) throw new Error('No migration was written.');
  return path.join(MIGRATIONS, written);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const name = process.argv[2] ?? '';
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name)) throw new Error(`'${name}' is no name: use words like 'client_tags'.`);
  console.log(generateMigration(name));
}
