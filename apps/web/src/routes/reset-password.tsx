import { Button, Text } from '@mantine/core';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { homeOf } from '../app/guards.ts';
import { clearResetToken, getResetToken } from '../app/reset-token.ts';
import { sessionStore } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ResetPasswordForm } from '../features/identity/reset-password-form.tsx';

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordPage });

const LEADS = {
  asked: 'You will be signed in with it right away.',
  verified:
    'Your email address is verified. You were not signed in here, so we signed this account out everywhere and removed its old password. Choose one that only you know.',
};

function ResetPasswordPage() {
  const navigate = useNavigate();
  const held = getResetToken();
  if (!held) {
    return (
      <AuthLayout title="Choose a new password" lead="This page opens from the link in our email.">
        <Text mb="lg">The link works once and for one hour. Ask for a new one if yours is older.</Text>
        <Button component={Link} to="/auth">
          Go to sign in
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Choose a new password" lead={LEADS[held.reason]}>
      <ResetPasswordForm
        token={held.token}
        onDone={async () => {
          const { session } = await sessionStore.apply('SIGNED_IN');
          await navigate({ href: session ? homeOf(session) : '/auth', replace: true });
          clearResetToken();
          return session !== null;
        }}
      />
    </AuthLayout>
  );
}
