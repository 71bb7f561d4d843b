import { type Case, get, send } from './security-calls.ts';

/** These concern only the caller. Operators have no personal copy. */
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
