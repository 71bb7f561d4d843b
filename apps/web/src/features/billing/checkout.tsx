import { Alert, Button, Group, Stack } from '@mantine/core';
import { sessionIdOfSecret } from '@stridewell/contract/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { CheckoutFailure, checkoutSecretQuery, untilUsed } from './billing.queries.ts';

const StripeCheckout = lazy(() => import('./stripe-checkout.tsx'));
const SandboxCheckout = lazy(() => import('./sandbox-checkout.tsx'));

export type Purchase = {
  plan: PaidPlan;
  sessionId: string;
  /** Whether the buyer's account has the plan by now; never for somebody without one. */
  applied: boolean;
};

export type CheckoutProps = {
  plan: PaidPlan;
  email: string;
  /** Whether the plan goes to the account of who is signed in. */
  forAccount: boolean;
  /** Counts how often the checkout was opened. */
  opening: number;
  onPaid: (purchase: Purchase) => void;
};

/** One purchase, from asking for a secret to the payment. */
export default function Checkout({ plan, email, forAccount, opening, onPaid }: CheckoutProps) {
  const begun = useQuery(checkoutSecretQuery(plan, email, opening));
  const [paid, setPaid] = useState(false);

  async function complete(clientSecret: string) {
    setPaid(true);
    const sessionId = sessionIdOfSecret(clientSecret);
    onPaid({ plan, sessionId, applied: forAccount && (await untilUsed(sessionId)) });
  }

  if (paid) return <LoadingSpinner message="Payment received. Setting up your plan..." />;
  if (begun.isFetching || begun.isPending) return <LoadingSpinner message="Loading checkout..." />;
  if (begun.isError) return <CheckoutProblem error={begun.error} onRetry={() => void begun.refetch()} />;
  const { client_secret: clientSecret, provider, publishable_key: publishableKey } = begun.data;
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
      <Alert color="red" role="alert" w="100%" icon={<IconAlertCircle size={18} />}>
        {error.message}
      </Alert>
      <Group>
        <Button onClick={onRetry}>Try Again</Button>
        {error instanceof CheckoutFailure && error.subscribed && (
          <Button component={Link} to="/billing" variant="default">
            Manage Subscription
          </Button>
        )}
      </Group>
    </Stack>
  );
}
