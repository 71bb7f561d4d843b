import { randomUUID } from 'node:crypto';
import {
  HEALTH_TOPICS,
  HEALTH_VERSION,
  type HealthAnswers,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

export const NO_TO_ALL = Object.fromEntries(
  HEALTH_TOPICS.map((topic) => [topic, { said: 'no', details: '', cleared: null }]),
) as HealthAnswers;
const save = (change: object) =>
  send(
    'PATCH',
    ({ clientId }) => `/clients/${clientId}/onboarding`,
    ({ coachId }) => ({ coachId, step: 'goal', ...change }),
  );
const post = (what: string) =>
  send(
    'POST',
    ({ clientId }) => `/clients/${clientId}/onboarding/${what}`,
    ({ coachId }) => ({ coachId, consentId: null, healthId: null }),
  );
const unknown = `/clients/${randomUUID()}/onboarding`;
const setup = (change: object) =>
  send(
    'PATCH',
    ({ coachId }) => `/coach_setups/${coachId}`,
    () => change,
  );

export const ONBOARDING_CASES: Record<string, Case> = {
  'onboarding.getOnboarding': {
    call: get(({ clientId, coachId }) => `/clients/${clientId}/onboarding?coachId=${coachId}`),
    bad: badGets('/clients/x/onboarding'),
    missing: [get(({ coachId }) => `${unknown}?coachId=${coachId}`)],
  },
  'onboarding.saveOnboarding': {
    // Changes no field of the record, whose versions other cases count.
    call: save({}),
    bad: [
      ...badSends('PATCH', unknown, { step: 'goal' }),
      save({ step: 'gone' }),
      save({ record: { fullName: 'Another name' } }),
      save({ record: { goal: LONG } }),
      save({ record: { dateOfBirth: '3000-01-01' } }),
      save({ consent: { id: randomUUID(), version: 99 } }),
      save({ consent: { id: 'x', version: 1 } }),
      save({ health: { id: randomUUID(), version: HEALTH_VERSION, answers: {} } }),
      save({ health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, height: {} } } }),
      save({
        health: {
          id: randomUUID(),
          version: HEALTH_VERSION,
          answers: { ...NO_TO_ALL, heart: { said: 'yes', details: '', cleared: null } },
        },
      }),
      save({ photoId: randomUUID() }),
    ],
  },
  // No consent exists here, so the case uses an unknown client.
  'onboarding.finishOnboarding': {
    call: send(
      'POST',
      () => `${unknown}/finish`,
      ({ coachId }) => ({ coachId }),
    ),
    bad: badSends('POST', '/clients/x/onboarding/finish'),
  },
  'onboarding.confirmOnboarding': {
    call: post('confirm'),
    bad: badSends('POST', `${unknown}/confirm`, { consentId: 'x', healthId: null }),
  },
  'onboarding.withdrawConsent': {
    call: post('withdraw'),
    bad: badSends('POST', `${unknown}/withdraw`),
  },
  'onboarding.getCoachSetup': {
    call: get(({ coachId }) => `/coach_setups/${coachId}`),
    bad: badGets('/coach_setups/x'),
    missing: badGets(`/coach_setups/${randomUUID()}`),
  },
  'onboarding.saveCoachSetup': {
    call: setup({ step: 'photo' }),
    missing: [
      send(
        'PATCH',
        () => `/coach_setups/${randomUUID()}`,
        () => ({ step: 'photo' }),
      ),
    ],
    bad: [
      ...badSends('PATCH', '/coach_setups/x', { step: 'photo' }),
      setup({ step: 'gone' }),
      setup({ dismissed: 'yes' }),
    ],
  },
};
