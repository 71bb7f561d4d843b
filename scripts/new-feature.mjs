/**
 * Makes a feature that passes all checks: a list of things that a coach adds, renames and deletes, in every layer.
 * Usage: npm run new:feature <group>/<name>, with a group of the contract's `features.ts` and a plural in lower case.
 * Fill in its own content afterwards, as CONTRIBUTING.md describes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateMigration } from './generate-migration.mjs';
import { ROOT, run } from './run-command.mjs';

const TEMPLATES = fileURLToPath(new URL('new-feature', import.meta.url));
const LIST = 'packages/contract/src/features.ts';
const ACCESS = 'apps/server/test/procedure-access.json';
/** The entries of the reviewed list of callers. */
const CALLERS = Object.entries({
  deleteThing: 'DELETE /rest/v1/things/{thingId}',
  listThings: 'GET /rest/v1/things',
  saveThing: 'PUT /rest/v1/things/{thingId}',
})
  .map(
    ([procedure, address]) =>
      `  "things.${procedure}": { "address": "${address}", "allow": "coach", "callers": ["coach"] },\n`,
  )
  .join('');

/**
 * Where each template goes, with `things` for the name of the feature and `thing` for one of its entries.
 * @type {Record<string, string>}
 */
const FILES = {
  contract: 'packages/contract/src/things/things.ts',
  table: 'apps/server/src/features/things/things.table.ts',
  data: 'apps/server/src/features/things/things.data.ts',
  service: 'apps/server/src/features/things/things.service.ts',
  feature: 'apps/server/src/features/things/things.feature.ts',
  test: 'apps/server/src/features/things/things.test.ts',
  list: 'apps/web/src/features/things/thing-list.tsx',
  'web-test': 'apps/web/src/features/things/thing-list.test.tsx',
  route: 'apps/web/src/routes/coach.$coachId.things.tsx',
};

/**
 * Lines that a feature adds to existing files, each with the text it goes before.
 * @type {[file: string, before: RegExp, added: string][]}
 */
const LINES = [
  [LIST, /^\n\/\*\*\n \* The features of the product/m, "import { things } from './things/things.ts';\n"],
  [
    LIST,
    /^ {2}\{ name: '\w+', group: '\w+', band: 'views'/m,
    "  { name: 'things', group: 'GROUP', band: 'domain', procedures: { things } },\n",
  ],
  [
    'apps/server/src/features.ts',
    /^\nconst MANIFESTS/m,
    "import { things } from './features/things/things.feature.ts';\n",
  ],
  ['apps/server/src/features.ts', /(?<=^const MANIFESTS.*\n)/m, '  things,\n'],
  [
    'apps/server/functions/delete_own_account.sql',
    /^ {2}DELETE FROM client_notes WHERE coach_id = me;$/m,
    '  DELETE FROM things WHERE coach_id = me;\n',
  ],
];

/** The files in which every feature has a line. */
export const CHANGED = [...new Set([...LINES.map(([file]) => file), ACCESS])];

/**
 * Replaces the words of the templates. The singular is what English makes of a regular plural.
 * @param {string} name
 * @returns {(text: string) => string}
 */
function wordsOf(name) {
  const one = name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');
  /** @param {string} word */
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  /** @type {[string, string][]} */
  const words = [
    ['things', name],
    ['Things', capital(name)],
    ['THINGS', name.toUpperCase()],
    ['thing', one],
    ['Thing', capital(one)],
  ];
  // `nothing` stays as it is.
  return (text) => words.reduce((done, [from, to]) => done.replace(new RegExp(`(?<!no)${from}`, 'g'), to), text);
}

/**
 * Writes the files of a feature, without its migration.
 * @param {string} root
 * @param {string} feature `<group>/<name>`
 * @returns {string[]} paths of the new and the changed files
 * @throws Error for an unknown group, a name that is taken or no plural, and a file that is not as expected
 */
export function writeFeature(root, feature) {
  const [group = '', name = ''] = feature.split('/');
  const listed = [...readFileSync(path.join(root, LIST), 'utf8').matchAll(/name: '(\w+)', group: '(\w+)'/g)];
  const groups = [...new Set(listed.map(([, , known]) => known))];
  if (!groups.includes(group)) throw new Error(`There is no group '${group}'. There are: ${groups.join(', ')}`);
  if (!/^[a-z]{3,}s$/.test(name)) throw new Error(`'${name}' is no name: use a plural in lower case, like 'goals'.`);
  if (listed.some(([, known]) => known === name)) throw new Error(`There is a feature '${name}' already.`);
  const worded = wordsOf(name);
  const changed = new Map();
  for (const [file, before, added] of LINES) {
    const text = changed.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    const place = text.search(before);
    if (place < 0) throw new Error(`${file} has no place for the line of a new feature: ${before}`);
    changed.set(file, text.slice(0, place) + worded(added).replace('GROUP', group) + text.slice(place));
  }
  const reviewed = readFileSync(path.join(root, ACCESS), 'utf8');
  const following = [...reviewed.matchAll(/^ {2}"(\w+)\./gm)].find(([, known = '']) => known > name);
  const at = following?.index ?? reviewed.lastIndexOf('\n}');
  changed.set(ACCESS, reviewed.slice(0, at) + worded(CALLERS) + reviewed.slice(at));
  for (const [template, place] of Object.entries(FILES)) {
    changed.set(worded(place), worded(readFileSync(path.join(TEMPLATES, `${template}.txt`), 'utf8')));
  }
  for (const [file, text] of changed) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return [...changed.keys()];
}

/**
 * Generates the migration, and adds what the generator does not know: the rights of the server's role.
 * @param {string} name
 * @returns {string[]} paths of what it wrote
 */
function writeMigration(name) {
  const [migration = '', journal = ''] = generateMigration(name);
  const file = path.join(ROOT, migration);
  const grant = `--> statement-breakpoint\n-- by hand\nGRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO stridewell_app;\n`;
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd() + grant);
  return [migration, journal];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const feature = process.argv[2] ?? '';
  const files = writeFeature(ROOT, feature);
  await run('biome', ['check', '--write', ...files]);
  files.push(...writeMigration(feature.split('/')[1] ?? ''));
  await run('node', ['scripts/generate-routes.mjs']);
  for (const file of files) console.log(existsSync(path.join(ROOT, file)) ? file : `${file} is missing`);
}
