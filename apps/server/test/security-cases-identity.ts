import { type Case, send } from './security-calls.ts';

const zones = { unitSystem: 'metric', timeZone: 'UTC' };

/** These concern only the caller, so only callers without a session are refused. */
export const IDENTITY_CASES: Record<string, Case> = {
  'identity.savePreferences': {
    call: send('PATCH', '/preferences', zones),
  },
};
