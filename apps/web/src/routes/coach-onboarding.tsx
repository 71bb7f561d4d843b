import { Button } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { isCoachRole } from '@stridewell/contract/people.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requireAnyCoach, requireSession } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AvailabilityStep } from '../features/calendar/availability-step.tsx';
import { TemplateStep } from '../features/checkins/template-step.tsx';
import { CoachPhoto } from '../features/coaches/coach-photo.tsx';
import { CoachProfileStep } from '../features/coaches/coach-profile-step.tsx';
import { coachProfileQuery } from '../features/coaches/coaches.queries.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { waitingText } from '../features/identity/identity.waiting.ts';
import { ResendVerificationForm } from '../features/identity/resend-verification-form.tsx';
import { VerifyNotice } from '../features/identity/verify-notice.tsx';
import { CoachSetup } from '../features/onboarding/coach-setup.tsx';
import { setupQuery } from '../features/onboarding/onboarding.queries.ts';
import { StepActions } from '../ui/step-actions.tsx';

type OnboardingSearch = { resend?: true | undefined; step?: string | undefined };

export const Route = createFileRoute('/coach-onboarding')({
  validateSearch: ({ resend, step }: Record<string, unknown>): OnboardingSearch => ({
    resend: resend === true ? resend : undefined,
    step: typeof step === 'string' ? step : undefined,
  }),
  async beforeLoad({ search, location }) {
    // People with an expired link are signed out, so the resend view is public.
    if (search.resend) await sessionStore.ready();
    // Coaches who wait for approval may still request another link.
    else if ((await requireSession({ location })).user.emailVerified) await requireAnyCoach({ location });
  },
  loader: async () => {
    const { session } = sessionStore.getSnapshot();
    if (!session || !mayWork(session)) return;
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
  if (resend && !session) {
    return (
      <AuthLayout title="Request a new verification link" lead="Enter the address you signed up with.">
        <ResendVerificationForm />
      </AuthLayout>
    );
  }
  if (!session) return null;
  const { email, emailVerified } = session.user;
  if (mayWork(session) && !(resend && emailVerified)) return <Setup session={session} />;
  return emailVerified ? (
    <AuthLayout title="Your email is verified" lead={`${email} is confirmed. There is nothing left to do here.`}>
      <Button component={Link} to="/" size="md">
        Continue
      </Button>
    </AuthLayout>
  ) : (
    <AuthLayout title="Verify your email" lead="We sent you a link. Open it, and your address is confirmed.">
      <ResendVerificationForm initialEmail={email} />
    </AuthLayout>
  );
}

/** Waiting coaches and other roles are redirected by the guard. */
const mayWork = (session: CurrentSession) => isCoachRole(session.role) && !waitingText(session);

function Setup({ session }: { session: CurrentSession }) {
  const { id: coachId, email, emailVerified } = session.user;
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: coach } = useSuspenseQuery(coachProfileQuery(coachId));
  useEffect(() => {
    if (emailVerified) return;
    // The link may have been opened on another device.
    const check = () => document.visibilityState === 'visible' && void sessionStore.apply('USER_UPDATED', false);
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [emailVerified]);
  return (
    <CoachSetup
      coachId={coachId}
      wanted={step}
      onStep={(next) => void navigate({ search: { step: next }, resetScroll: false })}
      notice={!emailVerified && <VerifyNotice email={email} />}
      closed={emailVerified ? undefined : 'You can invite clients as soon as your email is verified.'}
      steps={{
        profile: (callbacks) => <CoachProfileStep {...callbacks} onBack={undefined} coach={coach} part="about" />,
        photo: ({ onSaved, onBack }) => (
          <>
            <CoachPhoto coach={coach} />
            <StepActions onBack={onBack} onNext={onSaved} label={coach.photoUrl ? 'Next' : 'Skip'} />
          </>
        ),
        specialities: (callbacks) => (
          <CoachProfileStep {...callbacks} key="specialities" coach={coach} part="specialities" />
        ),
        certifications: (callbacks) => (
          <CoachProfileStep {...callbacks} key="certifications" coach={coach} part="certifications" />
        ),
        availability: (callbacks) => <AvailabilityStep {...callbacks} coachId={coachId} />,
        template: (callbacks) => <TemplateStep {...callbacks} coachId={coachId} />,
      }}
    />
  );
}
