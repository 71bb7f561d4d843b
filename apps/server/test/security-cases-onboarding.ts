import { randomUUID } from 'node:crypto';
import { HEALTH_TOPICS, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { type Case, get, gets, send } from './security-calls.ts';

export const NO_TO_ALL = Object.fromEntries(
  HEALTH_TOPICS.map((topic) => [topic, { said: 'no', details: '', cleared: null }]),
) as HealthAnswers;
const save = (change: object) =>
  send('PATCH', '/clients/{clientId}/onboarding', { coachId: '{coachId}', step: 'goal', ...change });
const post = (what: string) =>
  send('POST', `/clients/{clientId}/onboarding/${what}`, { coachId: '{coachId}', consentId: null, healthId: null });
const unknown = `/clients/${randomUUID()}/onboarding`;
const setup = (change: object) => send('PATCH', '/coach_setups/{coachId}', change);

export const ONBOARDING_CASES: Record<string, Case> = {
  'onboarding.getOnboarding': {
    call: get('/clients/{clientId}/onboarding?coachId={coachId}'),
    missing: [get(`${unknown}?coachId={coachId}`)],
  },
  'onboarding.saveOnboarding': {
    // Changes no field of the record, whose versions other cases count.
    call: save({}),
    bad: [save({ photoId: randomUUID() })],
  },
  // No consent exists here, so the case uses an unknown client.
  'onboarding.finishOnboarding': {
    call: send('POST', `${unknown}/finish`, { coachId: '{coachId}' }),
  },
  'onboarding.confirmOnboarding': {
    call: post('confirm'),
  },
  'onboarding.getCoachSetup': {
    call: get('/coach_setups/{coachId}'),
    missing: gets(`/coach_setups/${randomUUID()}`),
  },
  'onboarding.saveCoachSetup': {
    call: setup({ step: 'photo' }),
    missing: [send('PATCH', '/coach_setups/{new}', { step: 'photo' })],
  },
};
