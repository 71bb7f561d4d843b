import { Button, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { money } from '../../lib/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { NO_CARD } from './billing.card.ts';
import { billingMessage } from './billing.messages.ts';
import { usePaySandboxCheckout } from './billing.queries.ts';
import { CardFields } from './card-fields.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';

type SandboxPaymentProps = {
  clientSecret: string;
  /** The buyer's address, when the checkout knows it. */
  fixedEmail: string | null;
  totalCents: number;
  onPaid: () => void;
};

/** Asks for the buyer and a test card. The card decides whether the payment succeeds, fails or needs confirmation. */
export function SandboxPayment({ clientSecret, fixedEmail, totalCents, onPaid }: SandboxPaymentProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const pay = usePaySandboxCheckout();
  // Two clicks may come before the screen shows the first one.
  const busy = useRef(false);
  const form = useSchemaForm(async () => (await import('./billing.schemas.ts')).cardOfBuyer, {
    initialValues: { email: fixedEmail ?? '', name: '', ...NO_CARD },
    submit: (): Promise<void> => send(false),
  });

  async function send(authenticated: boolean) {
    if (busy.current) return;
    busy.current = true;
    setFailure(null);
    try {
      const { status, reason } = await pay.mutateAsync({ clientSecret, ...form.getValues(), authenticated });
      if (status === 'complete') {
        onPaid();
        return;
      }
      setConfirming(status === 'requires_action');
      if (status !== 'declined') return;
      form.setFieldError('cardNumber', reason ?? 'The card was declined.');
      form.getInputNode('cardNumber')?.focus();
    } catch (error) {
      setConfirming(false);
      setFailure(billingMessage(error, 'The payment did not go through and nothing was charged. Please try again.'));
    } finally {
      busy.current = false;
    }
  }

  if (confirming) {
    return (
      <PaymentConfirmation
        totalCents={totalCents}
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
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description={fixedEmail ? 'The address of your account' : 'Your account will have this address'}
          readOnly={fixedEmail !== null}
          {...form.getInputProps('email')}
        />
        <TextInput label="Name on card" autoComplete="cc-name" {...form.getInputProps('name')} />
        <CardFields form={form} />
        <Button type="submit" size="md" loading={form.busy}>
          Pay {money(totalCents)}
        </Button>
      </Stack>
    </form>
  );
}
