/**
 * Writes the next migration from the tables in code: its SQL, and its entry in the journal, which also has the schema that
 * the last migration leads to. The next one is compared with this schema.
 * Usage: npm run db:generate -- <name>. Check the SQL, and add what a generator cannot know, such as grants.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, toolEnv } from './run-command.mjs';

const MIGRATIONS = 'apps/server/migrations';
const META = path.join(ROOT, MIGRATIONS, 'meta');
const JOURNAL = path.join(META, '_journal.json');

/** @typedef {{ entries: { tag: string }[] }} Journal */

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** @param {string} file @param {unknown} content */
const write = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

/**
 * @param {string} name in lower case with underscores
 * @returns {string[]} paths of the SQL and the journal
 * @throws Error when the tables have not changed, or the generator fails
 */
export function generateMigration(name) {
  const { schema, ...journal } = read(JOURNAL);
  /** @param {Journal} of The generator keeps a schema under the number of its migration. */
  const snapshotOf = ({ entries }) => path.join(META, `${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`);
  write(JOURNAL, journal);
  write(snapshotOf(journal), schema);
  // The generator asks whether a new column is a renamed one.
  const options = { cwd: path.join(ROOT, 'apps/server'), env: toolEnv(), stdio: /** @type {const} */ ('inherit') };
  spawnSync('drizzle-kit', ['generate', `--name=${name}`], options);
  /** @type {Journal} */
  const after = read(JOURNAL);
  write(JOURNAL, Object.assign(after, { schema: read(snapshotOf(after)) }));
  for (const file of readdirSync(META)) if (file.endsWith('_snapshot.json')) rmSync(path.join(META, file));
  const { tag } = after.entries.at(-1) ?? {};
  if (after.entries.length === journal.entries.length) throw new Error('No migration was written.');
  return [path.join(MIGRATIONS, `${tag}.sql`), path.relative(ROOT, JOURNAL)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const name = process.argv[2] ?? '';
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name)) throw new Error(`'${name}' is no name: use words like 'client_tags'.`);
  console.log(generateMigration(name).join('\n'));
}
