import type { Contact, ContactDetail, ContactEntry, ContactSelection } from '@stridewell/contract/contacts/contacts';
import type { ContactStatus } from '@stridewell/contract/contacts/contacts.rules';
import { isEmail } from '@stridewell/contract/people.rules';
import { v7 as uuidv7 } from 'uuid';
import { tellOperators } from '../../core/operator-events.ts';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findStandings } from '../../platform/mail/deliveries.data.ts';
import { defineMail, type Mailer } from '../../platform/mail/mail.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { findProspectByEmail, forgetTouch } from '../prospects/prospects.service.ts';
import { ensureProspect, noteContacted } from '../prospects/prospects.touch.service.ts';
import { deleteSubmission, describeSubmission, type Submission } from '../site/site.submissions.service.ts';
import {
  type ContactRow,
  countUnansweredRows,
  deleteContactRow,
  findContact,
  insertEntry,
  lockContact,
  selectContactOperators,
  selectContacts,
  selectEntries,
  updateContact,
} from './contacts.data.ts';

export const contactReplyMail = defineMail('contact_reply', async () => {
  const { contactReplySubject: subject, ContactReplyMail: Body } = await import('./contacts.mail.tsx');
  return { subject, Body };
});

const PAGE = 50;
/** Counts stop here, because a higher number need not be exact. */
const COUNTED = 1000;

const toContact = ({ demoAt, receivedAt, ...row }: ContactRow): Contact => ({
  ...row,
  demoAt: demoAt?.toISOString() ?? null,
  receivedAt: receivedAt.toISOString(),
});

/** Counts visitors who wait for an answer, up to a thousand. */
export const countUnanswered = (tx: Tx<OperatorScope>): Promise<number> => countUnansweredRows(tx, COUNTED);

/** A page of the inbox. */
export async function listContacts(
  tx: Tx<OperatorScope>,
  { after, limit = PAGE, ...selection }: ContactSelection & { after: Cursor | null; limit?: number },
): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectContacts(tx, { ...selection, after, limit: limit + 1 }), limit);
  return { contacts: page.map(({ at: _, ...row }) => toContact(row)), nextCursor };
}

/** @throws NOT_FOUND */
async function requireContact(tx: Tx<OperatorScope>, id: string): Promise<ContactRow> {
  const row = await findContact(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** Reads a contact and locks it until the transaction ends. @throws NOT_FOUND */
async function openContact(tx: Tx<OperatorScope>, id: string): Promise<ContactRow> {
  await lockContact(tx, id);
  return requireContact(tx, id);
}

/** A visitor's submission, with notes and replies. @throws NOT_FOUND */
export async function getContact(tx: Tx<OperatorScope>, id: string): Promise<ContactDetail> {
  const row = await requireContact(tx, id);
  const [submission, entries, prospect] = await Promise.all([
    describeSubmission(tx, row.kind, id),
    selectEntries(tx, id),
    findProspectByEmail(tx, row.email),
  ]);
  return {
    contact: toContact(row),
    ...shown(submission),
    thread: await toThread(tx, entries),
    prospect: prospect ?? null,
  };
}

/** Notes and replies with the delivery status of the mails. */
async function toThread(tx: Tx<OperatorScope>, entries: Awaited<ReturnType<typeof selectEntries>>) {
  const mailIds = entries.flatMap(({ mailId }) => mailId ?? []);
  const standings = new Map((await findStandings(tx, mailIds)).map(({ id, ...standing }) => [id, standing]));
  return entries.map(({ author, at, mailId, ...entry }): ContactEntry => {
    const standing = mailId === null ? undefined : standings.get(mailId);
    return {
      ...entry,
      author: author ?? 'Former operator',
      at: at.toISOString(),
      delivery: mailId !== null && standing ? { mailId, ...standing } : null,
    };
  });
}

const shown = ({ facts, message }: Submission) => ({ facts, message });

type Versioned = { contactId: string; version: number };
type Changing<Code extends string = never> = Tx<OperatorScope, 'CONTACT_CHANGED' | Code>;

/** @throws CONTACT_CHANGED when another operator has changed the contact */
function checkVersion(tx: Changing, row: ContactRow, version: number): void {
  if (row.version !== version) throw refuse(tx, 'CONTACT_CHANGED', { data: { contact: toContact(row) } });
}

/** Changes a locked contact, with an entry in the audit log. */
async function change(
  tx: Tx<OperatorScope>,
  { id, status, assigneeId }: ContactRow,
  to: { status?: ContactStatus; assigneeId?: string | null },
  action: 'contact.assigned' | 'contact.status_changed' | 'contact.replied',
): Promise<Contact> {
  await updateContact(tx, id, to);
  await tellOperators(tx, 'contacts');
  const before = { status, assigneeId };
  auditAbout(tx, id, { action, subjectId: id, before, after: { ...before, ...to } });
  return toContact(await requireContact(tx, id));
}

/**
 * Assigns a contact to an operator, or to none. Idempotent.
 * @throws NOT_FOUND for an unknown contact or an operator without access to the inbox, CONTACT_CHANGED
 */
export async function assignContact(
  tx: Changing,
  { contactId, assigneeId, version }: Versioned & { assigneeId: string | null },
): Promise<Contact> {
  const row = await openContact(tx, contactId);
  if (row.assigneeId === assigneeId) return toContact(row);
  checkVersion(tx, row, version);
  if (assigneeId !== null && !(await selectContactOperators(tx)).some(({ id }) => id === assigneeId)) {
    throw refuse('NOT_FOUND', { message: 'This operator can no longer take contacts.' });
  }
  const opens = assigneeId !== null && row.status === 'new';
  return change(tx, row, { assigneeId, ...(opens && { status: 'open' }) }, 'contact.assigned');
}

/**
 * Sets the status of a contact. Idempotent.
 * @throws NOT_FOUND, CONTACT_CHANGED
 */
export async function setContactStatus(
  tx: Changing,
  { contactId, status, version }: Versioned & { status: ContactStatus },
): Promise<Contact> {
  const row = await openContact(tx, contactId);
  if (row.status === status) return toContact(row);
  checkVersion(tx, row, version);
  return change(tx, row, { status }, 'contact.status_changed');
}

/**
 * Adds a note. Idempotent.
 * @throws NOT_FOUND, ID_TAKEN
 */
export async function addContactNote(
  tx: Tx<OperatorScope>,
  { contactId, noteId, text }: { contactId: string; noteId: string; text: string },
  now: Date,
): Promise<void> {
  await openContact(tx, contactId);
  const note = { id: noteId, contactId, kind: 'note' as const, authorId: tx.scope.userId, text, createdAt: now };
  if (!(await insertEntry(tx, note))) return;
  await tellOperators(tx, 'contacts');
  auditAbout(tx, contactId, { action: 'contact.noted', subjectId: contactId });
}

type ReplyDeps = { mailer: Mailer; env: Pick<Env, 'CONTACT_EMAIL'>; now: Date };

/**
 * Mails an answer to the visitor. Their replies go to the contact address. Idempotent.
 * @throws NOT_FOUND, CONTACT_CHANGED, ADDRESS_UNUSABLE, ID_TAKEN
 */
export async function replyToContact(
  tx: Changing<'ADDRESS_UNUSABLE'>,
  { mailer, env, now }: ReplyDeps,
  { contactId, replyId, text, version }: Versioned & { replyId: string; text: string },
): Promise<Contact> {
  const row = await openContact(tx, contactId);
  const mailId = uuidv7();
  const entry = { id: replyId, contactId, authorId: tx.scope.userId, text, createdAt: now };
  const reply = { ...entry, kind: 'reply' as const, mailId };
  if (!(await insertEntry(tx, reply))) return toContact(row);
  checkVersion(tx, row, version);
  if (!isEmail(row.email)) throw refuse(tx, 'ADDRESS_UNUSABLE');
  const { message } = await describeSubmission(tx, row.kind, contactId);
  const props = { name: row.name, text, quoted: message };
  await mailer.send({ id: mailId, to: row.email, replyTo: env.CONTACT_EMAIL, template: contactReplyMail, props }, tx);
  await noteContacted(tx, row.email, now);
  const to = { status: 'answered' as const, ...(row.assigneeId === null && { assigneeId: tx.scope.userId }) };
  return change(tx, row, to, 'contact.replied');
}

/**
 * Adds the visitor to the pipeline, unless they are already in it.
 * @throws NOT_FOUND
 */
export async function convertContact(tx: Tx<OperatorScope>, contactId: string): Promise<string> {
  const row = await openContact(tx, contactId);
  const known = await findProspectByEmail(tx, row.email);
  if (known) return known.id;
  const { phone } = await describeSubmission(tx, row.kind, contactId);
  const { name, email, business, receivedAt: at } = row;
  const kind = row.kind === 'contact' ? 'contact_form' : 'demo_request';
  const { id } = await ensureProspect(tx, { name, email, business, phone, kind, at });
  await tellOperators(tx, 'contacts');
  auditAbout(tx, contactId, { action: 'contact.converted', subjectId: contactId, after: { prospectId: id } });
  return id;
}

/** Deletes a visitor's submission with its notes and replies, and past demos. Idempotent. */
export async function deleteContact(tx: Tx<OperatorScope>, contactId: string, now: Date): Promise<void> {
  const row = await deleteContactRow(tx, contactId);
  if (!row) return;
  await deleteSubmission(tx, { ...row, id: contactId }, now);
  await forgetTouch(tx, contactId);
  await tellOperators(tx, 'contacts');
  auditAbout(tx, contactId, { action: 'contact.deleted', subjectId: contactId });
}
