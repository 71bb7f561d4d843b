import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { type ClientSubscription, subscriptionInput } from '@stridewell/contract/money/money';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { BILLING_INTERVALS, INTERVAL_LABELS } from '@stridewell/contract/money/money.dates.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { CurrencySelect } from '../../shared/currency-select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { ClientSelect } from './client-select.tsx';
import { packagesQuery, useChangeSubscription, useStartSubscription } from './money.queries.ts';
import { priceText, subscriptionText } from './money.wording.ts';

const INTERVALS = BILLING_INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }));

type SubscriptionFormProps = {
  coachId: string;
  today: string;
  currency: string;
  /** Chosen beforehand, on the page of a client. */
  clientId?: string;
  onClose: () => void;
};

/** Starts a subscription with the price of a package or a custom price. */
export function SubscriptionForm({ coachId, today, currency, clientId, onClose }: SubscriptionFormProps) {
  const start = useStartSubscription(coachId);
  const { data } = useQuery(packagesQuery(coachId));
  const [subscriptionId] = useState(newId);
  const form = useSchemaForm(subscriptionInput, {
    initialValues: {
      clientId: clientId ?? '',
      packageId: '',
      name: '',
      amount: '' as number | string,
      currency,
      interval: 'month',
      startsOn: today,
    },
    toInput: ({ amount, packageId, ...values }) => ({
      ...values,
      packageId: packageId || null,
      amountCents: amount === '' ? 0 : toMinorUnits(Number(amount), values.currency),
    }),
    fieldFor: (path) => (path === 'amountCents' ? 'amount' : path),
    submit: (input) => start.mutateAsync({ subscriptionId, ...input }),
    onDone(subscription) {
      toast.success(`${subscription.clientName} has a subscription`, subscriptionText(subscription, today));
      onClose();
    },
  });
  const sold = (data?.packages ?? []).filter(({ interval, archived }) => interval !== 'once' && !archived);
  const choose = (packageId: string | null) => {
    const chosen = sold.find(({ id }) => id === packageId);
    form.setFieldValue('packageId', chosen?.id ?? '');
    if (!chosen) return;
    form.setFieldValue('name', chosen.name);
    form.setFieldValue('amount', toMajorUnits(chosen.amountCents, chosen.currency));
    form.setFieldValue('currency', chosen.currency);
    form.setFieldValue('interval', chosen.interval);
  };
  const { startsOn } = form.values;
  return (
    <FormDialog title="Add a subscription" form={form} submitLabel="Add subscription" onClose={onClose}>
      {!clientId && <ClientSelect coachId={coachId} data-autofocus {...form.getInputProps('clientId')} />}
      {sold.length > 0 && (
        <Select
          size="md"
          label="Package"
          placeholder="Custom price"
          clearable
          data={sold.map((one) => ({ value: one.id, label: `${one.name}, ${priceText(one)}` }))}
          value={form.values.packageId || null}
          onChange={choose}
        />
      )}
      <TextInput label="Name on invoices" placeholder="Monthly coaching" {...form.getInputProps('name')} />
      <SimpleGrid cols={2} spacing="md">
        <AmountInput currency={form.values.currency} {...form.getInputProps('amount')} />
        <CurrencySelect {...form.getInputProps('currency')} />
        <Select size="md" label="Billed" allowDeselect={false} data={INTERVALS} {...form.getInputProps('interval')} />
        <TextInput label="Starts on" type="date" {...form.getInputProps('startsOn')} />
      </SimpleGrid>
      <Muted>
        {startsOn < today
          ? 'Past periods are not invoiced. The next one is.'
          : 'An invoice is sent at the start of each period.'}
      </Muted>
    </FormDialog>
  );
}

const priceInput = subscriptionInput.pick({ name: true, amountCents: true, interval: true });

type PriceFormProps = { coachId: string; subscription: ClientSubscription; onClose: () => void };

/** Changes what the next invoices of a subscription say. */
export function PriceForm({ coachId, subscription, onClose }: PriceFormProps) {
  const change = useChangeSubscription(coachId);
  const { id: subscriptionId, version: basedOn, currency, clientName } = subscription;
  const form = useSchemaForm(priceInput, {
    initialValues: {
      name: subscription.name,
      amount: toMajorUnits(subscription.amountCents, currency) as number | string,
      interval: subscription.interval as string,
    },
    toInput: ({ amount, ...values }) => ({
      ...values,
      amountCents: amount === '' ? 0 : toMinorUnits(Number(amount), currency),
    }),
    fieldFor: (path) => (path === 'amountCents' ? 'amount' : path),
    submit: (input) => change.mutateAsync({ subscriptionId, basedOn, ...input }),
    onDone(changed) {
      toast.success('Subscription changed', `${priceText(changed)} from the next invoice on`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Change the price for ${clientName}`} form={form} submitLabel="Change price" onClose={onClose}>
      <TextInput label="Name on invoices" {...form.getInputProps('name')} />
      <SimpleGrid cols={2} spacing="md">
        <AmountInput label={`Amount (${currency})`} currency={currency} {...form.getInputProps('amount')} />
        <Select size="md" label="Billed" allowDeselect={false} data={INTERVALS} {...form.getInputProps('interval')} />
      </SimpleGrid>
      <Muted>Invoices that were sent stay as they are.</Muted>
    </FormDialog>
  );
}
