import path from 'node:path';

/**
 * @typedef {{ source: string, target: string, line: number, typeOnly: boolean }} Import `target`: path from the root.
 */

const STATEMENT =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?(?:[\w*$\s{},]*?\sfrom\s+|\{[^}]*\}\s*from\s+)?['"]([^'"\n]+)['"]/g;
const CALL = /\b(?:import|require)\(\s*['"]([^'"\n]+)['"]/g;

const RULES = /^apps\/server\/src\/.*\.rules\.ts$/;

/** Tests show the kit with the texts of the product. */
const KIT = /^apps\/web\/src\/ui\/(?!.*\.test\.tsx?$)/;
const CONTRACT = /['"]@stridewell\/contract\b/;

const IN_BROWSER = /^apps\/(?:web|site)\/src\//;
/** Every schema of the contract, which a page would load with it. A type is erased. */
const ROUTER =
  /^(?:import|export)\s(?!type\b)[^;]*['"]@stridewell\/contract\/(?:router|features)['"]|\bimport\(\s*['"]@stridewell\/contract\/(?:router|features)['"]/m;
const COACHING = /\b(?:coach(?:es|ing)?|check-?ins?|workouts?|exercises?|meals?)\b/i;

/** Code that may make a scope: it checks or fills the whole, or is the lock itself. */
const TRUSTED = /\.test\.tsx?$|^apps\/server\/(?:seed|test|src\/platform|src\/core\/(?:tenancy|payments))\//;

/**
 * Finds forbidden imports that depend on the importing feature, which lint patterns cannot see.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {{ file: string, line: number, message: string }[]}
 */
export function findImportProblems(file, text) {
  const judged = listImports(file, text).flatMap((entry) => {
    const message = judge(file, entry);
    return message ? [{ file, line: entry.line, message }] : [];
  });
  return [...judged, ...findCoachingInKit(file, text), ...findRouterInBrowser(file, text)];
}

/**
 * Finds what makes a page load the whole contract.
 * @param {string} file
 * @param {string} text
 * @returns {{ file: string, line: number, message: string }[]}
 */
function findRouterInBrowser(file, text) {
  const at = IN_BROWSER.test(file) ? text.search(ROUTER) : -1;
  if (at < 0) return [];
  const message = 'A page calls procedures by their addresses (apps/web/src/lib/rpc.ts): import the type alone.';
  return [{ file, line: text.slice(0, at).split('\n').length, message }];
}

/**
 * Finds what ties the kit to this product: imports of the contract, and words of coaching.
 * @param {string} file
 * @param {string} text
 * @returns {{ file: string, line: number, message: string }[]}
 */
function findCoachingInKit(file, text) {
  if (!KIT.test(file)) return [];
  const lines = text.split('\n');
  const line = lines.findIndex((one) => CONTRACT.test(one) || COACHING.test(one)) + 1;
  if (line === 0) return [];
  const message =
    'The kit must not know about coaching: take the value as a prop, or move the part into shared, or into the only feature that shows it.';
  return [{ file, line, message }];
}

/**
 * @param {string} file
 * @param {Import} entry
 * @returns {string | undefined}
 */
function judge(file, { target, typeOnly }) {
  if (/^apps\/server\/src\/(?:platform\/db|core\/tenancy)\/mint\.(ts|mjs)$/.test(target)) {
    if (/\.scopes\.ts$/.test(file) || TRUSTED.test(file)) return undefined;
    return 'Only <feature>.scopes.ts makes a scope: take the scope as an argument.';
  }
  if (!typeOnly && RULES.test(file) && /\.(data|service)\.ts$/.test(target)) {
    return 'Rules are pure: take what they need as arguments, or name the file a service.';
  }
  const from = featureOf(file);
  const to = featureOf(target);
  if (!from || !to || from.side !== to.side || from.name === to.name) return undefined;
  // Between the features of the server the floors decide.
  if (to.side === 'server') return undefined;
  if (typeOnly || /\.queries\.ts$/.test(target)) return undefined;
  return `Features do not use each other's components: compose '${from.name}' and '${to.name}' in the route.`;
}

/**
 * @param {string} file
 * @returns {{ side: string, name: string } | undefined}
 */
function featureOf(file) {
  const match = file.match(/^apps\/(server|web)\/src\/features\/([^/]+)\//);
  return match?.[1] && match[2] ? { side: match[1], name: match[2] } : undefined;
}

/**
 * Lists relative imports, re-exports, dynamic imports and requires. Matches text instead of syntax, which is fast and
 * enough for formatted code.
 * @param {string} file
 * @param {string} text
 * @returns {Import[]}
 */
export function listImports(file, text) {
  const found = [
    ...[...text.matchAll(STATEMENT)].map((m) => ({ at: m, source: m[2] ?? '', typeOnly: m[1] !== undefined })),
    ...[...text.matchAll(CALL)].map((m) => ({ at: m, source: m[1] ?? '', typeOnly: false })),
  ];
  return found
    .filter(({ source }) => source.startsWith('.'))
    .map(({ at, source, typeOnly }) => ({
      source,
      typeOnly,
      target: path.posix.join(path.posix.dirname(file), source.replace(/\?.*$/, '')),
      line: text.slice(0, at.index + at[0].length).split('\n').length,
    }));
}
