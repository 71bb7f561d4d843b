import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { isSafeReturnPath, parseAuthFragment } from '@stridewell/contract/identity.rules';
import { IconClock, IconMailX } from '@tabler/icons-react';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { homeOf } from '../app/guards.ts';
import { keepResetToken } from '../app/reset-token.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ForgotPasswordForm } from '../features/identity/forgot-password-form.tsx';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { toast } from '../lib/toasts.ts';

export const Route = createFileRoute('/auth')({
  validateSearch: z.object({ next: z.string().refine(isSafeReturnPath).optional().catch(undefined) }),
  component: AuthPage,
});

const WAITING: Record<string, string> = {
  pending: 'Your coach profile is awaiting administrator approval.',
  rejected: 'Your coach profile was not approved. Please contact us if you think this is a mistake.',
  suspended: 'Your coach profile is suspended. Please contact us.',
};

function AuthPage() {
  const navigate = useNavigate();
  const { next } = Route.useSearch();
  const { session } = useSession();
  const [view, setView] = useState<'sign-in' | 'reset'>('sign-in');
  const [linkFailed, setLinkFailed] = useState(false);
  const waiting = session?.coach ? WAITING[session.coach.status] : undefined;

  useEffect(() => {
    // A mailed link ends here; what it says is read once and leaves no trace in the address or the history.
    const fragment = parseAuthFragment(window.location.hash);
    if (fragment.kind !== 'none') window.history.replaceState(null, '', window.location.pathname);
    if (fragment.kind === 'recovery') {
      keepResetToken(fragment.token);
      void sessionStore.apply('PASSWORD_RECOVERY');
      void navigate({ to: '/reset-password' });
    } else if (fragment.kind === 'signup') {
      void sessionStore.apply('SIGNED_IN').then(({ session: verified }) => {
        if (verified) toast.success('Email verified successfully. You are now logged in.');
      });
    } else if (fragment.kind === 'error') {
      setLinkFailed(true);
      toast.error('Authentication Error', 'Failed to verify your email. Please try signing in normally.');
      void sessionStore.ready();
    } else {
      void sessionStore.ready();
    }
  }, [navigate]);

  useEffect(() => {
    if (!session || waiting || linkFailed) return;
    void navigate({ href: next ?? homeOf(session), replace: true });
  }, [session, waiting, linkFailed, next, navigate]);

  return (
    <AuthLayout
      title={view === 'reset' ? 'Reset your password' : 'Welcome back'}
      lead={view === 'reset' ? 'We will mail you a link to choose a new one.' : 'Sign in to your account.'}
      footer={
        <>
          By signing in you agree to our{' '}
          <Anchor inherit href="/terms">
            Terms
          </Anchor>{' '}
          and{' '}
          <Anchor inherit href="/privacy">
            Privacy Policy
          </Anchor>
          .
        </>
      }
    >
      <Stack gap="md">
        {linkFailed && (
          <Alert color="red" role="alert" icon={<IconMailX size={18} />} title="This link no longer works">
            It may have expired or been used already.
            <Button component={Link} to="/coach-onboarding?resend=true" variant="white" size="xs" mt="sm">
              Request New Verification Link
            </Button>
          </Alert>
        )}
        {waiting ? (
          <>
            <Alert color="yellow" role="status" icon={<IconClock size={18} />}>
              {waiting}
            </Alert>
            <Button variant="default" onClick={() => void sessionStore.signOut()}>
              Sign Out
            </Button>
          </>
        ) : view === 'sign-in' ? (
          <SignInForm
            onForgot={() => setView('reset')}
            onSignedIn={async () => {
              setLinkFailed(false);
              await sessionStore.apply('SIGNED_IN');
            }}
          />
        ) : (
          <ForgotPasswordForm onBack={() => setView('sign-in')} />
        )}
      </Stack>
    </AuthLayout>
  );
}
