import { listImports } from './structure-imports.mjs';

/** @typedef {{ file: string, line: number, message: string }} Finding */

/** Files of a feature that hold what its manifest registers. */
const REGISTERED = /^apps\/server\/src\/features\/(\w+)\/\1\.(procedures|copy|jobs|mails)\.ts$/;
const TEST = /\.test\.tsx?$|^apps\/server\/(?:seed|test|faults|fuzz)\//;

/** Up to so many lines are easier to find where they are used. */
const SPLINTER_LINES = 25;

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORT = /^import\b[^;]*;/gm;
const FORWARD = /^export (?:type )?(?:\{[^}]*\}|\*)[^;]*;/gm;

/**
 * Finds files of the server and the contract that only pass on what others hold.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]}
 */
export function findForwarders(file, text) {
  if (TEST.test(file) || !/^(?:apps\/server|packages\/contract)\/src\//.test(file)) return [];
  const own = text.replace(COMMENT, '').replace(IMPORT, '');
  if (own.trim() === '' || own.replace(FORWARD, '').trim() !== '') return [];
  const message =
    'It only forwards: export this from the service or the rules of its feature that others already use, or let them import the file behind it.';
  return [{ file, line: 0, message }];
}

const MANIFEST = /^apps\/server\/src\/features\/(\w+)\/\1\.feature\.ts$/;
const PROCEDURES = /^const \w*[pP]rocedures = \{\n[\s\S]*?^\};$/gm;

/**
 * Finds manifests with so many lines of procedures that these belong into a file.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]}
 */
export function findFullManifests(file, text) {
  const feature = file.match(MANIFEST)?.[1];
  if (!feature) return [];
  return [...text.matchAll(PROCEDURES)].flatMap(({ 0: procedures, index }) => {
    const lines = procedures.split('\n').length;
    if (lines <= SPLINTER_LINES) return [];
    const message = `${lines} lines of procedures, the limit in a manifest is ${SPLINTER_LINES}: write them into ${feature}.procedures.ts.`;
    return [{ file, line: text.slice(0, index).split('\n').length, message }];
  });
}

/**
 * Finds short files that one other file uses: procedures and copies of data that only the manifest registers, and jobs
 * and mails that only one service sends.
 * @param {Map<string, string>} texts content of each file by its path
 * @returns {Finding[]}
 */
export function findSplinters(texts) {
  /** @type {Map<string, string[]>} */
  const users = new Map();
  for (const [file, text] of texts) {
    if (TEST.test(file) || !file.startsWith('apps/server/src/')) continue;
    for (const { target } of listImports(file, text)) users.set(target, [...(users.get(target) ?? []), file]);
  }
  return [...texts].flatMap(([file, text]) => {
    const [, feature, kind] = file.match(REGISTERED) ?? [];
    if (!feature || text.trimEnd().split('\n').length > SPLINTER_LINES) return [];
    const all = users.get(file) ?? [];
    const [user, more] = all.filter((one) => !one.endsWith(`/${feature}.feature.ts`));
    if (all.length === (user ? 1 : 0)) return [];
    const isSent = kind === 'jobs' || kind === 'mails';
    if (more || (user && !(isSent && user.endsWith('.service.ts')))) return [];
    const message = user
      ? `Only ${baseOf(user)} uses these few lines: write them there, and let the manifest import them.`
      : `Only the manifest uses these few lines: write them into ${feature}.feature.ts.`;
    return [{ file, line: 0, message }];
  });
}

/** @param {string} file */
const baseOf = (file) => file.slice(file.lastIndexOf('/') + 1);
