import { TextInput } from '@mantine/core';
import type { ClientPayment } from '@stridewell/contract/money/money';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { MONEY_BOUNDS, refundableCents } from '@stridewell/contract/money/money.invoices.rules';
import { useState } from 'react';
import { z } from 'zod';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { useRefundPayment, useVoidPayment } from './money.queries.ts';

type PaymentDialogProps = { coachId: string; payment: ClientPayment; onClose: () => void };

/** Records money that goes back to the client. */
export function RefundDialog({ coachId, payment, onClose }: PaymentDialogProps) {
  const refund = useRefundPayment(coachId);
  const [refundId] = useState(newId);
  const { id: paymentId, currency, clientName, method } = payment;
  const isOnline = method === 'online';
  const leftCents = refundableCents(payment);
  const left = money(leftCents, currency);
  const schema = z.object({
    amountCents: z.int().min(1, 'Please enter an amount').max(leftCents, `Please enter an amount up to ${left}`),
    reason: z.string().trim().max(MONEY_BOUNDS.line),
  });
  const form = useSchemaForm(schema, {
    initialValues: { amount: toMajorUnits(leftCents, currency) as number | string, reason: '' },
    toInput: ({ amount, reason }) => ({
      reason,
      amountCents: amount === '' ? 0 : toMinorUnits(Number(amount), currency),
    }),
    fieldFor: (path) => (path === 'amountCents' ? 'amount' : path),
    submit: (input) => refund.mutateAsync({ paymentId, refundId, ...input }),
    onDone(_, { amountCents }) {
      toast.success(
        isOnline ? 'Refunded to the card' : 'Refund recorded',
        `${money(amountCents, currency)} to ${clientName}`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Refund ${clientName}`}
      form={form}
      submitLabel={isOnline ? 'Refund to the card' : 'Record refund'}
      onClose={onClose}
    >
      <AmountInput
        label={`Amount (${currency})`}
        description={`Up to ${left}`}
        currency={currency}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput label="Reason" maxLength={MONEY_BOUNDS.line} {...form.getInputProps('reason')} />
      <Muted>
        {isOnline
          ? 'The money goes back to the card it came from, and the refund is recorded in your books.'
          : 'This only records the refund in your books. Send the money back yourself.'}
      </Muted>
    </FormDialog>
  );
}

/** Takes back a payment that was recorded by mistake. */
export function VoidPaymentDialog({ coachId, payment, onClose }: PaymentDialogProps) {
  const remove = useVoidPayment(coachId);
  const { id: paymentId, amountCents, currency, clientName, invoiceLabel } = payment;
  return (
    <ConfirmDialog
      title="Remove this payment?"
      confirmLabel="Remove payment"
      cancelLabel="Keep payment"
      action={remove}
      fallback="The payment was not removed. Please try again."
      onConfirm={() => {
        void remove.mutateAsync({ paymentId, reason: '' }).then(onClose, () => undefined);
      }}
      onClose={onClose}
    >
      {`${money(amountCents, currency)} from ${clientName} leaves your books${invoiceLabel ? `, and ${invoiceLabel} is open again` : ''}. Use this for a mistake only. If you send money back, record a refund.`}
    </ConfirmDialog>
  );
}
