import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { homeOf } from '../app/guards.ts';
import { sessionStore } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { SignInForm } from '../features/identity/sign-in-form.tsx';

export const Route = createFileRoute('/auth-simple')({ component: SimpleAuthPage });

function SimpleAuthPage() {
  const navigate = useNavigate();
  return (
    <AuthLayout title="Sign in" lead="Your email and password, nothing else.">
      <SignInForm
        simple
        onSignedIn={async () => {
          const { session } = await sessionStore.apply('SIGNED_IN');
          if (session) await navigate({ href: homeOf(session) });
        }}
      />
    </AuthLayout>
  );
}
