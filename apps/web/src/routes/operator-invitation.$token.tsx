import { Button, Stack, Text } from '@mantine/core';
import { OPERATOR_ROLE_TEXTS } from '@stridewell/contract/operator/operator.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { homeOf } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { JoinTeamForm } from '../features/operator/join-team-form.tsx';
import { teamInvitationQuery } from '../features/operator/operator.queries.ts';
import { codeOf } from '../lib/errors.ts';
import { product } from '../lib/product.ts';

/** Null for a link that was used, withdrawn or replaced. */
const loadInvitation = (token: string) =>
  queryClient.ensureQueryData(teamInvitationQuery(token)).catch((error: unknown) => {
    if (['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(error) ?? '')) return null;
    throw error;
  });

export const Route = createFileRoute('/operator-invitation/$token')({
  loader: async ({ params }) => {
    await sessionStore.ready();
    return { open: (await loadInvitation(params.token)) !== null };
  },
  component: OperatorInvitationPage,
});

function OperatorInvitationPage() {
  const { open } = Route.useLoaderData();
  return open ? <OpenInvitation /> : <ClosedInvitation />;
}

function ClosedInvitation() {
  const { session } = useSession();
  return (
    <AuthLayout
      title="This invitation can no longer be used"
      lead="It was accepted, withdrawn or replaced by a newer one. Ask the person who invited you for a new one."
    >
      <Button component={Link} to={session ? homeOf(session) : '/auth'}>
        {session ? 'Go to your dashboard' : 'Go to sign in'}
      </Button>
    </AuthLayout>
  );
}

function OpenInvitation() {
  const { token } = Route.useParams();
  const navigate = useNavigate();
  const { session } = useSession();
  const { data: invitation } = useSuspenseQuery(teamInvitationQuery(token));
  const { email, role, invitedBy, expired, hasAccount } = invitation;
  const title = `Run ${product.name} with ${invitedBy}`;
  if (expired) {
    return (
      <AuthLayout title="This invitation has expired" lead={`Ask ${invitedBy} to send it again.`}>
        <Button component={Link} to="/">
          Back to home
        </Button>
      </AuthLayout>
    );
  }
  if (session && session.user.email !== email) {
    return (
      <AuthLayout title={title} lead={`This invitation is for ${email}.`}>
        <Text mb="md">You are signed in as {session.user.email}. Sign out and open the link again.</Text>
        <Button onClick={() => void sessionStore.signOut()}>Sign Out</Button>
      </AuthLayout>
    );
  }
  if (!session && hasAccount) {
    return (
      <AuthLayout title={title} lead="You have an account with this email address.">
        <Stack>
          <Text>Sign in to accept the invitation. You come back here afterwards.</Text>
          <Button component={Link} to={`/auth?next=${encodeURIComponent(`/operator-invitation/${token}`)}`}>
            Sign in to accept
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  const { label, may } = OPERATOR_ROLE_TEXTS[role];
  const joined = () =>
    void sessionStore.apply('SIGNED_IN').then(() => navigate({ to: '/operator-dashboard', replace: true }));
  return (
    <AuthLayout title={title} lead={`Your role is ${label}. ${may}`}>
      <JoinTeamForm token={token} invitation={invitation} fullName={session?.user.fullName} onJoined={joined} />
    </AuthLayout>
  );
}
