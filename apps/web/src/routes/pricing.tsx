import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { homeOf } from '../app/guards.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { BuyPlan } from '../features/billing/buy-plan.tsx';
import type { Purchase } from '../features/billing/checkout.tsx';
import { PricingCalculator } from '../features/billing/pricing-calculator.tsx';
import { PricingPage } from '../features/billing/pricing-page.tsx';
import { BuyButton, OwnPlan, StartFree } from '../features/billing/pricing-plans.tsx';
import { toast } from '../lib/toasts.ts';

// Loaded late, because visitors have no subscription.
const ManageSubscriptionButton = lazy(() => import('../features/billing/manage-subscription-button.tsx'));

const PLANS_ARE_FOR_COACHES =
  'You are signed in with a client account. To coach people yourself, sign out and sign up with another email address.';

export const Route = createFileRoute('/pricing')({ component: PricingRoute });

function PricingRoute() {
  const navigate = useNavigate();
  const { session } = useSession();
  const coach = session && isCoachRole(session.role) ? session : null;
  const current = coach?.plan.plan;

  async function finish({ plan, sessionId, applied }: Purchase) {
    if (!coach) {
      await navigate({ to: '/account-setup', search: { session_id: sessionId, plan } });
      return;
    }
    const { session: changed } = await sessionStore.apply('USER_UPDATED');
    if (applied) toast.success(`You are on ${PLANS[plan].label} now`, 'Everything it includes is open to you.');
    else
      toast.success('Payment received', `${PLANS[plan].label} will be ready in a moment. There is nothing else to do.`);
    await navigate({ href: homeOf(changed ?? coach) });
  }

  const paid = (plan: PaidPlan) => {
    if (plan === current) return <OwnPlan />;
    if (session && !coach) {
      return <BuyButton plan={plan} onBuy={() => toast.error('Plans are for coaches', PLANS_ARE_FOR_COACHES)} />;
    }
    return <BuyPlan plan={plan} email={session?.user.email} forAccount={coach !== null} onPaid={finish} />;
  };

  return (
    <PricingPage
      // The free plan is what is left when a paid one ends, not one to change to.
      base={current ? current === 'base' && <OwnPlan /> : <StartFree />}
      plus={paid('plus')}
      pro={paid('pro')}
      calculator={<PricingCalculator />}
      manage={
        session && (
          <Suspense fallback={null}>
            <ManageSubscriptionButton />
          </Suspense>
        )
      }
    />
  );
}
