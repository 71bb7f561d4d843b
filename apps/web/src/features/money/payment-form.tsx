import { SegmentedControl, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { recordedPayment } from '@stridewell/contract/money/money';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { MANUAL_METHODS, PAYMENT_METHOD_LABELS } from '@stridewell/contract/money/money.invoices.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { CurrencySelect } from '../../shared/currency-select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { ClientSelect } from './client-select.tsx';
import { clientMoneyQuery, useRecordPayment } from './money.queries.ts';

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));
const OUTCOMES = [
  { value: 'paid', label: 'Received' },
  { value: 'failed', label: 'Failed' },
];
const WITHOUT = 'none';

type OpenInvoice = { id: string; clientId: string; label: string; owedCents: number; currency: string };

type PaymentFormProps = {
  coachId: string;
  today: string;
  currency: string;
  /** Chosen beforehand, on the page of a client. */
  clientId?: string;
  /** Chosen beforehand, with its client. */
  invoice?: OpenInvoice;
  onClose: () => void;
};

const valuesOf = ({ clientId, invoice, today, currency }: PaymentFormProps) => ({
  clientId: invoice?.clientId ?? clientId ?? '',
  invoiceId: invoice?.id ?? WITHOUT,
  amount: (invoice ? toMajorUnits(invoice.owedCents, invoice.currency) : '') as number | string,
  currency: invoice?.currency ?? currency,
  method: 'bank_transfer',
  paidOn: today,
  note: '',
  outcome: 'paid',
  reason: '',
});

/** Records money that a client paid, or an attempt that failed. */
export function PaymentForm(props: PaymentFormProps) {
  const { coachId, invoice, today, onClose } = props;
  const record = useRecordPayment(coachId);
  // One id for all tries, so that a retry after a lost answer records nothing twice.
  const [paymentId] = useState(newId);
  const form = useSchemaForm(recordedPayment, {
    initialValues: valuesOf(props),
    toInput: ({ amount, outcome, reason, invoiceId, ...values }) => ({
      ...values,
      invoiceId: invoiceId === WITHOUT ? null : invoiceId,
      amountCents: amount === '' ? 0 : toMinorUnits(Number(amount), values.currency),
      failedBecause: outcome === 'failed' ? reason : null,
    }),
    fieldFor: (path) => ({ amountCents: 'amount', failedBecause: 'reason' })[path] ?? path,
    submit: (input) => record.mutateAsync({ paymentId, ...input }),
    onDone({ status, amountCents, currency, clientName }) {
      toast.success(
        status === 'failed' ? 'Failed payment recorded' : 'Payment recorded',
        `${money(amountCents, currency)} from ${clientName}`,
      );
      onClose();
    },
  });
  const { clientId, currency, outcome } = form.values;
  const chosen = useQuery({ ...clientMoneyQuery(coachId, clientId), enabled: clientId !== '' && !invoice });
  const open: readonly OpenInvoice[] = invoice ? [invoice] : (chosen.data?.open ?? []);
  const chooseInvoice = (id: string | null) => {
    const found = open.find((one) => one.id === id);
    form.setFieldValue('invoiceId', found?.id ?? WITHOUT);
    if (!found) return;
    form.setFieldValue('currency', found.currency);
    form.setFieldValue('amount', toMajorUnits(found.owedCents, found.currency));
  };
  const invoices = open.map(({ id, label, owedCents, currency: of }) => ({
    value: id,
    label: `${label}, ${money(owedCents, of)} open`,
  }));
  return (
    <FormDialog
      title={invoice ? `Record a payment of ${invoice.label}` : 'Record a payment'}
      form={form}
      submitLabel="Record payment"
      onClose={onClose}
    >
      {!invoice && !props.clientId && (
        <ClientSelect coachId={coachId} data-autofocus {...form.getInputProps('clientId')} />
      )}
      {!invoice && open.length > 0 && (
        <Select
          size="md"
          label="For invoice"
          allowDeselect={false}
          data={[{ value: WITHOUT, label: 'Without an invoice' }, ...invoices]}
          value={form.values.invoiceId}
          onChange={chooseInvoice}
        />
      )}
      <SegmentedControl fullWidth aria-label="Outcome" data={OUTCOMES} {...form.getInputProps('outcome')} />
      <SimpleGrid cols={2} spacing="md">
        <AmountInput currency={currency} {...form.getInputProps('amount')} />
        <CurrencySelect disabled={form.values.invoiceId !== WITHOUT} {...form.getInputProps('currency')} />
        <Select size="md" label="Paid by" allowDeselect={false} data={METHODS} {...form.getInputProps('method')} />
        <TextInput label="Date" type="date" max={today} {...form.getInputProps('paidOn')} />
      </SimpleGrid>
      {outcome === 'failed' && (
        <TextInput
          label="Why it failed"
          description="Your client reads this."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        size="md"
        label="Note (only you see it)"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
