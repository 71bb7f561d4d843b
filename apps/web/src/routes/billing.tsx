import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { BillingPage } from '../features/billing/billing-page.tsx';

export const Route = createFileRoute('/billing')({ beforeLoad: requireAnyCoach, component: BillingRoute });

function BillingRoute() {
  const { session } = useSession();
  // The bar and the gates know the plan from the session.
  const changed = () => void sessionStore.apply('USER_UPDATED');
  return session && <BillingPage plan={session.plan.plan} timeZone={session.user.timeZone} onChanged={changed} />;
}
