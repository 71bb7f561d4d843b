import { Readable } from 'node:stream';
import type { Coaching } from '@stridewell/contract/identity/identity';
import { safeFileName, untaken } from '@stridewell/contract/privacy/privacy.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { Accounts } from '../../core/auth/accounts.ts';
import type { ExportedTable, ExportReader } from '../../core/exports.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Registry } from '../../core/registry.ts';
import type { ClientScope, CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { fileExport, openFile } from '../files/files.service.ts';
import { foodLogFiles } from '../foodlogs/foodlogs.export.service.ts';
import type { ArchiveFile } from './privacy.archive.service.ts';
import { type ExportedRow, readClientNames, readPages } from './privacy.rows.data.ts';
import { scopeOfClient, scopeOfCoach, scopeOfPerson } from './privacy.scopes.ts';

type TenantPart = { reader: 'coach'; scope: CoachScope } | { reader: 'client'; scope: ClientScope };
/** The part of a copy that one scope can read, in a separate folder. Personal data has no folder. */
export type ExportPart = { folder: string; title: string; separatesNumbers?: boolean } & (
  | { reader: 'person'; scope: UserScope }
  | TenantPart
);

type ContentDeps = { db: Database; files: FileStore; registry: Registry; accounts: Accounts };

/** Where a client whose numbers are off finds them, to leave it closed. */
export const NUMBERS_FOLDER = 'Weights and calories/';

/** Name of the file about the ways to sign in. */
export const SIGN_IN_METHODS = 'sign-in-methods';

/** Path of a table's files in a part, without their ending. */
export const pathIn = ({ reader, separatesNumbers }: ExportPart, { files, hasNumbers }: ExportedTable): string =>
  (separatesNumbers && hasNumbers ? NUMBERS_FOLDER : '') + files[reader];

/**
 * The parts of a person's copy: the account, their business as a coach, and each coach they train or trained with.
 * @param numbersOff the coaches in whose tenants numbers are hidden from the person
 */
export function partsOf(
  userId: string,
  isCoach: boolean,
  coachings: readonly Coaching[],
  numbersOff: ReadonlySet<string> = new Set(),
): ExportPart[] {
  const taken = new Set<string>();
  const folderOf = (name: string) => `${untaken(safeFileName(name, 'coach'), taken)}/`;
  return [
    { folder: '', title: 'Your account', reader: 'person', scope: scopeOfPerson(userId) },
    ...(isCoach
      ? [
          {
            folder: folderOf('Your coaching'),
            title: 'Your coaching',
            reader: 'coach' as const,
            scope: scopeOfCoach(userId),
          },
        ]
      : []),
    ...coachings.map(({ coachId, clientId, coachName, status: relationshipStatus }) => ({
      folder: folderOf(`With ${coachName}`),
      title: `With ${coachName}`,
      reader: 'client' as const,
      separatesNumbers: numbersOff.has(coachId),
      scope: scopeOfClient({ userId, coachId, clientId, relationshipStatus }),
    })),
  ];
}

/** The tables with files in a part, by file name. */
export const tablesOf = ({ exportedTables }: Registry, reader: ExportReader): ExportedTable[] =>
  exportedTables
    .filter(({ columns }) => columns[reader])
    .sort(({ files: one }, { files: other }) => (one[reader] < other[reader] ? -1 : 1));

const textFile = (path: string, lines: Iterable<string> | AsyncIterable<string>): ArchiveFile => ({
  path,
  compress: true,
  contents: Readable.from(lines, { objectMode: false, encoding: 'utf8' }),
});

type Pages = AsyncIterable<ExportedRow[]>;

async function* jsonOf(pages: Pages): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    yield (isFirst ? '[\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n');
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Like `Paid on` for `paidOn`. */
const headingOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value);
}

async function* csvOf(names: readonly string[], pages: Pages): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(names.map(headingOf));
  for await (const rows of pages) yield rows.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join('');
}

/** Adds the client's name to each row with a client id. */
async function* withNames(pages: Pages, names: ReadonlyMap<string, string>): AsyncGenerator<ExportedRow[]> {
  for await (const rows of pages) {
    yield rows.map((row) => ({ clientName: names.get(String(row.clientId)) ?? '', ...row }));
  }
}

/** The files of one part: each table as JSON, suitable tables also as CSV, and the contents of files. */
export async function* filesOfPart(deps: ContentDeps, part: ExportPart): AsyncGenerator<ArchiveFile> {
  const { folder, reader, scope } = part;
  const names = part.reader === 'coach' ? await readClientNames(deps.db, part.scope) : undefined;
  for (const exported of tablesOf(deps.registry, reader)) {
    const path = folder + pathIn(part, exported);
    const columns = Object.keys(exported.columns[reader] ?? {});
    const isNamed = names !== undefined && columns.includes('clientId') && !columns.includes('clientName');
    const pages = () => {
      const found = readPages(deps.db, scope, exported, reader);
      return isNamed ? withNames(found, names) : found;
    };
    yield textFile(`${path}.json`, jsonOf(pages()));
    if (exported.csv) {
      yield textFile(`${path}.csv`, csvOf(isNamed ? ['clientName', ...columns] : columns, pages()));
    }
  }
  if (part.reader === 'person') yield signInMethodsFile(deps, part.scope);
  if (part.reader === 'client') yield* standardFoodLog(deps.db, part, part.scope);
  if (part.reader !== 'person') yield* contentsOfFiles(deps, folder, part);
}

/** How the person can sign in. Only the auth library reads these tables, so they are no tables of a feature. */
const signInMethodsFile = ({ accounts }: ContentDeps, { userId }: UserScope): ArchiveFile =>
  textFile(
    `${SIGN_IN_METHODS}.json`,
    jsonOf(
      (async function* () {
        const methods = await accounts.signInMethodsOf(userId);
        yield methods.map(({ kind, name, host, addedAt, lastUsedAt }) => ({ kind, name, host, addedAt, lastUsedAt }));
      })(),
    ),
  );

/** The food log as other apps read it. Its times are in UTC, because a copy has no time zone of its reader. */
function* standardFoodLog(
  db: Database,
  { folder, separatesNumbers }: ExportPart,
  scope: ClientScope,
): Generator<ArchiveFile> {
  const path = `${folder}${separatesNumbers ? NUMBERS_FOLDER : ''}food-log-standard/`;
  for (const { name, contents } of foodLogFiles(db, scope, 'UTC'))
    yield { path: path + name, compress: true, contents };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Path of a file's content. The id makes it unique, and is in the list of files. */
function contentPath(folder: string, { id, name, contentType }: Record<'id' | 'name' | 'contentType', string>): string {
  const stem = safeFileName(name.replace(/\.[^.]{1,5}$/, ''), 'file');
  return `${folder}files/${stem} ${id}.${ENDINGS[contentType] ?? 'bin'}`;
}

/** Photos, videos and documents. Files that disappear meanwhile are named in a list. */
async function* contentsOfFiles(
  deps: ContentDeps,
  folder: string,
  { reader, scope }: TenantPart,
): AsyncGenerator<ArchiveFile> {
  const missing: string[] = [];
  for await (const rows of readPages(deps.db, scope, fileExport, reader)) {
    for (const { id } of rows) {
      const opened = await openKept(deps, scope, String(id));
      if (opened) yield { path: contentPath(folder, opened.file), compress: false, contents: opened.contents };
      else missing.push(String(id));
    }
  }
  if (missing.length > 0) {
    yield textFile(`${folder}files/not-found.txt`, [
      'The contents of these files were not found. Their IDs are those in files.json.\n',
      ...missing.map((id) => `${id}\n`),
    ]);
  }
}

/** A file with its contents; undefined when it was deleted or its contents are lost. */
async function openKept(deps: ContentDeps, scope: TenantPart['scope'], id: string) {
  try {
    const { file, content } = await openFile(deps, scope, id);
    return { file, contents: await content('full') };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
