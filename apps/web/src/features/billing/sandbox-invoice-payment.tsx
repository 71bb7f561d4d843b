import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { money } from '../../lib/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { usePaySandboxInvoice } from '../money/money.queries.ts';
import { NO_CARD } from './billing.card.ts';
import { CardFields } from './card-fields.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';

type SandboxInvoicePaymentProps = { checkoutId: string; amountCents: number; currency: string; onPaid: () => void };

/** Pays an invoice with a test card, which decides whether the payment succeeds, fails or needs confirmation. */
export function SandboxInvoicePayment({ checkoutId, amountCents, currency, onPaid }: SandboxInvoicePaymentProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const pay = usePaySandboxInvoice();
  const form = useSchemaForm(async () => (await import('./billing.schemas.ts')).card, {
    initialValues: NO_CARD,
    submit: (): Promise<void> => send(false),
  });

  async function send(authenticated: boolean) {
    setFailure(null);
    try {
      const { status, reason } = await pay.mutateAsync({ checkoutId, ...form.getValues(), authenticated });
      setConfirming(status === 'requires_action');
      if (status === 'complete') onPaid();
      if (status === 'declined') form.setFieldError('cardNumber', reason ?? 'The card was declined.');
    } catch (error) {
      setConfirming(false);
      setFailure(messageOf(error, 'The payment did not go through and nothing was charged. Please try again.'));
    }
  }

  if (confirming) {
    return (
      <PaymentConfirmation
        totalCents={amountCents}
        currency={currency}
        last4={form.values.cardNumber.slice(-4)}
        busy={pay.isPending}
        onConfirm={() => void send(true)}
        onCancel={() => {
          setConfirming(false);
          setFailure('The payment was not confirmed, so nothing was charged.');
        }}
      />
    );
  }
  return (
    <form {...form.formProps} aria-label="Payment">
      <Stack gap="md">
        <ProblemAlert text={failure} />
        <CardFields form={form} />
        <Button type="submit" size="md" loading={form.busy}>
          Pay {money(amountCents, currency)}
        </Button>
      </Stack>
    </form>
  );
}
