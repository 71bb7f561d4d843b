import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { homeOf } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import type { Purchase } from '../features/billing/checkout.tsx';
import { PricingPage } from '../features/billing/pricing-page.tsx';
import { toast } from '../lib/toasts.ts';

// Loaded late, because most visitors only read the prices.
const CheckoutDialog = lazy(() =>
  import('../features/billing/checkout-dialog.tsx').then((module) => ({ default: module.CheckoutDialog })),
);
const ManageSubscriptionButton = lazy(() => import('../features/billing/manage-subscription-button.tsx'));

/** The payment service gets this address until a guest enters their own. */
const GUEST = 'guest@example.com';

const PLANS_ARE_FOR_COACHES =
  'You are signed in with a client account. To coach people yourself, sign out and sign up with another email address.';

export const Route = createFileRoute('/pricing')({ component: PricingRoute });

function PricingRoute() {
  const navigate = useNavigate();
  const { session } = useSession();
  const [buying, setBuying] = useState<PaidPlan | null>(null);
  // Stays mounted after the first opening, so that it can animate its closing.
  const [wanted, setWanted] = useState(false);
  const coach = session && isCoachRole(session.role) ? session : null;

  async function finish({ plan, sessionId, applied }: Purchase) {
    if (!coach) {
      setBuying(null);
      await navigate({ to: '/account-setup', search: { session_id: sessionId, plan } });
      return;
    }
    const { session: changed } = await sessionStore.apply('USER_UPDATED');
    setBuying(null);
    if (applied) toast.success(`You are on ${PLANS[plan].label} now`, 'Everything it includes is open to you.');
    else
      toast.success('Payment received', `${PLANS[plan].label} will be ready in a moment. There is nothing else to do.`);
    await navigate({ href: homeOf(changed ?? coach) });
  }

  return (
    <>
      <PricingPage
        onBuy={(plan) => {
          if (session && !coach) return toast.error('Plans are for coaches', PLANS_ARE_FOR_COACHES);
          setWanted(true);
          setBuying(plan);
        }}
        current={coach?.plan.plan}
        manage={
          session && (
            <Suspense fallback={null}>
              <ManageSubscriptionButton />
            </Suspense>
          )
        }
      />
      {wanted && (
        <Suspense fallback={null}>
          <CheckoutDialog
            plan={buying}
            email={session?.user.email ?? GUEST}
            forAccount={coach !== null}
            onClose={() => setBuying(null)}
            onPaid={(purchase) => void finish(purchase)}
          />
        </Suspense>
      )}
    </>
  );
}
