/** Signs that begin a formula in spreadsheets, full-width signs included. */
const SIGNS = '[=+\\-@＝＋－＠]';
/** Characters that may come before the sign: quotes that a reader strips, spaces, and quotes of the guard. */
const BEFORE = `'*["\\u0020\\u00a0\\u2000-\\u200b\\u3000\\ufeff]*`;
/**
 * Where a spreadsheet may begin a cell: at the start, and after what separates cells or lines in some country. There it
 * would run a sign as a formula. A tab or a line at the start hides one from other checks.
 */
const DANGER = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${BEFORE}${SIGNS})|^(?='*[\\t\\r\\n])`, 'g');
const GUARD = new RegExp(`(?<=^|[;\\t\\r\\n])'(?=${BEFORE}${SIGNS})|^'(?='*[\\t\\r\\n])`, 'g');

/** Text without the quotes that `csvCell` puts before formulas. */
const withoutGuards = (text: string): string => text.replace(GUARD, '');

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

/** Rows of a file, or why it is not readable. `line` counts from 1. */
export type CsvTable = { rows: string[][] } | { problem: string; line: number };

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Lines that the delimiter is looked for in; banks put a few without one above the headers. */
const DELIMITER_LINES = 30;

/**
 * The delimiter that cuts most lines into the same number of cells, outside quotes; of several, the one with more cells. A
 * comma without any.
 */
export function delimiterOf(text: string): Delimiter {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, DELIMITER_LINES);
  const scored = DELIMITERS.map((delimiter) => {
    const byCells = Map.groupBy(lines, (line) => line.split(delimiter).length);
    byCells.delete(1);
    const [most] = [...byCells].sort(([aCells, a], [bCells, b]) => b.length - a.length || bCells - aCells);
    return { delimiter, lines: most?.[1].length ?? 0, cells: most?.[0] ?? 1 };
  });
  const [best] = scored.sort((a, b) => b.lines - a.lines || b.cells - a.cells);
  return best?.delimiter ?? ',';
}

/** Everything up to the next delimiter, end of line or end of text. Quoted cells hold two quotes for one [RFC 4180]. */
const cellPattern = (delimiter: Delimiter): RegExp =>
  new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'y',
  );

/** Reads CSV or text copied from a spreadsheet. Empty lines are skipped, and guards against formulas removed. */
export function readCsv(text: string): CsvTable {
  const content = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(content);
  const pattern = cellPattern(delimiter);
  const rows: string[][] = [];
  let row: string[] = [];
  while (pattern.lastIndex < content.length || row.length > 0) {
    const start = pattern.lastIndex;
    const match = pattern.exec(content);
    if (!match) {
      const line = content.slice(0, start).split(/\r\n|[\r\n]/).length;
      return { problem: 'A quote is missing or in the wrong place', line };
    }
    const [, quoted, bare = '', end = ''] = match;
    row.push(withoutGuards(quoted === undefined ? bare : quoted.replaceAll('""', '"')));
    if (end === delimiter) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return { rows };
}
