import { Readable } from 'node:stream';
import type { AuditSearch, AuditSearchEntry } from '@stridewell/contract/audit/audit';
import { AUDIT_ACTIONS, actionsOf, networkOf } from '@stridewell/contract/audit/audit.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import {
  type EntrySearch,
  findPersonByEmail,
  searchActions,
  searchEntries,
  selectNamedPeople,
} from './audit.search.data.ts';

const PAGE = 50;
const EXPORT_PAGE = 500;

/** The person with an id or address; null for an address without an account. */
async function personOf(tx: Tx<OperatorScope>, named = ''): Promise<string | null | undefined> {
  if (named === '') return undefined;
  return isUuid(named) ? named : ((await findPersonByEmail(tx, named.toLowerCase())) ?? null);
}

/** Resolves a search; null when it names a person without an account. */
async function resolve(
  tx: Tx<OperatorScope>,
  { by, about, network = '', from, before, action, clientId }: AuditSearch,
): Promise<EntrySearch | null> {
  const [actorId, chainId] = [await personOf(tx, by), await personOf(tx, about)];
  if (actorId === null || chainId === null) return null;
  return {
    action,
    clientId,
    actorId,
    chainId,
    network: network === '' ? undefined : (networkOf(network) ?? network),
    from: from === undefined ? undefined : new Date(from),
    before: before === undefined ? undefined : new Date(before),
  };
}

type Asked = AuditSearch & { after?: string | undefined };
type Page = { entries: AuditSearchEntry[]; next: string | null };

/** A page of an operator's search in all chains, newest first. */
export async function searchAudit(tx: Tx<OperatorScope>, { after, ...asked }: Asked, size = PAGE): Promise<Page> {
  const search = await resolve(tx, asked);
  if (!search) return { entries: [], next: null };
  const { action, subject } = asked;
  const place = { after: after === undefined ? null : (readCursor(after) ?? null), limit: size + 1 };
  const rows =
    subject && !action
      ? await searchActions(tx, search, { actions: actionsOf(subject), ...place })
      : await searchEntries(tx, search, place);
  const { page, nextCursor } = pageOf(rows, size);
  const people = await selectNamedPeople(
    tx,
    page.flatMap(({ actorId, chainId }) => [chainId, ...(actorId ? [actorId] : [])]),
  );
  return {
    entries: page.map(({ at, actorId, before, after: is, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      before: before && { ...before },
      after: is && { ...is },
      actorPerson: people.get(actorId ?? '') ?? null,
      chainPerson: people.get(entry.chainId) ?? null,
    })),
    next: nextCursor,
  };
}

const HEADINGS = [
  'Time',
  'Action',
  'Actor',
  'Actor name',
  'Actor email',
  'Chain of',
  'Chain email',
  'Chain',
  'Number',
  'Subject',
  'Client',
  'Before',
  'After',
  'Network',
  'Hash',
];

const cellsOf = (entry: AuditSearchEntry) => [
  entry.at,
  AUDIT_ACTIONS[entry.action],
  entry.actor,
  entry.actorPerson?.name ?? '',
  entry.actorPerson?.email ?? '',
  entry.chainPerson?.name ?? '',
  entry.chainPerson?.email ?? '',
  entry.chainId,
  entry.seq,
  entry.subjectId,
  entry.clientId,
  entry.before && JSON.stringify(entry.before),
  entry.after && JSON.stringify(entry.after),
  entry.network,
  entry.hash,
];

async function* linesOf(db: Database, scope: OperatorScope, search: AuditSearch): AsyncGenerator<string> {
  // Spreadsheets need the byte order mark to recognise UTF-8.
  yield `\uFEFF${csvLine(HEADINGS)}`;
  let after: string | undefined;
  do {
    const { entries, next } = await db.read(scope, (tx) => searchAudit(tx, { ...search, after }, EXPORT_PAGE));
    yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
    after = next ?? undefined;
  } while (after !== undefined);
}

/** An operator's search results as a CSV file, written page by page. */
export const exportAudit = (db: Database, scope: OperatorScope, search: AuditSearch): Readable =>
  Readable.from(linesOf(db, scope, search));
