import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const zones = { unitSystem: 'metric', timeZone: 'UTC' };
const nothing = () => ({});

/** These concern only the caller, so only callers without a session are refused. */
export const IDENTITY_CASES: Record<string, Case> = {
  'identity.getSecurity': { call: get(() => '/account/security') },
  // Another person's session does not exist for the caller.
  'identity.endSession': {
    call: send('POST', () => `/account/sessions/${randomUUID()}/end`, nothing),
  },
  'identity.endOtherSessions': {
    call: send('POST', () => '/account/sessions/end_others', nothing),
  },
  'identity.savePreferences': {
    call: send(
      'PATCH',
      () => '/preferences',
      () => zones,
    ),
  },
  // With a wrong password, every caller is refused.
  'identity.deleteAccount': {
    call: send(
      'POST',
      () => '/account/delete',
      () => ({ password: 'not-the-password', confirmation: 'DELETE' }),
    ),
  },
};
