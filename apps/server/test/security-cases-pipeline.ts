import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });
const here = ({ leadId }: World) => `/leads/${leadId}`;
const missingLead = `/leads/${nowhere}`;

export const aLead = {
  name: 'Ana Ruiz',
  email: 'ana.ruiz@example.com',
  phone: '(415) 555-0100',
  source: 'Referral',
  valueCents: 120_000,
  lastContact: '2026-01-05',
  followUpOn: '2026-01-12',
  notes: 'Wants to run a marathon.',
};

export const aLeadForm = {
  slug: 'ana-trains',
  heading: 'Train with me',
  intro: 'Write to me.',
  enabled: true,
  bookingTypeId: null,
};

const adding = (changes: object) =>
  send('POST', '/leads/{new}', withCoach({ lead: { ...aLead, ...changes }, despiteDuplicates: true }));
const importing = (leads: (lead: object) => object[]) =>
  send(
    'POST',
    '/leads/import',
    withCoach({ importId: nowhere, leads: leads({ ...aLead, status: 'new' }), dryRun: false }),
  );
const editing = (path: (world: World) => string, changes: object = {}) =>
  send(
    'PUT',
    path,
    withCoach({ lead: { ...aLead, email: 'ana@example.com', ...changes }, basedOn: 1, despiteDuplicates: true }),
  );
const moving = (path: (world: World) => string, changes: object = {}) =>
  send('PATCH', path, withCoach({ from: 'new', to: 'new', lostReason: null, ...changes }));
const task = { text: 'Call back', dueOn: '2026-01-12', done: false };
const mail = { subject: 'Your trial week', text: 'Hi Ana' };

export const PIPELINE_CASES: Record<string, Case> = {
  'pipeline.listLeads': {
    call: get('/leads?coachId={coachId}&sort=value'),
    bad: [get(`/leads?coachId={coachId}&sort=value&cursor=${encodeURIComponent(`x~${nowhere}`)}`)],
  },
  'pipeline.saveLeadForm': {
    call: send('PUT', '/lead_form', withCoach({ ...aLeadForm, slug: 'security-walk' })),
  },
  'pipeline.getLead': {
    call: get('/leads/{leadId}?coachId={coachId}'),
    missing: [get(`${missingLead}?coachId={coachId}`)],
  },
  'pipeline.createLead': {
    call: adding({}),
  },
  'pipeline.importLeads': {
    call: importing((lead) => [{ id: randomUUID(), lead }]),
  },
  'pipeline.updateLead': {
    call: editing(here),
    missing: [editing(() => missingLead)],
  },
  'pipeline.moveLead': {
    call: moving((world) => `${here(world)}/status`),
    missing: [moving(() => `${missingLead}/status`)],
  },
  'pipeline.deleteLead': {
    call: send('DELETE', '/leads/{new}', withCoach({})),
    foreign: [send('DELETE', here, withCoach({}))],
  },
  'pipeline.mergeLead': {
    call: send('POST', (world) => `${here(world)}/merge`, { coachId: '{coachId}', otherId: '{otherLeadId}' }),
    missing: [send('POST', `${missingLead}/merge`, withCoach({ otherId: nowhere }))],
  },
  'pipeline.saveLeadTask': {
    call: send('POST', (world) => `${here(world)}/tasks/${world.taskId}`, withCoach(task)),
    missing: [send('POST', `${missingLead}/tasks/${nowhere}`, withCoach(task))],
  },
  'pipeline.deleteLeadTask': {
    call: send('DELETE', '/leads/{leadId}/tasks/{new}', withCoach({})),
    foreign: [send('DELETE', '/leads/{leadId}/tasks/{taskId}', withCoach({}))],
  },
  'pipeline.mailLead': {
    call: send('POST', (world) => `${here(world)}/mails/${randomUUID()}`, withCoach(mail)),
    missing: [send('POST', `${missingLead}/mails/${nowhere}`, withCoach(mail))],
  },
  'pipeline.convertLead': {
    call: send('POST', (world) => `${here(world)}/client`, withCoach({ clientId: randomUUID() })),
    missing: [send('POST', `${missingLead}/client`, withCoach({ clientId: randomUUID() }))],
  },
};
