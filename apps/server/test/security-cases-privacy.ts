import { type Case, get, send } from './security-calls.ts';

/** Each of these is about the caller alone. Operators have no data of their own. */
export const PRIVACY_CASES: Record<string, Case> = {
  'privacy.getOwnExport': { call: get(() => '/account_exports/own') },
  'privacy.askForOwnExport': {
    call: send(
      'POST',
      () => '/account_exports/own',
      () => ({}),
    ),
  },
};
