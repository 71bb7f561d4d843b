import { Button } from '@mantine/core';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { isNotFound } from '../../lib/errors.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { visitorRpc } from '../../lib/visitor-rpc.ts';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { AccountSetupForm, type SetupExits } from './account-setup-form.tsx';
import { AccountSetupLayout } from './account-setup-layout.tsx';
import { billingMessage } from './billing.messages.ts';

const GIVE_UP_MS = 60_000;
const POLL_MS = 2000;

/** An unknown purchase stays unknown. */
const retry = (failures: number, error: unknown) => failures < 2 && !isNotFound(error);

type PurchasedSetupProps = SetupExits & { plan: PaidPlan; sessionId: string };

/** Creates the account of a paid purchase, or says why the purchase cannot have one. */
export function PurchasedSetup({ plan, sessionId, ...exits }: PurchasedSetupProps) {
  const [waiting, setWaiting] = useState(true);
  const load = useCallback(() => visitorRpc.billing.getCheckout({ sessionId }), [sessionId]);
  const purchase = useLoaded(load, retry);
  const { data, isFetching, refetch } = purchase;
  const status = data?.status;
  const polls = waiting && status === 'open' && !isFetching;
  useEffect(() => {
    if (!polls) return;
    const timer = setTimeout(() => void refetch(), POLL_MS);
    return () => clearTimeout(timer);
  }, [polls, refetch]);
  useEffect(() => {
    if (status !== 'open' || !waiting) return;
    const timer = setTimeout(() => setWaiting(false), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [status, waiting]);

  const toPlans = (
    <Button component={PageLink} href="/pricing" size="md">
      Back to the plans
    </Button>
  );
  const again = (
    <Button
      size="md"
      loading={isFetching}
      onClick={() => {
        setWaiting(true);
        void refetch();
      }}
    >
      Check again
    </Button>
  );
  const show = (title: string, lead: string, content: ReactNode) => (
    <AccountSetupLayout plan={data?.plan ?? plan} sessionId={sessionId} title={title} lead={lead}>
      {content}
    </AccountSetupLayout>
  );
  switch (status) {
    case 'complete':
      return show(
        'Payment Successful!',
        'Create your account to start using your plan.',
        <AccountSetupForm
          plan={data?.plan ?? plan}
          checkoutSessionId={sessionId}
          paidBy={data?.email ?? null}
          {...exits}
        />,
      );
    case 'used':
      return show(
        'Payment Successful!',
        'This purchase already has an account. Sign in with the email address and password you chose.',
        <Button component={PageLink} href="/auth" size="md">
          Sign in
        </Button>,
      );
    case 'expired':
      return show(
        'This checkout has expired',
        'It was not paid in time, so nothing was charged. Choose your plan again when you are ready.',
        toPlans,
      );
    case 'open':
      return waiting
        ? show(
            'Confirming your payment',
            'This takes a few seconds. The form will appear here automatically.',
            <LoadingSpinner message="Waiting for your bank..." />,
          )
        : show(
            'Still waiting for your bank',
            'This is taking longer than usual. Nothing is lost: keep this page open, or come back to it later.',
            again,
          );
  }
  if (isNotFound(purchase.error)) {
    return show(
      'We could not find this purchase',
      'The link may be incomplete. If you were charged, write to us and we will sort it out.',
      toPlans,
    );
  }
  if (purchase.isError) {
    return show(
      'We could not check your payment',
      billingMessage(purchase.error, 'Nothing is lost. Check your connection and try again.'),
      again,
    );
  }
  return show(
    'Payment Successful!',
    'We are looking up what you bought.',
    <LoadingSpinner message="Loading your purchase..." />,
  );
}
