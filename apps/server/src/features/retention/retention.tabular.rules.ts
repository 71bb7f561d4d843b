import { z } from 'zod';
import { PlainError } from '../../platform/plain-error.ts';
import type { ColumnKind, Value } from './retention.columns.rules.ts';
import type { SplitRow } from './retention.split.rules.ts';

/** How to read a table of any kind that says who left. */
export const tabularSchema = z.strictObject({
  /** Column that says whether the event happened. */
  label: z.string(),
  /** Its value where it did. */
  positive: z.union([z.string(), z.number(), z.boolean()]).transform(String),
  drop: z.array(z.string()).default([]),
  /** Column of a person with several rows. */
  group: z.string().optional(),
  /** Column of the day of a row. With it, earlier rows learn and later ones test. */
  time: z.string().optional(),
  testFrom: z.union([z.string(), z.number()]).optional(),
  /** Columns that are not named are numbers where all their values are, else categories. */
  columns: z.record(z.string(), z.enum(['number', 'category'])).default({}),
});
export type TabularSchema = z.infer<typeof tabularSchema>;

export type TabularRow = SplitRow & { values: Readonly<Record<string, Value>> };
export type Tabular = { rows: readonly TabularRow[]; columns: Readonly<Record<string, ColumnKind>> };

/** Columns with more categories name the rows instead of describing them. */
const MAX_CATEGORIES = 100;

/**
 * Reads a table by its schema.
 * @param header names of the columns
 * @param records rows, each with a text for each column; blank texts are missing values
 * @throws PlainError naming the column and line that do not fit
 */
export function readTabular(
  header: readonly string[],
  records: readonly Readonly<Record<string, string>>[],
  schema: TabularSchema,
): Tabular {
  const { label, positive, drop, group, time } = schema;
  const wanted = [label, ...Object.keys(schema.columns), ...[group, time].filter((name) => name !== undefined)];
  const unknown = wanted.find((name) => !header.includes(name));
  if (unknown !== undefined) throw new PlainError(`The file has no column “${unknown}”.`);
  const special = new Set([label, group, time, ...drop]);
  const columns: Record<string, ColumnKind> = {};
  for (const name of header.filter((one) => !special.has(one))) {
    const kind = schema.columns[name] ?? kindOf(records.map((record) => textOf(record, name)));
    if (kind) columns[name] = kind;
  }
  const rows = records.map((record, index) => ({
    label: labelOf(textOf(record, label), positive, { label, line: index + 2 }),
    group: group ? textOf(record, group) : `${index}`,
    time: time ? timeOf(textOf(record, time), `Line ${index + 2}, column “${time}”`) : null,
    values: Object.fromEntries(
      Object.entries(columns).map(([name, kind]) => [
        name,
        cellOf(textOf(record, name), kind, `Line ${index + 2}, column “${name}”`),
      ]),
    ),
  }));
  return { rows, columns };
}

const textOf = (record: Readonly<Record<string, string>>, name: string): string => (record[name] ?? '').trim();

function kindOf(texts: readonly string[]): ColumnKind | null {
  const known = texts.filter((text) => text !== '');
  if (known.every((text) => Number.isFinite(Number(text)))) return 'number';
  return new Set(known).size <= MAX_CATEGORIES ? 'category' : null;
}

function labelOf(text: string, positive: string, { label, line }: { label: string; line: number }): number {
  if (text === '') throw new PlainError(`Line ${line} has no “${label}”.`);
  return text === positive ? 1 : 0;
}

function cellOf(text: string, kind: ColumnKind, place: string): Value {
  if (text === '') return null;
  if (kind === 'category') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new PlainError(`${place}: “${text}” is not a number.`);
  return value;
}

/** A number as it is, a date as milliseconds. */
export function timeOf(text: string, place: string): number {
  const time = text !== '' && Number.isFinite(Number(text)) ? Number(text) : Date.parse(text);
  if (!Number.isFinite(time)) throw new PlainError(`${place}: “${text}” is neither a date nor a number.`);
  return time;
}
