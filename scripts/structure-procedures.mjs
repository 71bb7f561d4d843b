/** @typedef {{ file: string, line: number, message: string }} Finding */

const BUILDER = '(?:coach|client|relationship|person|operator|viewer|visitor)Procedure';
const DECLARED = new RegExp(`\\bconst (?:\\{([^}]*)\\}|(\\w+)) = ${BUILDER}\\b`, 'g');
const STARTS = new RegExp(`^${BUILDER}$`);
const HANDLER = /(?<![\w.])(\w+)(?:\.\w+)*\.handler\(/g;

const MESSAGE =
  "A handler starts from the builder of core/procedures.ts that admits its callers, such as coachProcedure. Who may call stands in the contract, as the procedure's access.";

/**
 * Finds handlers that do not start from a builder, so that nothing admits their callers.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]} one for each handler
 */
export function findFreeHandlers(file, text) {
  if (!/\.(?:procedures|feature)\.ts$/.test(file)) return [];
  const declared = new Set(
    [...text.matchAll(DECLARED)].flatMap(([, names = '', name = '']) => [name, ...listed(names)]),
  );
  return [...text.matchAll(HANDLER)]
    .filter(([, start = '']) => !STARTS.test(start) && !declared.has(start))
    .map(({ index }) => ({ file, line: text.slice(0, index).split('\n').length, message: MESSAGE }));
}

/** @param {string} names content of a destructuring pattern */
const listed = (names) => names.split(',').map((name) => name.split(':').at(-1)?.trim() ?? '');
