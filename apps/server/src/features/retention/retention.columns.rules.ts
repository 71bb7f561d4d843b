import type { Matrix } from './retention.logistic.rules.ts';

export type ColumnKind = 'number' | 'category';
/** A cell of the table; null where it is blank. */
export type Value = number | string | null;

/** Numbers with fewer values than this have no hinges: their quantiles would coincide. */
const MIN_VALUES_FOR_HINGES = 12;
const HINGE_QUANTILES = [0.2, 0.4, 0.6, 0.8];
/** A category needs so many rows for a coefficient. Rarer and unknown ones count as none. */
const MIN_CATEGORY_ROWS = 10;

type Scale = { mean: number; deviation: number };
/** One column of the matrix, made of one column of the table. */
export type Part = Scale & { column: string } & (
    | { kind: 'number' }
    | { kind: 'missing' }
    /** `max(0, value - from)`: the effect may change its slope there. */
    | { kind: 'hinge'; from: number }
    | { kind: 'category'; category: string }
  );

/** Reads a table into columns of mean 0 and deviation 1, always as the rows were that it was learned from. */
export type Encoding = { parts: readonly Part[] };

/** @param cellOf what a row has in a column, numbers as numbers */
export type Table<Row> = {
  rows: readonly Row[];
  columns: Readonly<Record<string, ColumnKind>>;
  cellOf: (row: Row, column: string) => Value;
};

/** Learns how to read a table. Columns with one value only are left out. */
export function learnEncoding<Row>({ rows, columns, cellOf }: Table<Row>): Encoding {
  const parts: Part[] = [];
  for (const [column, kind] of Object.entries(columns)) {
    const values = rows.map((row) => cellOf(row, column));
    for (const part of kind === 'number' ? numberParts(column, values) : categoryParts(column, values)) {
      const scale = scaleOf(values.map((value) => rawValue(part, value)));
      if (scale.deviation > 0) parts.push({ ...part, ...scale });
    }
  }
  return { parts };
}

const UNSCALED: Scale = { mean: 0, deviation: 1 };

function numberParts(column: string, values: readonly Value[]): Part[] {
  const known = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const parts: Part[] = [
    { column, kind: 'number', ...UNSCALED },
    { column, kind: 'missing', ...UNSCALED },
  ];
  if (new Set(known).size < MIN_VALUES_FOR_HINGES) return parts;
  const quantiles = HINGE_QUANTILES.map((share) => known[Math.floor(share * known.length)] ?? 0);
  for (const from of new Set(quantiles)) {
    if (from > (known[0] ?? 0)) parts.push({ column, kind: 'hinge', from, ...UNSCALED });
  }
  return parts;
}

function categoryParts(column: string, values: readonly Value[]): Part[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(`${value}`, (counts.get(`${value}`) ?? 0) + 1);
  const common = [...counts].filter(([, rows]) => rows >= MIN_CATEGORY_ROWS).map(([category]) => category);
  const parts: Part[] = common
    // Not by their first row, so that the order of rows changes nothing.
    .sort()
    .map((category) => ({ column, kind: 'category', category, ...UNSCALED }));
  return [...parts, { column, kind: 'missing', ...UNSCALED }];
}

/** The value before scaling, null where the mean stands for it. */
function rawValue(part: Part, value: Value): number | null {
  if (part.kind === 'missing') return value === null ? 1 : 0;
  if (part.kind === 'category') return value !== null && `${value}` === part.category ? 1 : 0;
  if (typeof value !== 'number') return null;
  return part.kind === 'hinge' ? Math.max(0, value - part.from) : value;
}

function scaleOf(values: readonly (number | null)[]): Scale {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { mean: 0, deviation: 0 };
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length;
  // Rounding leaves a trace of a deviation in a column whose values are all equal.
  const deviation = Math.sqrt(variance);
  return { mean, deviation: deviation > 1e-12 * Math.max(1, Math.abs(mean)) ? deviation : 0 };
}

/** The rows as numbers. A missing number stands at the mean, and its own column says that it is missing. */
export function encode<Row>({ rows, cellOf }: Table<Row>, { parts }: Encoding): Matrix {
  const values = new Float64Array(rows.length * parts.length);
  let index = 0;
  for (const row of rows) {
    for (const part of parts) {
      const raw = rawValue(part, cellOf(row, part.column));
      values[index] = raw === null ? 0 : (raw - part.mean) / part.deviation;
      index += 1;
    }
  }
  return { values, rows: rows.length, columns: parts.length };
}
