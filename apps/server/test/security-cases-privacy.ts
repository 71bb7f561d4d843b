import { type Case, get, OPERATORS, SIGNED_IN, send } from './security-calls.ts';

const OWNERS = SIGNED_IN.filter((name) => !OPERATORS.some((operator) => operator === name));

/** These concern only the caller. Operators have no personal copy. */
export const PRIVACY_CASES: Record<string, Case> = {
  'privacy.getOwnExport': { call: get(() => '/account_exports/own'), allowed: OWNERS },
  'privacy.askForOwnExport': {
    call: send(
      'POST',
      () => '/account_exports/own',
      () => ({}),
    ),
    allowed: OWNERS,
  },
};
