import { withoutGuards } from '@stridewell/contract/programs/programs.csv.rules';
import Papa from 'papaparse';

/** Rows of a file, or why it is not readable. `line` counts from 1. */
export type CsvTable = { rows: string[][] } | { problem: string; line: number };

const DELIMITERS = [',', ';', '\t'];
const TRIED_ROWS = 20;

/**
 * The delimiter with which no quote is out of place and most rows have most cells. The library's own guess ignores
 * quotes.
 */
function delimiterOf(content: string): string | undefined {
  const tried = DELIMITERS.map((delimiter) => {
    const { data, errors } = Papa.parse<string[]>(content, { delimiter, preview: TRIED_ROWS, skipEmptyLines: true });
    const widths = data.map((row) => row.length).sort((a, b) => a - b);
    const width = widths[(widths.length - 1) >> 1] ?? 0;
    // A single column says nothing: quotes are never out of place where nothing is cut.
    return { delimiter, width, fits: width > 1 && !errors.some(isQuote) };
  });
  return tried.sort((a, b) => Number(b.fits) - Number(a.fits) || b.width - a.width)[0]?.delimiter;
}

const isQuote = ({ type }: Papa.ParseError): boolean => type === 'Quotes';

/**
 * Reads CSV or text copied from a spreadsheet, whatever its delimiter. Empty lines are skipped, and guards against
 * formulas removed.
 */
export function readCsv(text: string): CsvTable {
  const content = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(content, { delimiter: delimiterOf(content), skipEmptyLines: true });
  const quote = errors.find(isQuote);
  if (!quote) return { rows: data.map((row) => row.map(withoutGuards)) };
  const line = content.slice(0, quote.index).split(/\r\n|[\r\n]/).length;
  return { problem: 'A quote is missing or in the wrong place', line };
}
