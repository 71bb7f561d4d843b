import { requireCursor } from '../../core/pages.ts';
import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { selectContactOperators } from './contacts.data.ts';
import {
  addContactNote,
  assignContact,
  convertContact,
  deleteContact,
  getContact,
  listContacts,
  replyToContact,
  setContactStatus,
} from './contacts.service.ts';

export const contactsProcedures = {
  listContacts: os.contacts.listContacts.handler(async ({ context, input: { cursor, ...selection } }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    const after = requireCursor(cursor);
    return context.services.db.readAtOnce(scope, (tx) => listContacts(tx, { ...selection, after }));
  }),

  listContactOperators: os.contacts.listContactOperators.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    return { operators: await context.services.db.readAtOnce(scope, selectContactOperators) };
  }),

  getContact: os.contacts.getContact.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    return context.services.db.read(scope, (tx) => getContact(tx, input.contactId));
  }),

  assignContact: os.contacts.assignContact.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    return { contact: await context.services.db.write(scope, (tx) => assignContact(tx, input), errors) };
  }),

  setContactStatus: os.contacts.setContactStatus.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    return { contact: await context.services.db.write(scope, (tx) => setContactStatus(tx, input), errors) };
  }),

  addContactNote: os.contacts.addContactNote.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    const { db, now } = context.services;
    await db.write(scope, (tx) => addContactNote(tx, input, now()));
    return {};
  }),

  replyToContact: os.contacts.replyToContact.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    const { db, env, mailer, now } = context.services;
    const deps = { env, mailer, now: now() };
    return { contact: await db.write(scope, (tx) => replyToContact(tx, deps, input), errors) };
  }),

  convertContact: os.contacts.convertContact.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    return { prospectId: await context.services.db.write(scope, (tx) => convertContact(tx, input.contactId)) };
  }),

  deleteContact: os.contacts.deleteContact.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'contacts');
    const { db, now } = context.services;
    await db.write(scope, (tx) => deleteContact(tx, input.contactId, now()));
    return {};
  }),
};
