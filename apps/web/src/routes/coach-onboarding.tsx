import { Alert } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity';
import { isCoachRole } from '@stridewell/contract/identity.rules';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach, requireSession } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { StepActions } from '../components/step-actions.tsx';
import { TemplateStep } from '../features/checkins/template-step.tsx';
import { CoachPhoto } from '../features/coaches/coach-photo.tsx';
import { CoachProfileStep } from '../features/coaches/coach-profile-step.tsx';
import { coachProfileQuery } from '../features/coaches/coaches.queries.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { waitingText } from '../features/identity/identity.waiting.ts';
import { ResendVerificationForm } from '../features/identity/resend-verification-form.tsx';
import { CoachSetup } from '../features/onboarding/coach-setup.tsx';
import { setupQuery } from '../features/onboarding/onboarding.queries.ts';

export const Route = createFileRoute('/coach-onboarding')({
  validateSearch: ({ resend }: Record<string, unknown>): { resend?: true | undefined } => ({
    resend: resend === true ? resend : undefined,
  }),
  async beforeLoad({ search, location }) {
    // Somebody whose link expired is signed out, so the resend view is public.
    if (search.resend) await sessionStore.ready();
    else if ((await requireSession({ location })).user.emailVerified) await requireAnyCoach({ location });
  },
  loader: async () => {
    const { session } = sessionStore.getSnapshot();
    if (!session?.user.emailVerified || !mayWork(session)) return;
    await Promise.all([
      queryClient.fetchQuery(setupQuery(session.user.id)),
      queryClient.ensureQueryData(coachProfileQuery(session.user.id)),
    ]);
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
  if (!session || !mayWork(session)) return null;
  return <Setup coachId={session.user.id} />;
}

/** Whose account is waiting, or is none of a coach, sees what the guard of coaches shows them. */
const mayWork = (session: CurrentSession) => isCoachRole(session.role) && !waitingText(session);

function Setup({ coachId }: { coachId: string }) {
  const { data: coach } = useSuspenseQuery(coachProfileQuery(coachId));
  return (
    <CoachSetup
      coachId={coachId}
      steps={{
        profile: (ways) => <CoachProfileStep {...ways} onBack={undefined} coach={coach} part="about" />,
        photo: ({ onSaved, onBack }) => (
          <>
            <CoachPhoto coach={coach} />
            <StepActions onBack={onBack} onNext={onSaved} label={coach.photoUrl ? 'Next' : 'Skip'} />
          </>
        ),
        specialities: (ways) => <CoachProfileStep {...ways} key="specialities" coach={coach} part="specialities" />,
        certifications: (ways) => (
          <CoachProfileStep {...ways} key="certifications" coach={coach} part="certifications" />
        ),
        template: (ways) => <TemplateStep {...ways} coachId={coachId} />,
      }}
    />
  );
}
