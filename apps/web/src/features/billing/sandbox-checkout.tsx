import { Button, Stack } from '@mantine/core';
import { CHECKOUT_FAILED } from '@stridewell/contract/billing/billing.rules';
import { useQuery } from '@tanstack/react-query';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { billingMessage } from './billing.messages.ts';
import { sandboxCheckoutQuery } from './billing.queries.ts';
import { CheckoutSummary } from './checkout-summary.tsx';
import { SandboxPayment } from './sandbox-payment.tsx';
import { TestModeNote } from './test-mode-note.tsx';

type SandboxCheckoutProps = { clientSecret: string; onPaid: () => void };

/** The checkout of an installation without a payment service. Takes test cards and moves no money. */
export default function SandboxCheckout({ clientSecret, onPaid }: SandboxCheckoutProps) {
  const checkout = useQuery(sandboxCheckoutQuery(clientSecret));
  if (checkout.isPending || (checkout.isError && checkout.isFetching)) {
    return <LoadingSpinner message="Loading checkout..." />;
  }
  if (checkout.isError) {
    return (
      <Stack align="flex-start" w="100%">
        <ProblemAlert w="100%" text={billingMessage(checkout.error, CHECKOUT_FAILED)} />
        <Button onClick={() => void checkout.refetch()}>Try Again</Button>
      </Stack>
    );
  }
  const { status, email, plan, lines, totalCents } = checkout.data;
  if (status === 'expired') {
    return (
      <ProblemAlert
        w="100%"
        text="This checkout has expired, and nothing was charged. Close it and choose your plan once more."
      />
    );
  }
  if (status === 'complete') {
    return (
      <Stack align="flex-start" w="100%">
        <p>This purchase is paid already.</p>
        <Button onClick={onPaid}>Continue</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="lg" w="100%">
      <TestModeNote>Use one of the test cards below.</TestModeNote>
      <CheckoutSummary plan={plan} lines={lines} totalCents={totalCents} />
      <SandboxPayment clientSecret={clientSecret} fixedEmail={email} totalCents={totalCents} onPaid={onPaid} />
    </Stack>
  );
}
