import { parseAuthFragment } from '@stridewell/contract/identity/identity.rules';
import { redirect } from '@tanstack/react-router';
import { type SignInAnswer, wantsSecondStep } from '../features/identity/identity.sign-in.ts';
import { authClient } from '../lib/auth-client.ts';
import type { AuthFailure } from '../lib/auth-refusal.ts';
import { toast } from '../lib/toasts.ts';
import { setResetToken } from './reset-token.ts';
import { sessionStore } from './session.ts';

/** Reads the fragment of a mailed link once, then redirects to an address without it. */
export async function followMailedLink(hash: string): Promise<void> {
  const fragment = parseAuthFragment(hash);
  if (fragment.kind === 'none') return;
  if (fragment.kind === 'recovery') {
    choosePassword({ token: fragment.token, reason: 'asked' });
  }
  if (fragment.kind === 'magiclink') {
    await openSignInLink(fragment.token);
    throw redirect({ to: '/auth', replace: true });
  }
  if (fragment.kind === 'verify') {
    await openVerificationLink(fragment.token);
    throw redirect({ to: '/auth', replace: true });
  }
  if (fragment.code === 'INVALID_RESET_TOKEN') {
    throw redirect({ to: '/auth', search: { link: 'reset' }, replace: true });
  }
  throw redirect({ to: '/auth', search: { link: 'failed' }, replace: true });
}

function choosePassword(held: Parameters<typeof setResetToken>[0]): never {
  setResetToken(held);
  void sessionStore.apply('PASSWORD_RECOVERY');
  throw redirect({ to: '/reset-password', replace: true });
}

// The token of a link works once, and the new session loads this page again while its address still holds the token.
function once<Answer>(use: (token: string) => Promise<Answer>): (token: string) => Promise<Answer> {
  let used: { token: string; answer: Promise<Answer> } | undefined;
  return (token) => {
    if (used?.token !== token) used = { token, answer: use(token) };
    return used.answer;
  };
}

const verifyAddress = once((token) =>
  authClient.$fetch<{ resetToken?: string; user?: object | null }>('/verify-email', { query: { token } }),
);

/** Verifies an address with the token of a mailed link: the first one of an account, or a new one. */
async function openVerificationLink(token: string): Promise<void> {
  const { data, error } = await verifyAddress(token);
  if (error) {
    const failure: AuthFailure = error;
    if (failure.code !== 'ALREADY_VERIFIED') {
      toast.error('Authentication Error', 'Failed to verify your email. Please try signing in normally.');
      throw redirect({ to: '/auth', search: { link: 'failed' }, replace: true });
    }
    toast.success(
      'This link was used before',
      'Your email address is verified, so you can sign in. Choose "Forgot password?" if you have no password yet.',
    );
    return;
  }
  if (data.resetToken) choosePassword({ token: data.resetToken, reason: 'verified' });
  const { session } = await sessionStore.apply('USER_UPDATED');
  if (data.user) toast.success('Email address changed', session ? undefined : 'Please sign in with the new one.');
  else if (session) toast.success('Email verified successfully. You are now logged in.');
}

// The library answers an invalid token with a redirect.
const verifySignInLink = once((token) =>
  authClient.$fetch<SignInAnswer>('/magic-link/verify', { query: { token }, redirect: 'manual' }),
);

/** Signs in with the token of a mailed link. */
async function openSignInLink(token: string): Promise<void> {
  const { data, error } = await verifySignInLink(token);
  if (error) throw redirect({ to: '/auth', search: { link: 'sign_in' }, replace: true });
  if (wantsSecondStep(data)) throw redirect({ to: '/auth', search: { step: 'second' }, replace: true });
  await sessionStore.apply('SIGNED_IN');
}
