import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { homeOf } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AcceptInvitationForm } from '../features/clients/accept-invitation-form.tsx';
import { invitationQuery } from '../features/clients/clients.queries.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ProviderButtons } from '../shared/provider-buttons.tsx';

export const Route = createFileRoute('/invitation/$token')({
  loader: async ({ params }) => {
    await sessionStore.ready();
    await loadOrNotFound(queryClient.ensureQueryData(invitationQuery(params.token)), ['NOT_FOUND', 'BAD_REQUEST']);
  },
  component: InvitationPage,
});

const CLOSED = {
  accepted: 'This invitation was accepted already.',
  declined: 'You declined this invitation. Ask your coach for a new one if you have changed your mind.',
  expired: 'This invitation has expired. Ask your coach for a new one.',
  revoked: 'This invitation was withdrawn. Ask your coach if you think this is a mistake.',
};

const QUESTIONS = 'The questions after that take about five minutes and can wait.';

function InvitationPage() {
  const { token } = Route.useParams();
  const navigate = useNavigate();
  const { session } = useSession();
  const { data: invitation } = useSuspenseQuery(invitationQuery(token));
  const title = `Train with ${invitation.coachName}`;
  const signIn = `/auth?next=${encodeURIComponent(`/invitation/${token}`)}`;
  if (invitation.status !== 'open') {
    return (
      <AuthLayout title={`Invitation from ${invitation.coachName}`} lead={CLOSED[invitation.status]}>
        <Button component={Link} to={session ? homeOf(session) : '/auth'}>
          {session ? 'Go to your dashboard' : 'Go to sign in'}
        </Button>
      </AuthLayout>
    );
  }
  if (session && session.user.email !== invitation.email) {
    return (
      <AuthLayout title={title} lead={`This invitation is for ${invitation.email}.`}>
        <Text mb="md">You are signed in as {session.user.email}. Sign out and open the link again.</Text>
        <Button onClick={() => void sessionStore.signOut()}>Sign Out</Button>
      </AuthLayout>
    );
  }
  if (!session && invitation.hasAccount) {
    return (
      <AuthLayout title={title} lead="You have an account with this email address.">
        <Stack>
          <Text>Sign in to accept the invitation. You come back here afterwards.</Text>
          <Button component={Link} to={signIn}>
            Sign in to accept
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={title}
      lead={
        session
          ? `Check your name, and you are in. ${QUESTIONS}`
          : `A password and your name, and you have an account. ${QUESTIONS}`
      }
    >
      <AcceptInvitationForm
        token={token}
        invitation={invitation}
        signedIn={session !== null}
        onAccepted={() =>
          void sessionStore.apply('SIGNED_IN').then(() => navigate({ to: '/client-onboarding', replace: true }))
        }
      />
      {/* The invitation then waits on the dashboard, so its secret stays out of the provider's visit. */}
      {!session && <ProviderButtons next="/client/dashboard" signUp={{}} />}
      {/* A copied link does not reveal whether the address has an account. */}
      {!session && !invitation.mailed && (
        <Text mt="md">
          I have an account:{' '}
          <Anchor component={Link} to={signIn}>
            Sign in to accept
          </Anchor>
        </Text>
      )}
    </AuthLayout>
  );
}
