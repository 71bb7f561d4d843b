import { Button, Group } from '@mantine/core';
import type { PaidPlan } from '@stridewell/contract/billing.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { isNotFound } from '../../lib/errors.ts';
import { AccountSetupForm } from './account-setup-form.tsx';
import { AccountSetupLayout } from './account-setup-layout.tsx';
import { billingMessage } from './billing.messages.ts';
import { PURCHASE_POLL_MS, purchaseQuery } from './billing.queries.ts';

const GIVE_UP_MS = 60_000;

type PurchasedSetupProps = { plan: PaidPlan; sessionId: string; onSignedUp: () => Promise<void> };

/** Creates the account of a paid purchase, or says why the purchase cannot have one. */
export function PurchasedSetup({ plan, sessionId, onSignedUp }: PurchasedSetupProps) {
  const [waiting, setWaiting] = useState(true);
  const purchase = useQuery({
    ...purchaseQuery(sessionId),
    refetchInterval: ({ state }) => (waiting && state.data?.status === 'open' ? PURCHASE_POLL_MS : false),
  });
  const status = purchase.data?.status;
  useEffect(() => {
    if (status !== 'open' || !waiting) return;
    const timer = setTimeout(() => setWaiting(false), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [status, waiting]);

  const layout = { plan, sessionId };
  if (purchase.data && status === 'complete') {
    return (
      <AccountSetupLayout
        {...layout}
        plan={purchase.data.plan}
        title="Payment Successful!"
        lead="Create your account, and your plan is waiting in it."
      >
        <AccountSetupForm
          plan={purchase.data.plan}
          checkoutSessionId={sessionId}
          paidBy={purchase.data.email}
          onSignedUp={onSignedUp}
        />
      </AccountSetupLayout>
    );
  }
  if (status === 'used') {
    return (
      <AccountSetupLayout
        {...layout}
        title="Payment Successful!"
        lead="This purchase has its account already. Sign in with the email address and password you chose."
      >
        <Button component={Link} to="/auth" size="md">
          Sign in
        </Button>
      </AccountSetupLayout>
    );
  }
  if (status === 'expired' || isNotFound(purchase.error)) {
    return (
      <AccountSetupLayout
        {...layout}
        title={status === 'expired' ? 'This checkout has expired' : 'We could not find this purchase'}
        lead={
          status === 'expired'
            ? 'It was not paid in time, so nothing was charged. Choose your plan again when you are ready.'
            : 'The link may be incomplete. If you were charged, write to us and we will sort it out.'
        }
      >
        <Button component={Link} to="/pricing" size="md">
          Back to the plans
        </Button>
      </AccountSetupLayout>
    );
  }
  if (status === 'open' && waiting) {
    return (
      <AccountSetupLayout
        {...layout}
        title="Confirming your payment"
        lead="This takes a few seconds. The form appears here by itself, so there is nothing to do."
      >
        <LoadingSpinner message="Waiting for your bank..." />
      </AccountSetupLayout>
    );
  }
  if (status === 'open' || purchase.isError) {
    return (
      <AccountSetupLayout
        {...layout}
        title={status === 'open' ? 'Still waiting for your bank' : 'We could not check your payment'}
        lead={
          status === 'open'
            ? 'It takes longer than usual. Nothing is lost: keep this page, or come back to its address later.'
            : billingMessage(purchase.error, 'Nothing is lost. Check your connection and ask again.')
        }
      >
        <Group>
          <Button
            size="md"
            loading={purchase.isFetching}
            onClick={() => {
              setWaiting(true);
              void purchase.refetch();
            }}
          >
            Check again
          </Button>
        </Group>
      </AccountSetupLayout>
    );
  }
  return (
    <AccountSetupLayout {...layout} title="Payment Successful!" lead="We are looking up what you bought.">
      <LoadingSpinner message="Loading your purchase..." />
    </AccountSetupLayout>
  );
}
