/** Rows of a file, or why it is not readable. `line` counts from 1. */
export type CsvTable = { rows: string[][] } | { problem: string; line: number };

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter that the first record has most often outside quotes; a comma without any. */
export function delimiterOf(text: string): Delimiter {
  const [record = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => record.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Everything up to the next delimiter, end of line or end of text. Quoted cells hold two quotes for one [RFC 4180]. */
const cellPattern = (delimiter: Delimiter): RegExp =>
  new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'y',
  );

/** Reads CSV or text copied from a spreadsheet. Empty lines are skipped. */
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
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === delimiter) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return { rows };
}
