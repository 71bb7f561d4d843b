import { getTableColumns, getTableName, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ClientScope, CoachScope, UserScope } from './tenancy/scope.ts';

/**
 * The role in which a copy of a person's data reads a table: as the coach of the tenant, as the client of one
 * relationship, or as the person outside of both. The role's scope decides which rows are visible.
 */
export type ExportReader = 'coach' | 'client' | 'person';
export type ExportScope = CoachScope | ClientScope | UserScope;

type ColumnName<Table extends PgTable> = keyof Table['_']['columns'] & string;
/** The columns that a reader gets: only these, or all but these. */
type Columns<Table extends PgTable> = { only: readonly ColumnName<Table>[] } | { but: readonly ColumnName<Table>[] };
/** Columns, or the reason why this reader gets none, which the copy states. */
type Choice<Table extends PgTable> = Columns<Table> | string;

/** Limits the rows that a reader gets further than the scope. */
type Condition = (scope: ExportScope) => SQL | undefined;

type Words<Column extends string> = { readonly [Name in Column]?: (value: unknown) => unknown };

type Options<Table extends PgTable> = {
  /** File name without extension. `fileOfClient` replaces it in the copy of a client. */
  file: string;
  fileOfClient?: string;
  /** Describes the files for the person. */
  about: string;
  /** Adds a CSV file beside the JSON file, for tables that suit a spreadsheet. */
  csv?: boolean;
  /** Calories, grams of food or body weight. They are in a separate folder for a client whose numbers are off. */
  hasNumbers?: boolean;
  /** Page size: smaller for large rows, such as whole programs. */
  page?: number;
  /** Non-null columns that order the rows uniquely; the primary key by default. */
  by?: readonly ColumnName<Table>[];
  where?: Partial<Record<ExportReader, Condition>>;
  /** Says values of a column in plain words. */
  words?: Words<ColumnName<Table>>;
};

/** How a table goes into copies of people's data. */
export type ExportedTable = {
  table: PgTable;
  name: string;
  files: Readonly<Record<ExportReader, string>>;
  about: string;
  csv: boolean;
  hasNumbers: boolean;
  page: number;
  order: readonly PgColumn[];
  columns: Partial<Record<ExportReader, Readonly<Record<string, PgColumn>>>>;
  /** Why a reader gets no rows. */
  leftOut: Partial<Record<ExportReader, string>>;
  where: Partial<Record<ExportReader, Condition>>;
  words: Words<string>;
};

/** The reader's own ids, which are redundant in their copy. */
const OWN_IDS = new Set(['coachId', 'userId']);
const PAGE = 500;

function chosenColumns<Table extends PgTable>(table: Table, columns: Columns<Table>): Record<string, PgColumn> {
  const all: Record<string, PgColumn> = getTableColumns(table);
  const isChosen = (name: string) =>
    'only' in columns ? columns.only.some((one) => one === name) : !columns.but.some((one) => one === name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => isChosen(name) && !OWN_IDS.has(name)));
}

function keyOf(table: PgTable): readonly PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

function exportTable<Table extends PgTable>(
  table: Table,
  choices: Partial<Record<ExportReader, Choice<Table>>>,
  {
    file,
    fileOfClient = file,
    about,
    csv = false,
    hasNumbers = false,
    page = PAGE,
    by,
    where = {},
    words = {},
  }: Options<Table>,
): ExportedTable {
  const all: Record<string, PgColumn> = getTableColumns(table);
  const exported: ExportedTable = {
    table,
    name: getTableName(table),
    about,
    csv,
    hasNumbers,
    page,
    where,
    words,
    files: { coach: file, client: fileOfClient, person: file },
    order: by ? by.flatMap((name) => all[name] ?? []) : keyOf(table),
    columns: {},
    leftOut: {},
  };
  for (const reader of ['coach', 'client', 'person'] as const) {
    const choice = choices[reader];
    if (typeof choice === 'string') exported.leftOut[reader] = choice;
    else if (choice) exported.columns[reader] = chosenColumns(table, choice);
  }
  return exported;
}

type TenantChoices<Table extends PgTable> = { coach: Choice<Table>; client: Choice<Table> };

/** A tenant table, with the columns that the coach and each client get. */
export const exportOfTenant = <Table extends PgTable>(
  table: Table,
  { coach, client, ...options }: TenantChoices<Table> & Options<Table>,
): ExportedTable => exportTable(table, { coach, client }, options);

/** A table about people, with any coach or none. */
export const exportOfPerson = <Table extends PgTable>(
  table: Table,
  { person, ...options }: { person: Choice<Table> } & Options<Table>,
): ExportedTable => exportTable(table, { person }, options);

/** A table that is in no copy. */
export const keepOut = (table: PgTable, reason: string): ExportedTable =>
  exportTable(table, { coach: reason, client: reason, person: reason }, { file: '', about: '' });

/** The part of a manifest that concerns copies of people's data. */
export type ExportingFeature = { exports?: readonly ExportedTable[] };
