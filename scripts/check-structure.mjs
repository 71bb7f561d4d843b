/**
 * Checks file names and the import rules that lint patterns cannot express.
 * Usage: node scripts/check-structure.mjs [root]. Prints one line per finding; exit code 1 with findings.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAccessProblems } from './structure-access.mjs';
import { findContractCircles } from './structure-circles.mjs';
import { findFloorProblems, findUnlistedFeatures, readFloors } from './structure-floors.mjs';
import { findImportProblems } from './structure-imports.mjs';
import { findPlaceProblem } from './structure-places.mjs';
import { findFreeHandlers } from './structure-procedures.mjs';
import { findForwarders, findFullManifests, findSplinters } from './structure-splinters.mjs';
import { findBareSweeps } from './structure-sweeps.mjs';

/** @typedef {{ file: string, line: number, message: string }} Finding `line` is 0 for the whole file. */

const MAX_LINES = 400;
/** Tests are lists of cases, which a second file would not make easier to find. */
const MAX_TEST_LINES = 800;
const TEST = /\.test\.tsx?$/;
const CODE = /\.(ts|tsx|mjs|astro|css)$/;
const TEXT = /(\.(ts|tsx|mjs|astro|css|html|md|json|jsonc|sql|svg|yml|yaml|txt)|\.ci\/run|\.gitignore)$/;
const GENERATED = /(^package-lock\.json|routeTree\.gen\.ts|^apps\/server\/migrations\/meta\/.*)$/;

/** Patterns are written so that they do not match this file. */
const UNWANTED = [
  { pattern: /(^|[\s'"`(=:])\/(work|opt\/n24)\//, message: 'A path of one machine: derive it from the repository.' },
  {
    pattern: /\bregistry\.(npmjs|yarnpkg)\b|verdacci[o]|artifactor[y]/i,
    message: 'A registry belongs into npm settings.',
  },
  { pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/, message: 'Finish it, or describe it in an issue.' },
  { pattern: /\blorem[ ]ipsum\b/i, message: 'Write the real text.' },
];

/** Rules for code only; prose may mention these words. */
const UNWANTED_CODE = [
  { pattern: /\.(only|skip|fixme|todo)\(/, message: 'Every test runs: fix it or delete it.' },
  { pattern: /\bas[ ]unknown[ ]as\b/, message: 'Parse the value or correct its type.' },
  { pattern: /@ts-(ignore|nocheck)\b/, message: 'Correct the type.' },
  {
    pattern: /setWhere: sql`[^`]*(\binterval\b|\bnow\(|\bcurrent_|::(date|time)|excluded\.\w+ [-+])/,
    message: 'A distributed database refuses it in an upsert: compute the value before the statement.',
  },
  { pattern: /(from |import\()'@stridewell\/site\b/, message: 'Nothing builds on the site: move it into apps/web.' },
  {
    pattern: /\.{3}\{( |$)|\.{3}\[[^[\]]*\](,|$| as const)/,
    message: 'A spread that only packs lines: write its entries out.',
  },
];

/**
 * Times and days are those of an account, never of the machine: every formatter names a zone, so the formatters are in
 * `time.ts` alone, and the browser's zone is for visitors and for choosing a zone.
 */
const ZONED = [
  {
    pattern: /Intl\.DateTimeFormat\(|\.toLocale(Date|Time)String\(/,
    allowed: [
      'packages/contract/src/time.ts',
      // The names of months in other languages.
      'apps/web/src/features/workouts/workouts.history-dates.ts',
      'apps/web/src/lib/time-zone.ts',
      // Pushes wait while it is night where the device is. The service worker loads no other module.
      'apps/web/src/device/push-events.ts',
    ],
    message: 'Format it with the functions of time.ts, which take a zone.',
  },
  {
    pattern: /\.([gs]et(FullYear|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|to(Date|Time)String)\(/,
    allowed: [],
    message: 'It reads the zone of the machine: use dayInZone and its neighbours of time.ts.',
  },
  {
    pattern: /\bbrowserTimeZone\b/,
    allowed: [
      'apps/web/src/lib/time-zone.ts',
      'apps/web/src/features/identity/preferences-card.tsx',
      // Says which zone the calendar has where the device is in another one.
      'apps/web/src/features/calendar/calendar-page.tsx',
    ],
    message: 'Show times in the zone of the account: useTimeZone().',
  },
];
/** What a browser keeps may be full, switched off or another person's: `device` knows, and everything else asks it. */
const STORED = {
  pattern: /\b(localStorage|sessionStorage|indexedDB|use(Local|Session)Storage)\b/,
  allowed: ['apps/web/src/device/storage.ts', 'apps/web/src/device/blobs.ts'],
  message: 'Storage of the browser: go through apps/web/src/device.',
};
/** The generator of migrations writes others, which `npm run db:generate` takes into the journal. */
const SNAPSHOT = /^apps\/server\/migrations\/(?:meta\/(?!_journal\.json$)|.*\.json$(?<!\/meta\/_journal\.json))/;
const MIGRATION = /^apps\/server\/migrations\/(\d+)_[^/]*\.sql$/;
/** Later migrations drop functions and make none. */
const LAST_WITH_FUNCTIONS = 77;
const MADE = /\b(?:CREATE|ALTER)\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?(?:FUNCTION|PROCEDURE|TRIGGER)\b/i;
const SHOWN = /^(apps\/(web|site|server)\/(src|seed)|packages\/contract\/src)\/(?!.*\.test\.tsx?$)/;

/**
 * Finds all rule violations below `root`, a git working tree. Skips ignored files.
 * @param {string} root absolute path
 * @returns {Finding[]} in the order of the files
 */
export function checkStructure(root) {
  const files = listFiles(root);
  const texts = new Map(
    files
      .filter((file) => !GENERATED.test(file) && TEXT.test(file))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
  const floors = readFloors(texts);
  const findings = [
    ...findUnlistedFeatures(files, floors),
    ...findOldSnapshots(files),
    ...findContractCircles(texts),
    ...findSplinters(texts),
  ];
  for (const file of files) {
    const misplaced = findPlaceProblem(file);
    if (misplaced) findings.push({ file, line: 0, message: misplaced });
    const text = texts.get(file);
    if (text === undefined) continue;
    findings.push(...findTextProblems(file, text), ...findMigratedFunctions(file, text));
    findings.push(...findAccessProblems(file, text));
    if (!/\.(ts|tsx|mjs|astro)$/.test(file)) continue;
    findings.push(...findImportProblems(file, text), ...findFloorProblems(file, text, floors));
    findings.push(...findBareSweeps(file, text), ...findFreeHandlers(file, text));
    findings.push(...findForwarders(file, text), ...findFullManifests(file, text));
  }
  return findings;
}

/**
 * @param {string} root
 * @returns {string[]} tracked and new files with forward slashes, without ignored and deleted ones
 */
function listFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const files = [...new Set(output.split('\0'))].filter((file) => file && existsSync(path.join(root, file)));
  return files.sort();
}

/**
 * The next migration is generated from the schema of the last one, and nothing reads those before.
 * @param {string[]} files
 * @returns {Finding[]}
 */
function findOldSnapshots(files) {
  const message =
    'One schema is kept, that of the last migration, in meta/_journal.json: npm run db:generate puts it there.';
  return files.filter((file) => SNAPSHOT.test(file)).map((file) => ({ file, line: 0, message }));
}

/**
 * A function has one file with its last definition, so that a change does not repeat it in a migration.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function findMigratedFunctions(file, text) {
  const number = file.match(MIGRATION)?.[1];
  if (number === undefined || Number(number) <= LAST_WITH_FUNCTIONS) return [];
  const statements = text.replace(/--.*$/gm, '');
  const found = statements.match(MADE);
  if (found?.index === undefined) return [];
  const message = 'Functions and their triggers are files of apps/server/functions; a migration only drops them.';
  return [{ file, line: statements.slice(0, found.index).split('\n').length, message }];
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function findTextProblems(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  const lines = text.replace(/\n$/, '').split('\n');
  const limit = TEST.test(file) ? MAX_TEST_LINES : MAX_LINES;
  if (CODE.test(file) && lines.length > limit) {
    const message = `${lines.length} lines, the limit is ${limit}: split it by what changes together.`;
    findings.push({ file, line: 0, message });
  }
  const rules = CODE.test(file) ? [...UNWANTED, ...UNWANTED_CODE] : UNWANTED;
  const placed = SHOWN.test(file) ? [...ZONED, STORED].filter(({ allowed }) => !allowed.includes(file)) : [];
  for (const { pattern, message } of [...rules, ...placed]) {
    const found = lines.findIndex((line) => pattern.test(line));
    if (found >= 0) findings.push({ file, line: found + 1, message });
  }
  return findings;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
  const findings = checkStructure(root);
  for (const { file, line, message } of findings) console.log(`${file}${line ? `:${line}` : ''}  ${message}`);
  process.exitCode = findings.length ? 1 : 0;
}
