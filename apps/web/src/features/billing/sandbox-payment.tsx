import { Button, Stack, TextInput } from '@mantine/core';
import { email as emailField, line } from '@stridewell/contract/fields';
import { type FormEvent, useRef, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { money } from '../../lib/format.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { type CardProblems, type CardValues, cardProblems, NO_CARD } from './billing.card.ts';
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
type Problems = CardProblems & { email?: string; name?: string };

const nameField = line(120);

/** Asks for the buyer and a test card. The card decides whether the payment succeeds, fails or needs confirmation. */
export function SandboxPayment({ clientSecret, fixedEmail, totalCents, onPaid }: SandboxPaymentProps) {
  const [email, setEmail] = useState(fixedEmail ?? '');
  const [name, setName] = useState('');
  const [card, setCard] = useState<CardValues>(NO_CARD);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const pay = usePaySandboxCheckout();
  // Two clicks may come before the screen shows the first one.
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(form);

  function showProblems(found: Problems) {
    setProblems(found);
    focusProblem();
  }

  async function send(authenticated: boolean) {
    if (busy.current) return;
    busy.current = true;
    setFailure(null);
    try {
      const { status, reason } = await pay.mutateAsync({ clientSecret, email, name, ...card, authenticated });
      if (status === 'complete') {
        onPaid();
        return;
      }
      setConfirming(status === 'requires_action');
      if (status === 'declined') showProblems({ cardNumber: reason ?? 'The card was declined.' });
    } catch (error) {
      setConfirming(false);
      setFailure(billingMessage(error, 'The payment did not go through and nothing was charged. Please try again.'));
    } finally {
      busy.current = false;
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found: Problems = { ...cardProblems(card, new Date()) };
    const emailProblem = emailField.safeParse(email).error?.issues[0]?.message;
    const nameProblem = name.trim() ? nameField.safeParse(name).error?.issues[0]?.message : 'Please enter the name';
    if (emailProblem) found.email = emailProblem;
    if (nameProblem) found.name = nameProblem;
    showProblems(found);
    if (Object.keys(found).length === 0) void send(false);
  }

  if (confirming) {
    return (
      <PaymentConfirmation
        totalCents={totalCents}
        last4={card.cardNumber.slice(-4)}
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
    <form ref={form} onSubmit={submit} noValidate aria-label="Payment">
      <Stack gap="md">
        <ProblemAlert text={failure} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description={fixedEmail ? 'The address of your account' : 'Your account will have this address'}
          readOnly={fixedEmail !== null}
          value={email}
          error={problems.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Name on card"
          autoComplete="cc-name"
          value={name}
          error={problems.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <CardFields
          values={card}
          problems={problems}
          onChange={(values) => {
            setCard(values);
            setProblems({});
          }}
        />
        <Button type="submit" size="md" loading={pay.isPending}>
          Pay {money(totalCents)}
        </Button>
      </Stack>
    </form>
  );
}
