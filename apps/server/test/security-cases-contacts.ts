import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const NOBODY = randomUUID();
const person = { name: 'Vera', business: '', phone: '', nextStep: '', nextStepOn: null };

/** A case for calls on one row, with an unknown id as the missing one. */
function onOne(
  method: 'POST' | 'PUT' | 'DELETE',
  path: (id: string) => string,
  { id, body }: { id: (world: { contactId: string; prospectId: string }) => string; body: object },
): Case {
  return {
    call: send(method, (world) => path(id(world)), body),
    missing: [send(method, () => path(NOBODY), body)],
  };
}

const contactId = ({ contactId: id }: { contactId: string }) => id;
const prospectId = ({ prospectId: id }: { prospectId: string }) => id;

export const CONTACTS_CASES: Record<string, Case> = {
  'contacts.getContact': {
    call: get('/operator/contacts/{contactId}'),
    missing: [get(`/operator/contacts/${NOBODY}`)],
  },
  'contacts.assignContact': onOne('POST', (id) => `/operator/contacts/${id}/assignee`, {
    id: contactId,
    body: { assigneeId: null, version: 1 },
  }),
  'contacts.setContactStatus': onOne('POST', (id) => `/operator/contacts/${id}/status`, {
    id: contactId,
    body: { status: 'new', version: 1 },
  }),
  'contacts.addContactNote': onOne('POST', (id) => `/operator/contacts/${id}/notes`, {
    id: contactId,
    body: { noteId: randomUUID(), text: 'Called' },
  }),
  'contacts.replyToContact': onOne('POST', (id) => `/operator/contacts/${id}/replies`, {
    id: contactId,
    body: { replyId: randomUUID(), text: 'Hello', version: 1 },
  }),
  'contacts.convertContact': {
    ...onOne('POST', (id) => `/operator/contacts/${id}/prospect`, { id: contactId, body: {} }),
  },
};

export const PROSPECTS_CASES: Record<string, Case> = {
  'prospects.getConversion': {
    call: get('/operator/prospect-conversion?days=30&by=touch'),
  },
  'prospects.getProspect': {
    call: get('/operator/prospects/{prospectId}'),
    missing: [get(`/operator/prospects/${NOBODY}`)],
  },
  'prospects.moveProspect': {
    ...onOne('POST', (id) => `/operator/prospects/${id}/stage`, {
      id: prospectId,
      body: { from: 'new', to: 'new', lostReason: null },
    }),
    bad: [send('POST', '/operator/prospects/{prospectId}/stage', { from: 'new', to: 'lost', lostReason: null })],
  },
  'prospects.updateProspect': onOne('PUT', (id) => `/operator/prospects/${id}`, {
    id: prospectId,
    body: { prospect: person, version: 1 },
  }),
  'prospects.addProspectNote': onOne('POST', (id) => `/operator/prospects/${id}/notes`, {
    id: prospectId,
    body: { noteId: randomUUID(), text: 'Called' },
  }),
};
