import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, text, timeCursor, version } from '../fields.ts';
import { MAIL_STATUSES } from '../jobs/jobs.rules.ts';
import { PROSPECT_STAGES } from '../prospects/prospects.rules.ts';
import { CONTACT_BOUNDS, CONTACT_FILTERS, CONTACT_KINDS, CONTACT_STATUSES } from './contacts.rules.ts';

const PAGE = 50;

/** A visitor's submission, as a row of the inbox. */
export const contact = z.object({
  id,
  kind: z.enum(CONTACT_KINDS),
  status: z.enum(CONTACT_STATUSES),
  name: z.string(),
  email: z.string(),
  business: z.string(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  spamScore: z.int(),
  spamReasons: z.array(z.string()),
  /** When the demo is that was booked with this address; null without one. */
  demoAt: instant.nullable(),
  receivedAt: instant,
  /** Counts changes by operators, so that two of them cannot overwrite each other. */
  version: z.int(),
});
export type Contact = z.infer<typeof contact>;

/** The delivery of a reply by mail. */
export const replyDelivery = z.object({
  mailId: id,
  status: z.enum(MAIL_STATUSES),
  /** The mail server's answer to the last try, when it refused the mail. */
  error: z.string().nullable(),
});
export type ReplyDelivery = z.infer<typeof replyDelivery>;

/** A note of an operator, or a mail to the visitor. */
export const contactEntry = z.object({
  id,
  kind: z.enum(['note', 'reply']),
  author: z.string(),
  text: z.string(),
  at: instant,
  /** Null for a note, and for a reply of more than 30 days ago, of which this is no longer known. */
  delivery: replyDelivery.nullable(),
});
export type ContactEntry = z.infer<typeof contactEntry>;

export const contactDetail = z.object({
  contact,
  /** The answers, labeled with the names of the fields. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  message: z.string(),
  /** Oldest first. */
  thread: z.array(contactEntry),
  /** The prospect with this address. */
  prospect: z.object({ id, stage: z.enum(PROSPECT_STAGES) }).nullable(),
});
export type ContactDetail = z.infer<typeof contactDetail>;

/** Filters of the inbox, which its file has too. */
export const contactSelection = z.object({
  filter: z.enum(CONTACT_FILTERS).default('unanswered'),
  kind: z.enum(CONTACT_KINDS).optional(),
  /** `none` for contacts without an assignee. */
  assignee: z.union([id, z.literal('none')]).optional(),
  /** The start of a name, a business or an email address. */
  q: z
    .string()
    .trim()
    .max(CONTACT_BOUNDS.search)
    .regex(/^\P{Cc}*$/u)
    .default(''),
});
export type ContactSelection = z.infer<typeof contactSelection>;

const CHANGED = {
  status: 409,
  message: 'Another operator changed this contact meanwhile. Please look at it again.',
  data: z.object({ contact }),
};
const contactKey = { contactId: id };
const changed = z.object({ contact });
const path = '/operator/contacts/{contactId}' as const;
const tags = ['contacts'];

export const contacts = {
  listContacts: procedure({ allow: 'operator', right: 'contacts' })
    .route({
      method: 'GET',
      path: '/operator/contacts',
      tags,
      summary: `List the contact forms and demo requests, newest first, ${PAGE} at a time`,
    })
    .input(contactSelection.extend({ cursor: timeCursor }))
    .output(z.object({ contacts: z.array(contact), nextCursor: z.string().nullable() })),
  listContactOperators: procedure({ allow: 'operator', right: 'contacts' })
    .route({
      method: 'GET',
      path: '/operator/contact-operators',
      tags,
      summary: 'List the operators who can take contacts',
    })
    .output(z.object({ operators: z.array(z.object({ id, name: z.string() })) })),
  getContact: procedure({ allow: 'operator', right: 'contacts' })
    .route({ method: 'GET', path, tags, summary: 'Get what a visitor sent, with notes and replies' })
    .input(z.object(contactKey))
    .output(contactDetail),
  assignContact: procedure({ allow: 'operator', right: 'contacts' })
    .route({ method: 'POST', path: `${path}/assignee`, tags, summary: 'Assign a contact to an operator' })
    .errors({ CONTACT_CHANGED: CHANGED })
    .input(z.object({ ...contactKey, assigneeId: id.nullable(), version: version.min(1) }))
    .output(changed),
  setContactStatus: procedure({ allow: 'operator', right: 'contacts' })
    .route({ method: 'POST', path: `${path}/status`, tags, summary: 'Close or reopen contacts, or mark them as spam' })
    .errors({ CONTACT_CHANGED: CHANGED })
    .input(z.object({ ...contactKey, status: z.enum(CONTACT_STATUSES), version: version.min(1) }))
    .output(changed),
  addContactNote: procedure({ allow: 'operator', right: 'contacts' })
    .route({
      method: 'POST',
      path: `${path}/notes`,
      tags,
      summary: 'Add a note to a contact; repeating the id changes nothing',
    })
    .input(z.object({ ...contactKey, noteId: id, text: text(CONTACT_BOUNDS.note).min(1, 'Please write something') }))
    .output(z.object({})),
  replyToContact: procedure({ allow: 'operator', right: 'contacts' })
    .route({
      method: 'POST',
      path: `${path}/replies`,
      tags,
      summary: 'Mail a reply to the visitor; repeating the id sends nothing',
    })
    .errors({
      CONTACT_CHANGED: CHANGED,
      ADDRESS_UNUSABLE: { status: 422, message: 'No email can be sent to this address. Please use the phone number.' },
    })
    .input(
      z.object({
        ...contactKey,
        replyId: id,
        text: text(CONTACT_BOUNDS.reply).min(1, 'Please write something'),
        version: version.min(1),
      }),
    )
    .output(changed),
  convertContact: procedure({ allow: 'operator', right: 'contacts' })
    .route({ method: 'POST', path: `${path}/prospect`, tags, summary: 'Add the visitor to the prospects, once' })
    .input(z.object(contactKey))
    .output(z.object({ prospectId: id })),
  deleteContact: procedure({ allow: 'operator', right: 'contacts' })
    .route({
      method: 'DELETE',
      path,
      tags,
      summary: 'Delete what a visitor sent, with notes and replies',
    })
    .input(z.object(contactKey))
    .output(z.object({})),
};
