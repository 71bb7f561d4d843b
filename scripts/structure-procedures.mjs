/** @typedef {{ file: string, line: number, message: string }} Finding */

const BUILDER = '(?:coach|client|relationship|person|operator|viewer|visitor)Procedure';
const DECLARED = new RegExp(`\\bconst (?:\\{([^}]*)\\}|(\\w+)) = ${BUILDER}\\b`, 'g');
const STARTS = new RegExp(`^${BUILDER}$`);
const HANDLER = /(?<![\w.])(\w+)(?:\.\w+)*\.handler\(/g;

/** The server without its tests and the file that makes the builders. */
const SERVER = /^apps\/server\/src\/(?!core\/procedures\.ts$|.*\.test\.ts$)/;
/** An import with which a handler could start without a builder. */
const FREE_START = /import (?:\{[^}]*\b(?:implement|os)\b[^}]*\}|\* as \w+) from '@orpc\/server'/;

const MESSAGE =
  "A handler starts from the builder of core/procedures.ts that admits its callers, such as coachProcedure. Who may call stands in the contract, as the procedure's access.";

/**
 * Finds handlers that do not start from a builder, so that nothing admits their callers, and imports that would let one
 * start elsewhere.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]} one for each handler, and one for the import
 */
export function findFreeHandlers(file, text) {
  const start = SERVER.test(file) ? text.search(FREE_START) : -1;
  const imported = start < 0 ? [] : [{ file, line: lineOf(text, start), message: MESSAGE }];
  if (!/\.(?:procedures|feature)\.ts$/.test(file)) return imported;
  const declared = new Set(
    [...text.matchAll(DECLARED)].flatMap(([, names = '', name = '']) => [name, ...listed(names)]),
  );
  const free = [...text.matchAll(HANDLER)]
    .filter(([, name = '']) => !STARTS.test(name) && !declared.has(name))
    .map(({ index }) => ({ file, line: lineOf(text, index), message: MESSAGE }));
  return [...imported, ...free];
}

/** @param {string} text @param {number} index */
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** @param {string} names content of a destructuring pattern */
const listed = (names) => names.split(',').map((name) => name.split(':').at(-1)?.trim() ?? '');
