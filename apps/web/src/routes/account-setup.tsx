import { isPlan, type Plan } from '@stridewell/contract/billing.rules';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { sessionStore } from '../app/session.ts';
import { AccountSetup } from '../features/billing/account-setup.tsx';

type SetupSearch = { plan?: Plan | undefined; session_id?: string | undefined };

/** The account to set up. Undefined for an address without a purchase. */
function setupOf({ plan, session_id }: SetupSearch) {
  if (plan === 'base') return { plan, sessionId: undefined };
  return plan && session_id ? { plan, sessionId: session_id } : undefined;
}

export const Route = createFileRoute('/account-setup')({
  validateSearch: ({ plan, session_id }: Record<string, unknown>): SetupSearch => ({
    plan: isPlan(plan) ? plan : undefined,
    // An id of digits alone arrives as a number.
    session_id: typeof session_id === 'string' || typeof session_id === 'number' ? String(session_id) : undefined,
  }),
  beforeLoad({ search }) {
    if (!setupOf(search)) throw redirect({ to: '/pricing', replace: true });
  },
  component: AccountSetupPage,
});

function AccountSetupPage() {
  const navigate = useNavigate();
  const setup = setupOf(Route.useSearch());

  async function finishSetup() {
    const { session } = await sessionStore.apply('SIGNED_IN');
    if (!session) throw new Error('signed up, but the session cannot be read');
    await navigate({ to: '/coach-onboarding', search: {}, replace: true });
  }

  return setup && <AccountSetup {...setup} onSignedUp={finishSetup} />;
}
