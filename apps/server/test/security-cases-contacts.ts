import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

const NOBODY = randomUUID();
const person = { name: 'Vera', business: '', phone: '', nextStep: '', nextStepOn: null };

/** A case for calls on one row, with an unknown id as the missing one. */
function onOne(
  method: 'POST' | 'PUT' | 'DELETE',
  path: (id: string) => string,
  { id, body, bad }: { id: (world: { contactId: string; prospectId: string }) => string; body: object; bad: object[] },
): Case {
  return {
    call: send(
      method,
      (world) => path(id(world)),
      () => body,
    ),
    bad: badSends(method, path(NOBODY), ...bad),
    missing: [
      send(
        method,
        () => path(NOBODY),
        () => body,
      ),
    ],
  };
}

const contactId = ({ contactId: id }: { contactId: string }) => id;
const prospectId = ({ prospectId: id }: { prospectId: string }) => id;

export const CONTACTS_CASES: Record<string, Case> = {
  'contacts.listContacts': {
    call: get(() => '/operator/contacts'),
    bad: badGets(
      '/operator/contacts?filter=gone',
      '/operator/contacts?assignee=x',
      '/operator/contacts?cursor=x',
      `/operator/contacts?q=${'x'.repeat(5000)}`,
      '/operator/contacts?q=%00',
    ),
  },
  'contacts.listContactOperators': { call: get(() => '/operator/contact-operators') },
  'contacts.getContact': {
    call: get((world) => `/operator/contacts/${world.contactId}`),
    bad: badGets('/operator/contacts/x'),
    missing: [get(() => `/operator/contacts/${NOBODY}`)],
  },
  'contacts.assignContact': onOne('POST', (id) => `/operator/contacts/${id}/assignee`, {
    id: contactId,
    body: { assigneeId: null, version: 1 },
    bad: [
      { assigneeId: 'x', version: 1 },
      { assigneeId: null, version: 0 },
    ],
  }),
  'contacts.setContactStatus': onOne('POST', (id) => `/operator/contacts/${id}/status`, {
    id: contactId,
    body: { status: 'new', version: 1 },
    bad: [{ status: 'gone', version: 1 }, { status: 'closed' }],
  }),
  'contacts.addContactNote': onOne('POST', (id) => `/operator/contacts/${id}/notes`, {
    id: contactId,
    body: { noteId: randomUUID(), text: 'Called' },
    bad: [
      { noteId: 'x', text: 'Called' },
      { noteId: NOBODY, text: ' ' },
      { noteId: NOBODY, text: 'a\u0000b' },
      { noteId: NOBODY, text: LONG },
    ],
  }),
  'contacts.replyToContact': onOne('POST', (id) => `/operator/contacts/${id}/replies`, {
    id: contactId,
    body: { replyId: randomUUID(), text: 'Hello', version: 1 },
    bad: [
      { replyId: 'x', text: 'Hello', version: 1 },
      { replyId: NOBODY, text: '', version: 1 },
      { replyId: NOBODY, text: LONG, version: 1 },
    ],
  }),
  'contacts.convertContact': {
    ...onOne('POST', (id) => `/operator/contacts/${id}/prospect`, { id: contactId, body: {}, bad: [] }),
    bad: badSends('POST', '/operator/contacts/x/prospect'),
  },
  'contacts.deleteContact': {
    call: send(
      'DELETE',
      () => `/operator/contacts/${NOBODY}`,
      () => ({}),
    ),
    bad: badSends('DELETE', '/operator/contacts/x'),
  },
};

export const PROSPECTS_CASES: Record<string, Case> = {
  'prospects.getProspectBoard': {
    call: get(() => '/operator/prospect-board'),
    bad: badGets(`/operator/prospect-board?q=${'x'.repeat(5000)}`, '/operator/prospect-board?q=%00'),
  },
  'prospects.listProspects': {
    call: get(() => '/operator/prospects'),
    bad: badGets('/operator/prospects?stage=gone', '/operator/prospects?cursor=x'),
  },
  'prospects.getConversion': {
    call: get(() => '/operator/prospect-conversion?days=30&by=touch'),
    bad: badGets('/operator/prospect-conversion?days=31&by=touch', '/operator/prospect-conversion?days=30&by=name'),
  },
  'prospects.getProspect': {
    call: get((world) => `/operator/prospects/${world.prospectId}`),
    bad: badGets('/operator/prospects/x'),
    missing: [get(() => `/operator/prospects/${NOBODY}`)],
  },
  'prospects.moveProspect': onOne('POST', (id) => `/operator/prospects/${id}/stage`, {
    id: prospectId,
    body: { from: 'new', to: 'new', lostReason: null },
    bad: [
      { from: 'new', to: 'gone', lostReason: null },
      { from: 'new', to: 'lost', lostReason: null },
    ],
  }),
  'prospects.updateProspect': onOne('PUT', (id) => `/operator/prospects/${id}`, {
    id: prospectId,
    body: { prospect: person, version: 1 },
    bad: [
      { prospect: { ...person, name: '' }, version: 1 },
      { prospect: { ...person, nextStepOn: 'soon' }, version: 1 },
      { prospect: { ...person, phone: LONG }, version: 1 },
    ],
  }),
  'prospects.addProspectNote': onOne('POST', (id) => `/operator/prospects/${id}/notes`, {
    id: prospectId,
    body: { noteId: randomUUID(), text: 'Called' },
    bad: [
      { noteId: 'x', text: 'Called' },
      { noteId: NOBODY, text: '' },
    ],
  }),
  'prospects.deleteProspect': {
    call: send(
      'DELETE',
      () => `/operator/prospects/${NOBODY}`,
      () => ({}),
    ),
    bad: badSends('DELETE', '/operator/prospects/x'),
  },
};
