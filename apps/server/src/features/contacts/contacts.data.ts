import type { ContactSelection } from '@stridewell/contract/contacts/contacts';
import { type ContactStatus, UNANSWERED_STATUSES } from '@stridewell/contract/contacts/contacts.rules';
import { OPERATOR_ROLES, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { and, asc, count, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { userRoles, users } from '../../core/people/people.table.ts';
import { refuse } from '../../core/refusals.ts';
import { matchesPerson } from '../../core/search.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { TouchTx } from '../../core/touches.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { contactEntries, contacts } from './contacts.table.ts';

const CONTACT = {
  id: contacts.id,
  kind: contacts.kind,
  status: contacts.status,
  name: contacts.name,
  email: contacts.email,
  business: contacts.business,
  assigneeId: contacts.assigneeId,
  assigneeName: users.name,
  spamScore: contacts.spamScore,
  spamReasons: contacts.spamReasons,
  demoAt: contacts.demoAt,
  receivedAt: contacts.receivedAt,
  version: contacts.version,
};

/** Adds a contact, unless one with its id exists. */
export async function insertContact(tx: TouchTx, row: typeof contacts.$inferInsert): Promise<void> {
  await tx.insert(contacts).values(row).onConflictDoNothing();
}

/** Counts submissions of the same text from the same address since `since`. */
export async function countRepeats(
  tx: TouchTx,
  { addressDigest, textDigest, since }: { addressDigest: string; textDigest: string; since: Date },
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(contacts)
    .where(
      and(
        eq(contacts.addressDigest, addressDigest),
        gte(contacts.receivedAt, since),
        eq(contacts.textDigest, textDigest),
      ),
    );
  return row?.count ?? 0;
}

/** Stores the time of the demo booked with an address; null once it is canceled. */
export async function updateDemo(tx: TouchTx, email: string, demoAt: Date | null): Promise<void> {
  await tx.update(contacts).set({ demoAt }).where(sql`${contacts.email} collate "C" = ${email}`);
}

const isUnanswered = sql`${contacts.status} in (${sql.raw(UNANSWERED_STATUSES.map((status) => `'${status}'`).join(', '))})`;

function isFiltered(filter: ContactSelection['filter']): SQL | undefined {
  if (filter === 'all') return undefined;
  return filter === 'unanswered' ? isUnanswered : eq(contacts.status, filter);
}

function isAssigned(assignee: ContactSelection['assignee']): SQL | undefined {
  if (assignee === undefined) return undefined;
  return assignee === 'none' ? isNull(contacts.assigneeId) : eq(contacts.assigneeId, assignee);
}

/** Contacts, newest first. */
export const selectContacts = (
  tx: Tx<OperatorScope>,
  { filter, kind, assignee, q, after, limit }: ContactSelection & { after: Cursor | null; limit: number },
) =>
  tx
    .select({ ...CONTACT, at: contacts.receivedAt })
    .from(contacts)
    .leftJoin(users, eq(users.id, contacts.assigneeId))
    .where(
      and(
        isFiltered(filter),
        kind && eq(contacts.kind, kind),
        isAssigned(assignee),
        q ? matchesPerson(contacts, q) : undefined,
        after
          ? sql`(${contacts.receivedAt}, ${contacts.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(contacts.receivedAt), desc(contacts.id))
    .limit(limit);

/** Counts visitors who wait for an answer, up to `bound`. */
export async function countUnansweredRows(tx: Tx<OperatorScope>, bound: number): Promise<number> {
  const waiting = tx.select({ one: sql`1` }).from(contacts).where(isUnanswered).limit(bound).as('waiting');
  const [row] = await tx.select({ count: count() }).from(waiting);
  return row?.count ?? 0;
}

export async function findContact(tx: Tx<OperatorScope>, id: string) {
  const [row] = await tx
    .select(CONTACT)
    .from(contacts)
    .leftJoin(users, eq(users.id, contacts.assigneeId))
    .where(eq(contacts.id, id));
  return row;
}
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

/** Locks a contact until the transaction ends. */
export async function lockContact(tx: Tx<OperatorScope>, id: string): Promise<void> {
  await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, id)).for('update');
}

/** Changes a locked contact, and increments its version. */
export async function updateContact(
  tx: Tx<OperatorScope>,
  id: string,
  change: { status?: ContactStatus; assigneeId?: string | null },
): Promise<void> {
  await tx
    .update(contacts)
    .set({ ...change, version: sql`${contacts.version} + 1` })
    .where(eq(contacts.id, id));
}

/** Deletes a contact with notes and replies. @returns its kind and address; undefined when it does not exist */
export async function deleteContactRow(tx: Tx<OperatorScope>, id: string) {
  const [row] = await tx
    .delete(contacts)
    .where(eq(contacts.id, id))
    .returning({ kind: contacts.kind, email: contacts.email });
  return row;
}

/**
 * Adds an entry.
 * @returns false when the entry exists, because the request was repeated
 * @throws ID_TAKEN for another entry with its id
 */
export async function insertEntry(tx: Tx<OperatorScope>, entry: typeof contactEntries.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(contactEntries).values(entry).onConflictDoNothing();
  if (rowCount === 1) return true;
  const { contactId, kind, text } = contactEntries;
  const [known] = await tx
    .select({ contactId, kind, text })
    .from(contactEntries)
    .where(eq(contactEntries.id, entry.id));
  const isSame = known?.contactId === entry.contactId && known.kind === entry.kind && known.text === entry.text;
  if (!isSame) throw refuse('ID_TAKEN');
  return false;
}

/** More entries than one contact gets. */
const ENTRIES_SHOWN = 200;

/** The newest notes and replies, oldest first. */
export async function selectEntries(tx: Tx<OperatorScope>, contactId: string) {
  const rows = await tx
    .select({
      id: contactEntries.id,
      kind: contactEntries.kind,
      author: users.name,
      text: contactEntries.text,
      mailId: contactEntries.mailId,
      at: contactEntries.createdAt,
    })
    .from(contactEntries)
    .leftJoin(users, eq(users.id, contactEntries.authorId))
    .where(eq(contactEntries.contactId, contactId))
    .orderBy(desc(contactEntries.createdAt), desc(contactEntries.id))
    .limit(ENTRIES_SHOWN);
  return rows.reverse();
}

/** Operators with access to the inbox, by name. */
export const selectContactOperators = (tx: Tx<OperatorScope>) =>
  tx
    .select({ id: users.id, name: users.name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(
      inArray(
        userRoles.operatorRole,
        OPERATOR_ROLES.filter((role) => operatorMay(role, 'contacts')),
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
