import { Button, Group, Stack } from '@mantine/core';
import { sessionIdOfSecret } from '@stridewell/contract/billing/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CheckoutFailure, checkoutSecretQuery, waitUntilUsed } from './billing.queries.ts';

const StripeCheckout = lazy(() => import('./stripe-checkout.tsx'));
const SandboxCheckout = lazy(() => import('./sandbox-checkout.tsx'));

export type Purchase = {
  plan: PaidPlan;
  sessionId: string;
  /** True once the buyer's account has the plan. Never true for a guest. */
  applied: boolean;
};

export type CheckoutProps = {
  plan: PaidPlan;
  email: string;
  /** True when the plan goes to the signed-in account. */
  forAccount: boolean;
  /** Counts how often the checkout was opened. */
  opening: number;
  onPaid: (purchase: Purchase) => void;
};

/** One purchase, from the checkout's secret to the payment. */
export default function Checkout({ plan, email, forAccount, opening, onPaid }: CheckoutProps) {
  const opened = useQuery(checkoutSecretQuery(plan, email, opening));
  const [paid, setPaid] = useState(false);

  async function complete(clientSecret: string) {
    setPaid(true);
    const sessionId = sessionIdOfSecret(clientSecret);
    onPaid({ plan, sessionId, applied: forAccount && (await waitUntilUsed(sessionId)) });
  }

  if (paid) return <LoadingSpinner message="Payment received. Setting up your plan..." />;
  if (opened.isFetching || opened.isPending) return <LoadingSpinner message="Loading checkout..." />;
  if (opened.isError) return <CheckoutProblem error={opened.error} onRetry={() => void opened.refetch()} />;
  const { client_secret: clientSecret, provider, publishable_key: publishableKey } = opened.data;
  const onComplete = () => void complete(clientSecret);
  return (
    <Suspense fallback={<LoadingSpinner message="Loading checkout..." />}>
      {provider === 'stripe' ? (
        <StripeCheckout clientSecret={clientSecret} publishableKey={publishableKey ?? ''} onPaid={onComplete} />
      ) : (
        <SandboxCheckout clientSecret={clientSecret} onPaid={onComplete} />
      )}
    </Suspense>
  );
}

function CheckoutProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack align="flex-start" w="100%">
      <ProblemAlert text={error.message} w="100%" />
      <Group>
        <Button onClick={onRetry}>Try Again</Button>
        {error instanceof CheckoutFailure && error.subscribed && (
          <Button component={PageLink} href="/billing" variant="default">
            Manage Subscription
          </Button>
        )}
      </Group>
    </Stack>
  );
}
