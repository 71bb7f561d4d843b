import { getFromAuth, postToAuth } from './auth-client.ts';
import { AuthRefusal } from './auth-refusal.ts';

/** The person closed the dialog of the browser, or it found no passkey. */
const STOPPED = new Set(['NotAllowedError', 'AbortError']);
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

function refusalOf(error: unknown, texts: { stopped: string; failed: string }): AuthRefusal {
  if (STOPPED.has(nameOf(error))) return new AuthRefusal(texts.stopped, 'STOPPED');
  if (nameOf(error) === 'InvalidStateError') {
    return new AuthRefusal('This device already has a passkey for your account.', 'KNOWN');
  }
  return new AuthRefusal(texts.failed);
}

const SIGN_IN = {
  stopped: 'No passkey was used. Try again, or sign in another way.',
  failed: 'This browser could not use a passkey. Sign in another way.',
};
const CREATION = {
  stopped: 'No passkey was added.',
  failed: 'This browser could not create a passkey. Try another browser or device.',
};

/** The pending request for a passkey in the browser's suggestions. The browser allows one request at a time. */
let suggesting: AbortController | undefined;
/** Whether the person pressed the button, which ends the suggestions. */
let isAsking = false;

type Options = PublicKeyCredentialRequestOptionsJSON;

/** The server keeps a challenge for five minutes. */
const CHALLENGE_MS = 4 * 60_000;
/** The challenge of this browser. A second one would outdate it, so the button and the suggestions share it. */
let challenge: { options: Promise<Options>; at: number } | undefined;

function signInOptions(): Promise<Options> {
  if (!challenge || Date.now() - challenge.at > CHALLENGE_MS) {
    const options = getFromAuth<Options>('/passkey/generate-authenticate-options');
    challenge = { options, at: Date.now() };
    options.catch(() => {
      challenge = undefined;
    });
  }
  return challenge.options;
}

async function proveWith(options: Options, more: CredentialRequestOptions) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = (await navigator.credentials.get({ publicKey, ...more })) as PublicKeyCredential;
  // A challenge works once.
  challenge = undefined;
  await postToAuth('/passkey/verify-authentication', { response: found.toJSON() });
}

/**
 * Signs in with a passkey that the browser asks for.
 * @throws AuthRefusal with a text for the person
 */
export async function signInWithPasskey(): Promise<void> {
  isAsking = true;
  suggesting?.abort();
  try {
    await proveWith(await signInOptions(), {});
  } catch (error) {
    throw error instanceof AuthRefusal ? error : refusalOf(error, SIGN_IN);
  } finally {
    isAsking = false;
  }
}

/**
 * Lets the browser suggest passkeys in the field for the address.
 * @returns whether the person chose one and is signed in
 * @throws AuthRefusal when the chosen passkey is refused
 */
export async function suggestPasskeys(): Promise<boolean> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  // Without an answer nothing is suggested: the person has not asked for it.
  const options = await signInOptions().catch(() => null);
  if (!options || isAsking) return false;
  suggesting?.abort();
  suggesting = new AbortController();
  try {
    await proveWith(options, { mediation: 'conditional', signal: suggesting.signal });
    return true;
  } catch (error) {
    if (error instanceof AuthRefusal) throw error;
    // The person signs in another way.
    return false;
  }
}

/** Ends the suggestions, for when the form is left. */
export const stopSuggesting = (): void => suggesting?.abort();

/**
 * Creates a passkey for the signed-in person.
 * @throws AuthRefusal with a text for the person
 */
export async function createPasskey(name: string): Promise<void> {
  const options = await getFromAuth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options');
  let created: PublicKeyCredential;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  } catch (error) {
    throw refusalOf(error, CREATION);
  }
  await postToAuth('/passkey/verify-registration', { response: created.toJSON(), name });
}
