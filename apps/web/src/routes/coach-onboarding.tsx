import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ResendVerificationForm } from '../features/identity/resend-verification-form.tsx';

export const Route = createFileRoute('/coach-onboarding')({
  validateSearch: ({ resend }: Record<string, unknown>): { resend?: true | undefined } => ({
    resend: resend === true ? resend : undefined,
  }),
  async beforeLoad({ search, location }) {
    // Somebody whose link expired is signed out, so the resend view is public.
    if (search.resend) await sessionStore.ready();
    else await requireSession({ location });
  },
  component: CoachOnboardingPage,
});

function CoachOnboardingPage() {
  const { resend } = Route.useSearch();
  const { session } = useSession();
  if (session && !session.user.emailVerified) {
    return (
      <AuthLayout title="Verify your email" lead="We sent you a link. Once it is opened you can invite clients.">
        <ResendVerificationForm initialEmail={session.user.email} />
      </AuthLayout>
    );
  }
  if (resend) {
    return (
      <AuthLayout title="Request a new verification link" lead="Enter the address you signed up with.">
        {session ? (
          <Alert icon={<IconCircleCheck size={18} stroke={1.75} />}>Your email is verified already.</Alert>
        ) : (
          <ResendVerificationForm />
        )}
      </AuthLayout>
    );
  }
  return (
    <NotAvailablePage
      title="Coach onboarding"
      what="Your profile, specialities and first check-in template will be set up here."
    />
  );
}
