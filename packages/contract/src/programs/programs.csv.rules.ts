/** Signs that begin a formula in spreadsheets, full-width signs included. */
const SIGNS = '[=+\\-@＝＋－＠]';
/** Characters that may come before the sign: quotes that a reader strips, all white space, and quotes of the guard. */
const BEFORE = `'*["\\u000b\\u000c\\u0020\\u00a0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*`;
/**
 * Where a spreadsheet may begin a cell: at the start, and after what separates cells or lines in some country. There it
 * would run a sign as a formula. A tab or a line at the start hides one from other checks.
 */
const DANGER = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${BEFORE}${SIGNS})|^(?='*[\\t\\r\\n])`, 'g');
const GUARD = new RegExp(`(?<=^|[;\\t\\r\\n])'(?=${BEFORE}${SIGNS})|^'(?='*[\\t\\r\\n])`, 'g');

/** Text without the quotes that `csvCell` puts before formulas. */
export const withoutGuards = (text: string): string => text.replace(GUARD, '');

/**
 * One cell of a CSV file, always quoted. Text is guarded against formulas; a number of the product stays one for a
 * spreadsheet. So the type of the column decides, and never what a person typed.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '""';
  if (typeof value === 'number') return `"${value}"`;
  return `"${value.replace(DANGER, "'").replaceAll('"', '""')}"`;
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
