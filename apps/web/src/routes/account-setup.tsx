import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { isPlan, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { homeOf } from '../app/guards.ts';
import { sessionStore } from '../app/session.ts';
import { AccountSetup } from '../features/billing/account-setup.tsx';
import { setupOf } from '../features/billing/billing.setup.ts';

type SetupSearch = { plan?: Plan | undefined; session_id?: string | undefined };

export const Route = createFileRoute('/account-setup')({
  validateSearch: ({ plan, session_id }: Record<string, unknown>): SetupSearch => ({
    plan: isPlan(plan) ? plan : undefined,
    // An id of digits alone arrives as a number.
    session_id: typeof session_id === 'string' || typeof session_id === 'number' ? String(session_id) : undefined,
  }),
  async beforeLoad({ search }) {
    if (!setupOf(search.plan, search.session_id)) throw redirect({ to: '/pricing', replace: true });
    return { signedIn: (await sessionStore.ready()).session };
  },
  component: AccountSetupPage,
});

function AccountSetupPage() {
  const navigate = useNavigate();
  const { plan, session_id } = Route.useSearch();
  const setup = setupOf(plan, session_id);
  const { signedIn } = Route.useRouteContext();
  // Signing up on this page changes the session; only an earlier one counts.
  const [earlier] = useState(signedIn);

  async function finishSetup() {
    const { session } = await sessionStore.apply('SIGNED_IN');
    if (!session) throw new Error('signed up, but the session cannot be read');
    await navigate({ to: '/coach-onboarding', search: {}, replace: true });
  }

  if (earlier) return <SignedInAlready session={earlier} isPaid={setup?.sessionId !== undefined} />;
  return setup && <AccountSetup {...setup} onSignedUp={finishSetup} onSignIn={() => navigate({ to: '/auth' })} />;
}

/** Signing up here would replace the session of a person who only followed an old link. */
function SignedInAlready({ session, isPaid }: { session: CurrentSession; isPaid: boolean }) {
  return (
    <Card maw={520} mx="auto" mt={40} padding={32}>
      <Stack gap="md">
        <Title order={1} size="h2">
          You are signed in
        </Title>
        <Text>
          You are using the account of {session.user.fullName} ({session.user.email}).{' '}
          {isPaid && 'A purchase is added to the account with the address you paid with, at its next sign-in. '}
          Sign out to create another account.
        </Text>
        <Group>
          <Button component={Link} to={homeOf(session)}>
            Go to your dashboard
          </Button>
          <Button variant="default" onClick={() => void sessionStore.signOut()}>
            Sign Out
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
