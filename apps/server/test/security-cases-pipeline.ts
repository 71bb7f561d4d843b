import { randomUUID } from 'node:crypto';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
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

const BAD_LEADS: readonly object[] = [
  { name: ' ' },
  { name: 'Two\nlines' },
  { name: LONG },
  { name: 'Half a \ud83d' },
  { email: 'no address' },
  { phone: 'x'.repeat(LEAD_BOUNDS.phone + 1) },
  { source: 'Two\nlines' },
  { valueCents: -1 },
  { valueCents: 1.5 },
  { valueCents: LEAD_BOUNDS.valueCents + 1 },
  { valueCents: '100' },
  { lastContact: 'yesterday' },
  { followUpOn: '2026-02-30' },
  { notes: 'Zero \u0000' },
  { notes: LONG },
];
const adding = (changes: object) =>
  send('POST', () => `/leads/${randomUUID()}`, withCoach({ lead: { ...aLead, ...changes }, despiteDuplicates: true }));
const importing = (leads: (lead: object) => object[]) =>
  send(
    'POST',
    () => '/leads/import',
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
  'pipeline.getBoard': {
    call: get(({ coachId }) => `/leads/board?coachId=${coachId}`),
    bad: badGets('/leads/board', `/leads/board?coachId=${nowhere}&q=%00`),
  },
  'pipeline.listLeads': {
    call: get(({ coachId }) => `/leads?coachId=${coachId}&sort=value`),
    bad: [
      ...badGets('/leads', `/leads?coachId=${nowhere}&sort=email`, `/leads?coachId=${nowhere}&status=gone`),
      get(({ coachId }) => `/leads?coachId=${coachId}&cursor=later`),
      get(({ coachId }) => `/leads?coachId=${coachId}&sort=value&cursor=${encodeURIComponent(`x~${nowhere}`)}`),
    ],
  },
  'pipeline.getLeadForm': {
    call: get(({ coachId }) => `/lead_form?coachId=${coachId}`),
    bad: badGets('/lead_form', '/lead_form?coachId=x'),
  },
  'pipeline.saveLeadForm': {
    call: send('PUT', () => '/lead_form', withCoach({ ...aLeadForm, slug: 'security-walk' })),
    bad: [
      ...badSends('PUT', '/lead_form'),
      ...[
        { slug: 'a' },
        { slug: '../x' },
        { slug: 'a--b' },
        { heading: ' ' },
        { intro: LONG },
        { enabled: 1 },
        { bookingTypeId: 'x' },
      ].map((changes) => send('PUT', () => '/lead_form', withCoach({ ...aLeadForm, ...changes }))),
    ],
  },
  'pipeline.getLead': {
    call: get(({ coachId, leadId }) => `/leads/${leadId}?coachId=${coachId}`),
    bad: badGets('/leads/x', missingLead),
    missing: [get(({ coachId }) => `${missingLead}?coachId=${coachId}`)],
  },
  'pipeline.createLead': {
    call: adding({}),
    bad: [...badSends('POST', missingLead), ...BAD_LEADS.map(adding)],
  },
  'pipeline.importLeads': {
    call: importing((lead) => [{ id: randomUUID(), lead }]),
    bad: [
      ...badSends('POST', '/leads/import'),
      importing(() => []),
      importing((lead) => [
        { id: nowhere, lead },
        { id: nowhere, lead },
      ]),
      importing((lead) => Array.from({ length: LEAD_BOUNDS.perRequest + 1 }, () => ({ id: randomUUID(), lead }))),
      importing((lead) => [{ id: nowhere, lead: { ...lead, status: 'gone' } }]),
      ...BAD_LEADS.map((changes) => importing((lead) => [{ id: nowhere, lead: { ...lead, ...changes } }])),
    ],
  },
  'pipeline.undoImport': {
    call: send('DELETE', () => `/lead_imports/${nowhere}`, withCoach({})),
    bad: badSends('DELETE', '/lead_imports/x'),
  },
  'pipeline.updateLead': {
    call: editing(here),
    bad: [...badSends('PUT', missingLead), ...BAD_LEADS.map((changes) => editing(here, changes))],
    missing: [editing(() => missingLead)],
  },
  'pipeline.moveLead': {
    call: moving((world) => `${here(world)}/status`),
    bad: [
      ...badSends('PATCH', `${missingLead}/status`),
      ...[{ to: 'gone' }, { from: null }, { lostReason: 'bored' }].map((changes) =>
        moving((world) => `${here(world)}/status`, changes),
      ),
    ],
    missing: [moving(() => `${missingLead}/status`)],
  },
  'pipeline.deleteLead': {
    call: send('DELETE', () => `/leads/${randomUUID()}`, withCoach({})),
    bad: badSends('DELETE', '/leads/x'),
  },
  'pipeline.mergeLead': {
    call: send(
      'POST',
      (world) => `${here(world)}/merge`,
      ({ coachId, otherLeadId }) => ({ coachId, otherId: otherLeadId }),
    ),
    bad: badSends('POST', `${missingLead}/merge`, { otherId: 'x' }),
    missing: [send('POST', () => `${missingLead}/merge`, withCoach({ otherId: nowhere }))],
  },
  'pipeline.saveLeadTask': {
    call: send('POST', (world) => `${here(world)}/tasks/${world.taskId}`, withCoach(task)),
    bad: [
      ...badSends('POST', `${missingLead}/tasks/${nowhere}`),
      ...[{ text: '' }, { text: LONG }, { dueOn: 'soon' }, { done: 'yes' }].map((changes) =>
        send('POST', (world) => `${here(world)}/tasks/${nowhere}`, withCoach({ ...task, ...changes })),
      ),
    ],
    missing: [send('POST', () => `${missingLead}/tasks/${nowhere}`, withCoach(task))],
  },
  'pipeline.deleteLeadTask': {
    call: send('DELETE', (world) => `${here(world)}/tasks/${randomUUID()}`, withCoach({})),
    bad: badSends('DELETE', `${missingLead}/tasks/x`),
  },
  'pipeline.mailLead': {
    call: send('POST', (world) => `${here(world)}/mails/${randomUUID()}`, withCoach(mail)),
    bad: [
      ...badSends('POST', `${missingLead}/mails/${nowhere}`),
      ...[{ subject: 'Two\r\nBcc: all@example.com' }, { subject: '' }, { text: '' }, { text: LONG }].map((changes) =>
        send('POST', (world) => `${here(world)}/mails/${nowhere}`, withCoach({ ...mail, ...changes })),
      ),
    ],
    missing: [send('POST', () => `${missingLead}/mails/${nowhere}`, withCoach(mail))],
  },
  'pipeline.convertLead': {
    call: send('POST', (world) => `${here(world)}/client`, withCoach({ clientId: randomUUID() })),
    bad: badSends('POST', `${missingLead}/client`, { clientId: 'x' }),
    missing: [send('POST', () => `${missingLead}/client`, withCoach({ clientId: randomUUID() }))],
  },
};
