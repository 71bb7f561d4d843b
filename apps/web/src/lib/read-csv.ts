import { withoutGuards } from '@stridewell/contract/programs/programs.csv.rules';
import Papa from 'papaparse';

/** Rows of a file, or why it is not readable. `line` counts from 1. */
export type CsvTable = { rows: string[][] } | { problem: string; line: number };

/**
 * Reads CSV or text copied from a spreadsheet, whatever its delimiter. Empty lines are skipped, and guards against
 * formulas removed.
 */
export function readCsv(text: string): CsvTable {
  const content = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(content, { delimitersToGuess: [',', ';', '\t'], skipEmptyLines: true });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (!quote) return { rows: data.map((row) => row.map(withoutGuards)) };
  const line = content.slice(0, quote.index).split(/\r\n|[\r\n]/).length;
  return { problem: 'A quote is missing or in the wrong place', line };
}
