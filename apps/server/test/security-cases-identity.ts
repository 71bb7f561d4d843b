import { randomUUID } from 'node:crypto';
import { badSends, type Case, get, LONG, SIGNED_IN, send } from './security-calls.ts';

const zones = { unitSystem: 'metric', timeZone: 'UTC' };
const nothing = () => ({});

/** These concern only the caller, so only callers without a session are refused. */
export const IDENTITY_CASES: Record<string, Case> = {
  'identity.getSecurity': { call: get(() => '/account/security'), allowed: SIGNED_IN },
  // Another person's session does not exist for the caller.
  'identity.endSession': {
    call: send('POST', () => `/account/sessions/${randomUUID()}/end`, nothing),
    allowed: [],
    bad: badSends('POST', '/account/sessions/x/end'),
  },
  'identity.endOtherSessions': {
    call: send('POST', () => '/account/sessions/end_others', nothing),
    allowed: SIGNED_IN,
  },
  'identity.savePreferences': {
    call: send(
      'PATCH',
      () => '/preferences',
      () => zones,
    ),
    allowed: SIGNED_IN,
    bad: badSends(
      'PATCH',
      '/preferences',
      { ...zones, timeZone: 'Mars/Olympus' },
      { ...zones, timeZone: LONG },
      { ...zones, unitSystem: 'stones' },
    ),
  },
  // With a wrong password, every caller is refused.
  'identity.deleteAccount': {
    call: send(
      'POST',
      () => '/account/delete',
      () => ({ password: 'not-the-password', confirmation: 'DELETE' }),
    ),
    allowed: [],
    bad: badSends(
      'POST',
      '/account/delete',
      { password: LONG, confirmation: 'DELETE' },
      { password: 'correct-horse-1', confirmation: 'delete' },
    ),
  },
};
