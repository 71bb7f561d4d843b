import { postToAuth } from './auth-client.ts';

type Journey = {
  /** Of the provider, such as `google`. */
  provider: string;
  /** The page to return to, and the one that tells about a failure. */
  callbackURL: string;
  errorCallbackURL: string;
  /** Creates an account for a person who has none. */
  requestSignUp?: boolean;
  additionalData?: { planIntent?: string; checkoutSessionId?: string };
};

/**
 * Leaves the page for a provider: to sign in, or to connect its account to the signed-in one.
 * @throws AuthRefusal when the provider cannot be asked
 */
export async function leaveForProvider(journey: Journey, purpose: 'sign-in' | 'connect' = 'sign-in'): Promise<void> {
  const { url } = await postToAuth<{ url: string }>(
    purpose === 'sign-in' ? '/sign-in/social' : '/link-social',
    journey,
  );
  window.location.assign(url);
  // The page stays busy until the browser has left it.
  await new Promise(() => undefined);
}
