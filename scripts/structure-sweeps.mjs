/** @typedef {{ file: string, line: number, message: string }} Finding */

const SERVICES = /^apps\/server\/src\/(?:core|features)\/(?!.*\.test\.ts$)/;

const LOOP = /^\s*(?:for (?:await )?\(|while \(|do \{)/;
const CALLBACK = /\.(?:forEach|map|flatMap)\(/;
const OPENS_TRANSACTION = /\bdb\.(?:write|read|readAtOnce)\(/;
/** A loop that names a coach, or reads coaches. */
const OVER_TENANTS =
  /for (?:await )?\(const (?:\{[^}]*\b(?:coach|tenant)(?:Id)?\b[^}]*\}|(?:coach|tenant)(?:Id)?) of (?:await|coaches|coachIds|tenants)\b/;
/** The loop creates a scope in each iteration. */
const MINTS_SCOPE = /\b(?:\w+Scope|\w*[sS]copeOf\w*)\(/;

const MESSAGE =
  'A bare loop over tenants stops at the first one that fails: use eachDue of platform/queue/each-due.ts.';

/**
 * Finds loops over tenants: loops over coaches, and loops with another scope in each iteration. A callback is a loop if it
 * also opens a transaction, because a list of scopes is no sweep.
 * @param {string} file path from the root, forward slashes
 * @param {string} text its content
 * @returns {Finding[]} one for each loop
 */
export function findBareSweeps(file, text) {
  if (!SERVICES.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isCallback = CALLBACK.test(line);
    if (!isCallback && !LOOP.test(line)) return [];
    const body = bodyAt(lines, index);
    if (isCallback && !OPENS_TRANSACTION.test(body)) return [];
    if (!OVER_TENANTS.test(line) && !MINTS_SCOPE.test(body)) return [];
    return [{ file, line: index + 1, message: MESSAGE }];
  });
}

/**
 * The head of a loop with the lines below that are indented further.
 * @param {string[]} lines
 * @param {number} start
 */
function bodyAt(lines, start) {
  const indent = indentOf(lines[start] ?? '');
  const end = lines.findIndex((line, index) => index > start && line.trim() !== '' && indentOf(line) <= indent);
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}

/** @param {string} line */
const indentOf = (line) => line.search(/\S/);
