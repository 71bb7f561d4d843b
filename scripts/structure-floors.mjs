import path from 'node:path';
import { listImports } from './structure-imports.mjs';

/** @typedef {{ file: string, line: number, message: string }} Finding */
/**
 * @typedef {{ places: Map<string, number>, tables: Map<string, string> }} Floors place of each feature in the list,
 * owner of each table
 */

const FEATURES = 'apps/server/src/features/';
const CONTRACT = 'packages/contract/src/';
const LIST = `${CONTRACT}features.ts`;
/** The only file of all features that names some of them: what each records. No feature reads it. */
const CATALOGUE = `${CONTRACT}events.ts`;

/** Code that may open every door: it checks or fills the whole. */
const TRUSTED = /\.test\.tsx?$|^apps\/server\/(?:seed|test)\//;

/**
 * Reads the list of features and the owner of each table.
 * @param {Map<string, string>} texts content of each file by its path
 * @returns {Floors}
 */
export function readFloors(texts) {
  const listed = [...(texts.get(LIST) ?? '').matchAll(/\{ name: '(\w+)'/g)];
  const places = new Map(listed.map(([, name = ''], index) => [name, index]));
  /** @type {Map<string, string>} */
  const tables = new Map();
  for (const [file, text] of texts) {
    const owner = featureOf(file);
    if (!owner || !file.endsWith('.table.ts')) continue;
    for (const [, table = ''] of text.matchAll(/pgTable\(\s*'(\w+)'/g)) tables.set(table, owner);
  }
  return { places, tables };
}

/**
 * Finds imports that go up between the floors of the server or the features of the contract, and queries that name a
 * table of another feature. The floors, from the top: http, features in the order of their list, core, platform.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @param {Floors} floors
 * @returns {Finding[]}
 */
export function findFloorProblems(file, text, floors) {
  if (TRUSTED.test(file)) return [];
  if (file.startsWith(CONTRACT)) return findContractProblems(file, text, floors);
  if (!file.startsWith('apps/server/src/')) return [];
  /** @type {Finding[]} */
  const findings = [];
  for (const { target, line } of listImports(file, text)) {
    const message = judgeImport(file, target, floors);
    if (message) findings.push({ file, line, message });
  }
  if (placeOf(file) === 'platform') {
    const at = text.search(/from '@stridewell\//);
    if (at >= 0)
      findings.push({
        file,
        line: lineOf(text, at),
        message: 'Platform must not know about coaching: move this to core.',
      });
  }
  return [...findings, ...findDirectWrites(file, text), ...findForeignTables(file, text, floors)];
}

/**
 * @param {string} file
 * @param {string} text
 * @param {Floors} floors
 * @returns {Finding[]}
 */
function findContractProblems(file, text, { places }) {
  // The list of features and what is made from it.
  if (file === `${CONTRACT}router.ts` || file === LIST) return [];
  const importer = contractFeatureOf(file);
  const upward = listImports(file, text).flatMap(({ target, line }) => {
    const imported = contractFeatureOf(target);
    if (importer && (target === CATALOGUE || target === LIST)) {
      const message = `It names other features, and may import '${importer}' itself: move what '${importer}' needs into its folder.`;
      return [{ file, line, message }];
    }
    if (!imported || imported === importer) return [];
    if (importer ? isBefore(imported, importer, places) : file === CATALOGUE) return [];
    const message = importer
      ? `'${imported}' does not stand before '${importer}' in features.ts: move what both need to fields, people or '${importer}'.`
      : 'Files that all features share know none of them: move the line into its feature.';
    return [{ file, line, message }];
  });
  const named = text.search(/['"]@stridewell\/contract\//);
  if (named < 0) return upward;
  const message = 'Within the contract, a file is imported by its relative path, which shows whether it may be.';
  return [...upward, { file, line: lineOf(text, named), message }];
}

/**
 * The list of features names every folder of the server's features.
 * @param {Iterable<string>} files
 * @param {Floors} floors
 * @returns {Finding[]}
 */
export function findUnlistedFeatures(files, { places }) {
  const folders = new Set([...files].map(featureOf).filter((name) => name !== undefined));
  return [...folders]
    .filter((name) => !places.has(name))
    .map((name) => ({
      file: `${FEATURES}${name}`,
      line: 0,
      message: `Add '${name}' to the contract's features.ts.`,
    }));
}

/**
 * @param {string} file
 * @param {string} target
 * @param {Floors} floors
 * @returns {string | undefined}
 */
function judgeImport(file, target, { places }) {
  const from = placeOf(file);
  const to = placeOf(target);
  const outside = target.startsWith('apps/server/src/') && to !== 'platform';
  if (from === 'platform' && outside) {
    return 'Platform is a leaf: move what knows coaches, prices or procedures to core, or pass it as an argument.';
  }
  if (from === 'core' && (to === 'features' || to === 'http' || to === 'root')) {
    return 'Core imports no feature: record an event, or let the feature pass what core needs.';
  }
  if (from !== 'features') return undefined;
  if (to === 'http' || to === 'root') return 'A feature does not know who serves it: use core instead.';
  const importer = featureOf(file) ?? '';
  const imported = featureOf(target);
  if (!imported || imported === importer) return undefined;
  if (!/\.(service|rules)\.ts$/.test(target)) {
    return `Services and rules are the doors between features: export what '${importer}' needs from ${imported}.service.ts.`;
  }
  if (!isBefore(imported, importer, places)) {
    return `'${imported}' does not stand before '${importer}' in the contract's features.ts: record an event, or move the shared part down.`;
  }
  return undefined;
}

/** A table in SQL, with its schema and quotes. */
const TABLE = /^\s*(?:only\s+)?(?:"?public"?\.)?"?(\w+)/i;
/** Tables in SQL after the words that name them, with those that a comma adds. */
const NAMED_TABLES =
  /\b(?:from|join|into|update|exists|using|truncate|table)\s+((?:only\s+)?(?:"?public"?\.)?"?\w+"?(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:"?public"?\.)?"?\w+"?)*)/gi;

/** Functions of data that read, and the fragments of SQL that a manifest registers. */
const READ = /^(?:type |find|select|list|get|count|has)|(?:Lines?|OfMessage)$/;

/**
 * A procedure may call a plain read of its feature's data. Writes carry rules, so they go through the service.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function findDirectWrites(file, text) {
  if (!/\.(?:procedures|feature)\.ts$/.test(file)) return [];
  const imports = [...text.matchAll(/import \{([^}]*)\} from '[^']+\.data\.ts'/g)];
  return imports.flatMap(({ 1: names = '', index }) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !READ.test(name))
      .map((name) => ({
        file,
        line: lineOf(text, index),
        message: `A procedure calls reads of the data alone: put '${name}' behind the service.`,
      })),
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @param {Floors} floors
 * @returns {Finding[]}
 */
function findForeignTables(file, text, { tables }) {
  const reader = featureOf(file);
  return [...text.matchAll(NAMED_TABLES)].flatMap(({ 1: names = '', index }) =>
    names.split(',').flatMap((one) => {
      const table = one.match(TABLE)?.[1] ?? '';
      const owner = tables.get(table);
      if (!owner || owner === reader) return [];
      const message = `The table ${table} is private to '${owner}': call ${owner}.service.ts.`;
      return [{ file, line: lineOf(text, index), message }];
    }),
  );
}

/**
 * @param {string} file
 * @returns {'platform' | 'core' | 'features' | 'http' | 'root' | undefined} undefined outside of the server's floors
 */
function placeOf(file) {
  const rest = file.replace(/^apps\/server\/src\//, '');
  if (rest === file) return undefined;
  const folder = rest.split('/')[0];
  if (folder === 'platform' || folder === 'core' || folder === 'features' || folder === 'http') return folder;
  // The environment and its type are for every floor but platform.
  return rest === 'env.ts' ? undefined : 'root';
}

/** @param {string} file */
const featureOf = (file) => (file.startsWith(FEATURES) ? path.posix.relative(FEATURES, file).split('/')[0] : undefined);

/** @param {string} file */
const contractFeatureOf = (file) =>
  file.startsWith(CONTRACT) ? file.slice(CONTRACT.length).match(/^([a-z]+)\//)?.[1] : undefined;

/**
 * @param {string} lower
 * @param {string} upper
 * @param {Floors['places']} places
 */
const isBefore = (lower, upper, places) => (places.get(lower) ?? Infinity) < (places.get(upper) ?? -1);

/** @param {string} text @param {number} index */
const lineOf = (text, index) => text.slice(0, index).split('\n').length;
