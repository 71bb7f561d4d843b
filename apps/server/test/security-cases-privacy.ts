import { type Case, get, OPERATORS, SIGNED_IN, send } from './security-calls.ts';

const OWNERS = SIGNED_IN.filter((name) => !OPERATORS.some((operator) => operator === name));

/** Each of these is about the caller alone. Operators have no data of their own. */
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
