import { Readable } from 'node:stream';
import type { Contact, ContactSelection } from '@stridewell/contract/contacts/contacts';
import { CONTACT_KIND_LABELS, CONTACT_STATUS_LABELS } from '@stridewell/contract/contacts/contacts.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { type Cursor, readCursor } from '../../platform/db/cursor.ts';
import type { Database } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { listContacts } from './contacts.service.ts';

const HEADINGS = [
  'Received',
  'Kind',
  'Status',
  'Name',
  'Email',
  'Business',
  'Assignee',
  'Spam score',
  'Spam reasons',
  'Demo',
];

const cellsOf = (contact: Contact) => [
  contact.receivedAt,
  CONTACT_KIND_LABELS[contact.kind],
  CONTACT_STATUS_LABELS[contact.status],
  contact.name,
  contact.email,
  contact.business,
  contact.assigneeName,
  contact.spamScore,
  contact.spamReasons.join('; '),
  contact.demoAt,
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const EXPORT_PAGE = 500;

async function* linesOf(db: Database, scope: OperatorScope, selection: ContactSelection): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let after: Cursor | null | undefined = null;
  do {
    const page: Parameters<typeof listContacts>[1] = { ...selection, after, limit: EXPORT_PAGE };
    const { contacts, nextCursor } = await db.readAtOnce(scope, (tx) => listContacts(tx, page));
    yield contacts.map((contact) => csvLine(cellsOf(contact))).join('');
    after = nextCursor === null ? undefined : readCursor(nextCursor);
  } while (after);
}

/** The selected contacts as a CSV file, page by page. Records the download in the operator's audit log. */
export async function exportContacts(
  db: Database,
  scope: OperatorScope,
  selection: ContactSelection,
): Promise<Readable> {
  await db.write(scope, async (tx) =>
    auditAbout(tx, scope.userId, { action: 'export.downloaded', after: { file: 'contacts' } }),
  );
  return Readable.from(linesOf(db, scope, selection));
}
