import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { homeOf } from '../app/guards.ts';
import { sessionStore } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { SignInForm } from '../features/identity/sign-in-form.tsx';

export const Route = createFileRoute('/auth-simple')({
  async beforeLoad() {
    const { session } = await sessionStore.ready();
    if (session) throw redirect({ href: homeOf(session), replace: true });
  },
  component: SimpleAuthPage,
});

function SimpleAuthPage() {
  const navigate = useNavigate();
  return (
    <AuthLayout title="Sign in" lead="Your email and password, nothing else.">
      <SignInForm
        simple
        onSignedIn={async () => {
          const { session } = await sessionStore.apply('SIGNED_IN');
          if (!session) throw new Error('signed in, but the session cannot be read');
          await navigate({ href: homeOf(session), replace: true });
          return true;
        }}
      />
    </AuthLayout>
  );
}
