import { randomUUID } from 'node:crypto';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const answers = { weight: 80, adherence: 90, energy: 4, sleep: 7 };
/** A check-in on the built-in form. */
export const newCheckIn = () => ({ id: randomUUID(), templateId: null, version: 0, answers });

const question = { id: 'steps', type: 'number', label: 'Steps', help: '', required: false };
export const aQuestion: Extract<Question, { type: 'number' }> = {
  ...question,
  type: 'number',
  unit: '',
  min: 0,
  max: 100_000,
  metric: null,
};
const aTemplate = { name: 'Weekly', questions: [aQuestion], basedOn: 0 };
const aSchedule = { firstDay: '2026-01-05', every: { weekdays: [1, 4] }, zone: 'coach', templateId: null };

const ofClient =
  (rest: string) =>
  ({ clientId }: World) =>
    `/clients/${clientId}${rest}`;
const withAnswers = (changes: object) => ({ ...newCheckIn(), answers: { ...answers, ...changes } });
const badAnswers = [
  { ...newCheckIn(), id: 'x' },
  { ...newCheckIn(), version: -1 },
  { ...newCheckIn(), templateId: "' or 1=1 --" },
  { ...newCheckIn(), answers: null },
  { ...newCheckIn(), answers: [] },
  withAnswers({ note: LONG }),
  withAnswers({ note: 'a\u0000b' }),
  withAnswers({ weight: { $gt: '' } }),
  withAnswers({ 'UPPER CASE': 1 }),
  withAnswers({ energy: [[[1]]] }),
];
const badQuestions = [
  [],
  [aQuestion, aQuestion],
  [{ ...aQuestion, min: 5, max: 5 }],
  [{ ...aQuestion, metric: 'weight_kg' }],
  [{ ...aQuestion, label: LONG }],
  [{ ...question, type: 'scale', min: 0, max: 10, step: 0, minLabel: '', maxLabel: '', metric: null }],
  [{ ...question, type: 'scale', min: 0, max: 10, step: 3, minLabel: '', maxLabel: '', metric: null }],
  [{ ...question, type: 'choice', options: ['One'], several: false }],
  [{ ...question, type: 'choice', options: ['One', 'One'], several: false }],
  [{ ...question, type: 'photo', slots: ['front'], required: true }],
  [{ ...question, type: 'no such type' }],
  Array.from({ length: 41 }, (_, index) => ({ ...aQuestion, id: `q${index}` })),
];

export const CHECKINS_CASES: Record<string, Case> = {
  'checkins.getCheckInForm': { call: get(() => '/check_ins/form') },
  'checkins.submitCheckIn': {
    call: send('POST', () => '/check_ins', newCheckIn),
    bad: badSends('POST', '/check_ins', ...badAnswers),
  },
  'checkins.correctCheckIn': {
    // The answers that it has.
    call: send(
      'PATCH',
      ({ checkInId }) => `/check_ins/${checkInId}`,
      () => ({ answers: { weight: 80, adherence: 85, energy: 4, sleep: 7.5 } }),
    ),
    bad: badSends('PATCH', `/check_ins/${randomUUID()}`, { answers: 'all' }, { answers: { note: LONG } }),
    missing: [
      send(
        'PATCH',
        () => `/check_ins/${randomUUID()}`,
        () => ({ answers }),
      ),
    ],
  },
  'checkins.saveCheckInDraft': {
    call: send('POST', () => '/check_ins/draft', newCheckIn),
    bad: badSends(
      'POST',
      '/check_ins/draft',
      ...badAnswers,
      withAnswers(Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`q${index}`, 1]))),
    ),
  },
  'checkins.listOwnDrafts': { call: get(() => '/check_ins/drafts') },
  'checkins.deleteCheckInDraft': {
    call: send(
      'DELETE',
      () => `/check_ins/drafts/${randomUUID()}`,
      () => ({}),
    ),
    bad: badSends('DELETE', '/check_ins/drafts/x'),
  },
  'checkins.listOwnCheckIns': { call: get(() => '/check_ins/own') },
  'checkins.listCheckIns': {
    call: get(({ coachId, clientId }) => `/check_ins?coachId=${coachId}&clientId=${clientId}`),
    bad: badGets('/check_ins', '/check_ins?coachId=1&clientId=2'),
  },
  'checkins.getClientCheckInForm': {
    call: get((world) => `${ofClient('/check_in_form')(world)}?coachId=${world.coachId}`),
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/check_in_form?coachId=${coachId}`)],
    bad: badGets('/clients/x/check_in_form', `/clients/${randomUUID()}/check_in_form`),
  },
  'checkins.logCheckIn': {
    call: send('POST', ofClient('/check_ins'), ({ coachId }) => ({ ...newCheckIn(), coachId, day: '2026-01-06' })),
    bad: [
      ...badSends('POST', `/clients/${randomUUID()}/check_ins`),
      ...badAnswers.map((body) =>
        send('POST', ofClient('/check_ins'), ({ coachId }) => ({ ...body, coachId, day: '2026-01-06' })),
      ),
      send('POST', ofClient('/check_ins'), ({ coachId }) => ({ ...newCheckIn(), coachId, day: '2026-02-30' })),
    ],
    missing: [
      send(
        'POST',
        () => `/clients/${randomUUID()}/check_ins`,
        ({ coachId }) => ({ ...newCheckIn(), coachId, day: '2026-01-06' }),
      ),
    ],
  },
  'checkins.listDueClients': {
    call: get(({ coachId }) => `/check_ins/due?coachId=${coachId}`),
    bad: [
      ...badGets('/check_ins/due', '/check_ins/due?coachId=x'),
      get(({ coachId }) => `/check_ins/due?coachId=${coachId}&q=%00`),
      get(({ coachId }) => `/check_ins/due?coachId=${coachId}&q=${'x'.repeat(500)}`),
    ],
  },
  'checkins.listTemplates': {
    call: get(({ coachId }) => `/check_in_templates?coachId=${coachId}`),
    bad: badGets('/check_in_templates', '/check_in_templates?coachId=x'),
  },
  'checkins.saveTemplate': {
    call: send(
      'POST',
      () => `/check_in_templates/${randomUUID()}`,
      ({ coachId }) => ({ ...aTemplate, coachId }),
    ),
    bad: [
      ...badSends('POST', `/check_in_templates/${randomUUID()}`),
      ...badQuestions.map((questions) =>
        send(
          'POST',
          () => `/check_in_templates/${randomUUID()}`,
          ({ coachId }) => ({ ...aTemplate, coachId, questions }),
        ),
      ),
      send(
        'POST',
        () => `/check_in_templates/${randomUUID()}`,
        ({ coachId }) => ({ ...aTemplate, coachId, name: ' ' }),
      ),
    ],
    missing: [
      send(
        'POST',
        () => `/check_in_templates/${randomUUID()}`,
        () => ({ ...aTemplate, coachId: randomUUID() }),
      ),
      // A later version of a form that was never saved.
      send(
        'POST',
        () => `/check_in_templates/${randomUUID()}`,
        ({ coachId }) => ({ ...aTemplate, coachId, basedOn: 3 }),
      ),
    ],
  },
  'checkins.updateTemplate': {
    call: send(
      'PATCH',
      ({ templateId }) => `/check_in_templates/${templateId}`,
      ({ coachId }) => ({
        coachId,
        isDefault: true,
      }),
    ),
    bad: badSends('PATCH', `/check_in_templates/${randomUUID()}`),
    missing: [
      send(
        'PATCH',
        () => `/check_in_templates/${randomUUID()}`,
        ({ coachId }) => ({ coachId, archived: true }),
      ),
    ],
  },
  'checkins.getCheckInPlan': {
    call: get((world) => `${ofClient('/check_in_plan')(world)}?coachId=${world.coachId}`),
    bad: badGets('/clients/x/check_in_plan'),
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/check_in_plan?coachId=${coachId}`)],
  },
  'checkins.assignForm': {
    call: send(
      'PATCH',
      () => '/check_in_plans',
      ({ coachId, clientId }) => ({ coachId, clientIds: [clientId], templateId: null }),
    ),
    bad: [
      ...badSends('PATCH', '/check_in_plans'),
      ...[
        { clientIds: [] },
        { clientIds: ['x'] },
        { clientIds: Array.from({ length: 101 }, () => randomUUID()) },
        { templateId: 'default' },
      ].map((change) =>
        send(
          'PATCH',
          () => '/check_in_plans',
          ({ coachId }) => ({ coachId, clientIds: [randomUUID()], templateId: null, ...change }),
        ),
      ),
    ],
    missing: [
      send(
        'PATCH',
        () => '/check_in_plans',
        ({ coachId, clientId }) => ({ coachId, clientIds: [clientId], templateId: randomUUID() }),
      ),
    ],
  },
  'checkins.setCheckInPlan': {
    call: send('PATCH', ofClient('/check_in_plan'), ({ coachId }) => ({ ...aSchedule, coachId })),
    bad: [
      ...badSends('PATCH', `/clients/${randomUUID()}/check_in_plan`),
      ...[
        { every: { weekdays: [] } },
        { every: { weekdays: [0] } },
        { every: { days: 0 } },
        { every: { days: 1e9 } },
        { firstDay: 'tomorrow' },
        { zone: 'Mars' },
      ].map((change) =>
        send('PATCH', ofClient('/check_in_plan'), ({ coachId }) => ({ ...aSchedule, coachId, ...change })),
      ),
    ],
    missing: [
      send('PATCH', ofClient('/check_in_plan'), ({ coachId }) => ({
        ...aSchedule,
        coachId,
        templateId: randomUUID(),
      })),
      send(
        'PATCH',
        () => `/clients/${randomUUID()}/check_in_plan`,
        ({ coachId }) => ({ ...aSchedule, coachId }),
      ),
    ],
  },
  'checkins.listCheckInsToReview': {
    call: get(({ coachId }) => `/check_ins/unreviewed?coachId=${coachId}`),
    bad: badGets('/check_ins/unreviewed', '/check_ins/unreviewed?coachId=x'),
  },
  'checkins.getReview': {
    call: get(({ coachId, checkInId }) => `/check_ins/${checkInId}/review?coachId=${coachId}`),
    bad: badGets('/check_ins/x/review'),
    missing: [get(({ coachId }) => `/check_ins/${randomUUID()}/review?coachId=${coachId}`)],
  },
  'checkins.reviewCheckIn': {
    call: send(
      'POST',
      ({ checkInId }) => `/check_ins/${checkInId}/review`,
      ({ coachId }) => ({
        coachId,
        reply: { id: randomUUID(), body: 'Well done' },
      }),
    ),
    missing: [
      send(
        'POST',
        () => `/check_ins/${randomUUID()}/review`,
        ({ coachId }) => ({ coachId, reply: null }),
      ),
    ],
    bad: [
      ...badSends('POST', `/check_ins/${randomUUID()}/review`),
      ...['', '  ', LONG, 'a\u0000b', null].map((body) =>
        send(
          'POST',
          ({ checkInId }) => `/check_ins/${checkInId}/review`,
          ({ coachId }) => ({
            coachId,
            reply: { id: randomUUID(), body },
          }),
        ),
      ),
    ],
  },
  'checkins.saveQuickReplies': {
    call: send(
      'POST',
      () => '/check_ins/quick_replies',
      ({ coachId }) => ({ coachId, quickReplies: ['Well done'] }),
    ),
    bad: [
      ...badSends('POST', '/check_ins/quick_replies'),
      ...[[''], [LONG], Array.from({ length: 21 }, () => 'x'), ['a\u0000b']].map((quickReplies) =>
        send(
          'POST',
          () => '/check_ins/quick_replies',
          ({ coachId }) => ({ coachId, quickReplies }),
        ),
      ),
    ],
  },
};
