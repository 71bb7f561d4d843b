import { requireCursor } from '../../core/pages.ts';
import { operatorProcedure } from '../../core/procedures.ts';
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

const { contacts } = operatorProcedure;

export const contactsProcedures = {
  listContacts: contacts.listContacts.handler(({ context: { scope, db }, input: { cursor, ...selection } }) => {
    const after = requireCursor(cursor);
    return db.readAtOnce(scope, (tx) => listContacts(tx, { ...selection, after }));
  }),

  listContactOperators: contacts.listContactOperators.handler(async ({ context: { scope, db } }) => ({
    operators: await db.readAtOnce(scope, selectContactOperators),
  })),

  getContact: contacts.getContact.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getContact(tx, input.contactId)),
  ),

  assignContact: contacts.assignContact.handler(async ({ context: { scope, db }, input, errors }) => ({
    contact: await db.write(scope, (tx) => assignContact(tx, input), errors),
  })),

  setContactStatus: contacts.setContactStatus.handler(async ({ context: { scope, db }, input, errors }) => ({
    contact: await db.write(scope, (tx) => setContactStatus(tx, input), errors),
  })),

  addContactNote: contacts.addContactNote.handler(async ({ context: { scope, db, now }, input }) => {
    await db.write(scope, (tx) => addContactNote(tx, input, now));
    return {};
  }),

  replyToContact: contacts.replyToContact.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    const { env, mailer } = services;
    const deps = { env, mailer, now };
    return { contact: await db.write(scope, (tx) => replyToContact(tx, deps, input), errors) };
  }),

  convertContact: contacts.convertContact.handler(async ({ context: { scope, db }, input }) => ({
    prospectId: await db.write(scope, (tx) => convertContact(tx, input.contactId)),
  })),

  deleteContact: contacts.deleteContact.handler(async ({ context: { scope, db, now }, input }) => {
    await db.write(scope, (tx) => deleteContact(tx, input.contactId, now));
    return {};
  }),
};
