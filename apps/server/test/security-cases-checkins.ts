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
  'checkins.submitCheckIn': {
    call: send('POST', '/check_ins', newCheckIn),
  },
  'checkins.correctCheckIn': {
    // The answers that it has.
    call: send('PATCH', '/check_ins/{checkInId}', { answers: { weight: 80, adherence: 85, energy: 4, sleep: 7.5 } }),
    missing: [send('PATCH', '/check_ins/{new}', { answers })],
  },
  'checkins.getClientCheckInForm': {
    call: get((world) => `${ofClient('/check_in_form')(world)}?coachId=${world.coachId}`),
    missing: [get('/clients/{new}/check_in_form?coachId={coachId}')],
  },
  'checkins.logCheckIn': {
    call: send('POST', ofClient('/check_ins'), { ...newCheckIn(), coachId: '{coachId}', day: '2026-01-06' }),
    missing: [send('POST', '/clients/{new}/check_ins', { ...newCheckIn(), coachId: '{coachId}', day: '2026-01-06' })],
  },
  'checkins.saveTemplate': {
    call: send('POST', '/check_in_templates/{new}', { ...aTemplate, coachId: '{coachId}' }),
    bad: badQuestions.map((one) =>
      send('POST', '/check_in_templates/{new}', { ...aTemplate, coachId: '{coachId}', questions: [one] }),
    ),
    missing: [
      send('POST', '/check_in_templates/{new}', { ...aTemplate, coachId: '{new}' }),
      // A later version of a form that was never saved.
      send('POST', '/check_in_templates/{new}', { ...aTemplate, coachId: '{coachId}', basedOn: 3 }),
    ],
  },
  'checkins.updateTemplate': {
    call: send('PATCH', '/check_in_templates/{templateId}', {
      coachId: '{coachId}',
      isDefault: true,
    }),
    missing: [send('PATCH', '/check_in_templates/{new}', { coachId: '{coachId}', archived: true })],
  },
  'checkins.getCheckInPlan': {
    call: get((world) => `${ofClient('/check_in_plan')(world)}?coachId=${world.coachId}`),
    missing: [get('/clients/{new}/check_in_plan?coachId={coachId}')],
  },
  'checkins.assignForm': {
    call: send('PATCH', '/check_in_plans', { coachId: '{coachId}', clientIds: ['{clientId}'], templateId: null }),
    missing: [
      send('PATCH', '/check_in_plans', { coachId: '{coachId}', clientIds: ['{clientId}'], templateId: '{new}' }),
    ],
  },
  'checkins.setCheckInPlan': {
    call: send('PATCH', ofClient('/check_in_plan'), { ...aSchedule, coachId: '{coachId}' }),
    missing: [
      send('PATCH', ofClient('/check_in_plan'), {
        ...aSchedule,
        coachId: '{coachId}',
        templateId: '{new}',
      }),
      send('PATCH', '/clients/{new}/check_in_plan', { ...aSchedule, coachId: '{coachId}' }),
    ],
  },
  'checkins.getReview': {
    call: get('/check_ins/{checkInId}/review?coachId={coachId}'),
    missing: [get('/check_ins/{new}/review?coachId={coachId}')],
  },
  'checkins.reviewCheckIn': {
    call: send('POST', '/check_ins/{checkInId}/review', {
      coachId: '{coachId}',
      reply: { id: '{new}', body: 'Well done' },
    }),
    missing: [send('POST', '/check_ins/{new}/review', { coachId: '{coachId}', reply: null })],
  },
};
