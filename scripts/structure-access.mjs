/** @typedef {{ file: string, line: number, message: string }} Finding */

const REVIEWED = 'apps/server/test/procedure-access.json';
const OF_FEATURE = /^packages\/contract\/src\/\w+\/(?!.*\.test\.ts$)/;
const TRYING = /^apps\/server\/(?:src\/.*\.test\.tsx?|test\/security-cases.*\.ts)$/;

const ROUTE = /\.route\(/g;
const SUMMARY = /\bsummary(?::\s*['"`]\S|\s*[,}])/;

const STARTS = /import (?:\{[^}]*\boc\b[^}]*\}|\* as \w+) from '@orpc\/contract'/;
/** Begins with something else than an object that says `allow`, or the name of one. */
const OPEN = /\bprocedure\(\s*(?:\)|\{(?!\s*(?:allow:|\.\.\.)))/;
const NAMES = /\b(?:allow|allowed|callers): ?['[]/;

/**
 * Finds procedures of the contract that do not state their access or have no summary, and access that stands in a third
 * place: the contract states it, and the reviewed list repeats it once.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]}
 */
export function findAccessProblems(file, text) {
  if (file === REVIEWED) return findRepeated(file, text);
  if (OF_FEATURE.test(file)) {
    const message = 'A procedure starts with procedure({ allow }) of errors.ts, which states who may call it.';
    return [
      ...findAt(file, text, STARTS, message),
      ...findAt(file, text, OPEN, message),
      ...findWithoutSummary(file, text),
    ];
  }
  if (!TRYING.test(file)) return [];
  const message = `Who may call stands in the contract and, reviewed, in ${REVIEWED}: the security walk tries every caller.`;
  return findAt(file, text, NAMES, message);
}

/**
 * JSON takes the last of two entries without a word.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function findRepeated(file, text) {
  const known = new Set();
  return [...text.matchAll(/^ {2}"([^"]+)":/gm)].flatMap(({ 1: name = '', index }) => {
    if (!known.has(name)) {
      known.add(name);
      return [];
    }
    const message = `${name} is listed twice: leave the entry that the reviewer meant.`;
    return [{ file, line: lineOf(text, index), message }];
  });
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function findWithoutSummary(file, text) {
  const message = 'Say in the summary of its route what the procedure does, for the API document.';
  const starts = [...text.matchAll(ROUTE)].map(({ index }) => index);
  return starts.flatMap((start, place) => {
    const route = text.slice(start, starts[place + 1] ?? text.length);
    return SUMMARY.test(route) ? [] : [{ file, line: lineOf(text, start), message }];
  });
}

/**
 * @param {string} file
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} message
 * @returns {Finding[]}
 */
function findAt(file, text, pattern, message) {
  const at = text.search(pattern);
  return at < 0 ? [] : [{ file, line: lineOf(text, at), message }];
}

/** @param {string} text @param {number} index */
const lineOf = (text, index) => text.slice(0, index).split('\n').length;
