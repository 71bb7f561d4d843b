import { Anchor, Button, Stack } from '@mantine/core';
import { isSafeReturnPath, parseAuthFragment } from '@stridewell/contract/identity/identity.rules';
import { IconClock } from '@tabler/icons-react';
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pathAfterSignIn } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ForgotPasswordForm } from '../features/identity/forgot-password-form.tsx';
import { providerProblem } from '../features/identity/identity.providers.ts';
import { waitingText } from '../features/identity/identity.waiting.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';

/** A mailed link that did not work: to verify an address, to choose a new password, or to sign in. */
const BROKEN_LINKS = ['failed', 'reset', 'sign_in'] as const;
type AuthSearch = {
  next?: string | undefined;
  link?: (typeof BROKEN_LINKS)[number] | undefined;
  /** A mailed link or a provider was the first step of the sign-in. */
  step?: 'second' | undefined;
  /** Code of a failed visit to a provider. */
  error?: string | undefined;
};

export const Route = createFileRoute('/auth')({
  // Always returns all keys: the router fills a missing one with the raw parameter.
  validateSearch: ({ next, link, step, error }: Record<string, unknown>): AuthSearch => ({
    next: typeof next === 'string' && isSafeReturnPath(next) ? next : undefined,
    link: BROKEN_LINKS.find((known) => known === link),
    step: step === 'second' ? step : undefined,
    error: typeof error === 'string' ? error : undefined,
  }),
  async beforeLoad({ location, search }) {
    if (parseAuthFragment(location.hash).kind !== 'none') {
      // Loaded late: this file belongs to every page, and the client of the auth library to few.
      const { followMailedLink } = await import('../app/mailed-link.ts');
      await followMailedLink(location.hash);
    }
    const { session } = await sessionStore.ready();
    if (!session || waitingText(session) || search.link) return;
    throw redirect({ href: pathAfterSignIn(session, search.next), replace: true });
  },
  component: AuthPage,
});

const LEADS = { reset: 'We will email you a link to choose a new one.', 'sign-in': 'Sign in to your account.' };

function AuthPage() {
  const navigate = useNavigate();
  const { next, link, step, error } = Route.useSearch();
  const current = useSession().session;
  const [view, setView] = useState<'sign-in' | 'reset'>(link === 'reset' ? 'reset' : 'sign-in');
  const waiting = current ? waitingText(current) : undefined;
  // Anybody else with a session is on the way to their page, and the form stays until it is there.
  const session = waiting || link ? current : null;

  async function finishSignIn() {
    const { session: signedIn } = await sessionStore.apply('SIGNED_IN');
    if (!signedIn) throw new Error('signed in, but the session cannot be read');
    if (waitingText(signedIn)) return false;
    await navigate({ href: pathAfterSignIn(signedIn, next), replace: true });
    return true;
  }

  return (
    <AuthLayout
      title={view === 'reset' ? 'Reset your password' : 'Welcome back'}
      lead={waiting ? undefined : LEADS[view]}
      footer={
        <>
          By signing in you agree to our{' '}
          <Anchor inherit underline="always" href="/terms">
            Terms
          </Anchor>{' '}
          and{' '}
          <Anchor inherit underline="always" href="/privacy">
            Privacy Policy
          </Anchor>
          .
        </>
      }
    >
      <Stack gap="md">
        {link === 'failed' && <LinkFailedAlert />}
        {link === 'reset' && view === 'reset' && (
          <ProblemAlert
            title="This reset link no longer works"
            text="It may have expired or been used already. Request a new one below."
          />
        )}
        {link === 'sign_in' && (
          <ProblemAlert
            title="This sign-in link no longer works"
            text="It may have expired or been used already. Request a code below."
          />
        )}
        {!session && <ProblemAlert text={providerProblem(error)} />}
        {waiting && (
          <Notice tone="warning" role="status" icon={<IconClock size={18} stroke={1.75} />}>
            {waiting}
          </Notice>
        )}
        {session && !waiting && (
          <Button component={Link} to="/" size="md">
            Continue as {session.user.fullName}
          </Button>
        )}
        {session && (
          <Button variant="default" size="md" onClick={() => void sessionStore.signOut()}>
            Sign Out
          </Button>
        )}
        {!session && view === 'sign-in' && (
          <SignInForm
            onForgot={() => setView('reset')}
            next={next ?? ''}
            initialStep={step ?? (link === 'sign_in' ? 'code' : 'password')}
            onSignedIn={finishSignIn}
          />
        )}
        {!session && view === 'reset' && <ForgotPasswordForm onBack={() => setView('sign-in')} />}
      </Stack>
    </AuthLayout>
  );
}

function LinkFailedAlert() {
  return (
    <ProblemAlert title="This link no longer works" text="It may have expired or been used already.">
      <Button
        renderRoot={(props) => <Link to="/coach-onboarding" search={{ resend: true }} {...props} />}
        variant="default"
        size="xs"
      >
        Request New Verification Link
      </Button>
    </ProblemAlert>
  );
}
