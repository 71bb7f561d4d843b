import { randomUUID } from 'node:crypto';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { type Case, get, send } from './security-calls.ts';
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
const badQuestions = [
  { ...aQuestion, metric: 'weight_kg' },
  { ...question, type: 'scale', min: 0, max: 10, step: 3, minLabel: '', maxLabel: '', metric: null },
  { ...question, type: 'choice', options: ['One', 'One'], several: false },
  { ...question, type: 'photo', slots: ['front'], required: true },
];

export const CHECKINS_CASES: Record<string, Case> = {
  'checkins.getCheckInForm': { call: get(() => '/check_ins/form') },
  'checkins.submitCheckIn': {
    call: send('POST', () => '/check_ins', newCheckIn),
  },
  'checkins.correctCheckIn': {
    // The answers that it has.
    call: send(
      'PATCH',
      ({ checkInId }) => `/check_ins/${checkInId}`,
      () => ({ answers: { weight: 80, adherence: 85, energy: 4, sleep: 7.5 } }),
    ),
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
  },
  'checkins.listOwnDrafts': { call: get(() => '/check_ins/drafts') },
  'checkins.deleteCheckInDraft': {
    call: send(
      'DELETE',
      () => `/check_ins/drafts/${randomUUID()}`,
      () => ({}),
    ),
  },
  'checkins.listOwnCheckIns': { call: get(() => '/check_ins/own') },
  'checkins.listCheckIns': {
    call: get(({ coachId, clientId }) => `/check_ins?coachId=${coachId}&clientId=${clientId}`),
  },
  'checkins.getClientCheckInForm': {
    call: get((world) => `${ofClient('/check_in_form')(world)}?coachId=${world.coachId}`),
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/check_in_form?coachId=${coachId}`)],
  },
  'checkins.logCheckIn': {
    call: send('POST', ofClient('/check_ins'), ({ coachId }) => ({ ...newCheckIn(), coachId, day: '2026-01-06' })),
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
  },
  'checkins.listTemplates': {
    call: get(({ coachId }) => `/check_in_templates?coachId=${coachId}`),
  },
  'checkins.saveTemplate': {
    call: send(
      'POST',
      () => `/check_in_templates/${randomUUID()}`,
      ({ coachId }) => ({ ...aTemplate, coachId }),
    ),
    bad: badQuestions.map((one) =>
      send(
        'POST',
        () => `/check_in_templates/${randomUUID()}`,
        ({ coachId }) => ({ ...aTemplate, coachId, questions: [one] }),
      ),
    ),
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
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/check_in_plan?coachId=${coachId}`)],
  },
  'checkins.assignForm': {
    call: send(
      'PATCH',
      () => '/check_in_plans',
      ({ coachId, clientId }) => ({ coachId, clientIds: [clientId], templateId: null }),
    ),
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
  },
  'checkins.getReview': {
    call: get(({ coachId, checkInId }) => `/check_ins/${checkInId}/review?coachId=${coachId}`),
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
  },
  'checkins.saveQuickReplies': {
    call: send(
      'POST',
      () => '/check_ins/quick_replies',
      ({ coachId }) => ({ coachId, quickReplies: ['Well done'] }),
    ),
  },
};
