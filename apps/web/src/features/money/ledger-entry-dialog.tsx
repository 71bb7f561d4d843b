import { Autocomplete, SegmentedControl, TextInput } from '@mantine/core';
import { ledgerEntryInput } from '@stridewell/contract/money/money';
import { toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { useState } from 'react';
import { z } from 'zod';
import { currencyPrefix, money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { AmountInput } from './amount-input.tsx';
import { useCreateLedgerEntry } from './money.queries.ts';

/** New entries are in `currency`, that of the coach's business. */
export type LedgerEntryProps = { coachId: string; today: string; currency: string };

const KINDS = { revenue: 'Revenue', expense: 'Expense' } as const;
const CATEGORIES = {
  revenue: ['Coaching', 'Sessions', 'Programs', 'Other'],
  expense: ['Software', 'Rent', 'Equipment', 'Marketing', 'Insurance', 'Education', 'Other'],
} as const;

/** The typed amount is in whole units of the currency and empty at first. */
const schemaIn = (currency: string) =>
  ledgerEntryInput.pick({ kind: true, occurredOn: true, category: true }).extend({
    amount: z
      .number('Please enter an amount')
      .transform((amount) => toMinorUnits(amount, currency))
      .pipe(ledgerEntryInput.shape.amountCents),
  });

type LedgerEntryValues = { kind: keyof typeof KINDS; amount: number | string; occurredOn: string; category: string };

/** Its schema and its inputs weigh more than the page that opens it, so it loads on the first opening. */
export default function LedgerEntryDialog({
  coachId,
  today,
  currency,
  onClose,
}: LedgerEntryProps & { onClose: () => void }) {
  const create = useCreateLedgerEntry(coachId);
  // The same id for every try, so that a lost answer records nothing twice.
  const [id] = useState(newId);
  const initialValues: LedgerEntryValues = { kind: 'revenue', amount: '', occurredOn: today, category: '' };
  const form = useSchemaForm(schemaIn(currency), {
    initialValues,
    submit: ({ amount: amountCents, ...entry }) => create.mutateAsync({ id, amountCents, ...entry }),
    onDone(_, { kind, amount, category }) {
      toast.success(`${KINDS[kind]} added`, `${money(amount, currency)} for ${category}`);
      onClose();
    },
  });
  return (
    <FormDialog title="Add revenue or an expense" form={form} submitLabel="Add entry" onClose={onClose}>
      <SegmentedControl
        fullWidth
        aria-label="Kind of entry"
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
      <AmountInput
        currency={currency}
        prefix={currencyPrefix(currency)}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Autocomplete
        size="md"
        label="Category"
        maxLength={60}
        data={[...CATEGORIES[form.values.kind]]}
        {...form.getInputProps('category')}
      />
      <TextInput label="Date" type="date" {...form.getInputProps('occurredOn')} />
    </FormDialog>
  );
}
