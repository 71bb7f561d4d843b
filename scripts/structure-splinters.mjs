import { listImports } from './structure-imports.mjs';

/** @typedef {{ file: string, line: number, message: string }} Finding */

/** Files of a feature that hold what its manifest registers. */
const REGISTERED = /^apps\/server\/src\/features\/(\w+)\/\1\.(procedures|copy|jobs|mails)\.ts$/;
const TEST = /\.test\.tsx?$|^apps\/server\/(?:seed|test|faults|fuzz)\//;

/** Up to so many lines are easier to find where they are used. */
const SPLINTER_LINES = 25;

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
