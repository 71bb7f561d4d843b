/** Texts for failed visits to a provider, by the code in the address of the page. */
const PROBLEMS: Record<string, string> = {
  access_denied: 'You did not allow the sign-in, so nothing happened.',
  account_not_linked:
    'There is already an account with this email address. Sign in another way, then connect the other service in your settings under Security.',
  account_already_linked_to_different_user: 'This account already signs in to another account here.',
  email_not_found: 'The other service did not share an email address, which we need.',
  email_not_verified:
    'The other service has not verified your email address, so we cannot rely on it. Verify it there, or sign in another way.',
  feature_off: 'New coaches cannot sign up at the moment. Please come back later.',
  invalid_code: 'The other service did not confirm the sign-in. Please try again.',
  provider_unavailable: 'The other service cannot be reached right now. Sign in another way, or try again in a moment.',
  purchase_refused: 'Please use the account with the email address that paid for the plan.',
  signup_disabled:
    'No account here belongs to this sign-in. Sign in with your email address, or create an account first.',
  state_mismatch: 'This sign-in took too long or was started in another browser. Please try again.',
  unable_to_link_account: 'You were signed out in the meantime. Sign in and connect the account again.',
};

/** The text for a failed visit to a provider. Undefined without one. */
export const providerProblem = (code: string | undefined): string | undefined =>
  code === undefined
    ? undefined
    : (PROBLEMS[code] ?? 'The sign-in with the other service did not work. Please try again.');
