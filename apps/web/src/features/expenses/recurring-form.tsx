import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { type RecurringExpense, recurringInput } from '@stridewell/contract/expenses/expenses';
import { FREQUENCIES, FREQUENCY_LABELS, type Frequency } from '@stridewell/contract/expenses/expenses.rules';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { typedCents } from './expense-form.tsx';
import { useSaveRecurring } from './expenses.queries.ts';
import { SpendingFields, type SpendingValues } from './spending-fields.tsx';

type RecurringValues = SpendingValues & { frequency: Frequency; startsOn: string; endsOn: string };

const FREQUENCY_CHOICES = FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }));

const valuesOf = (recurring: RecurringExpense | null, currency: string, today: string): RecurringValues => ({
  amount: recurring ? toMajorUnits(recurring.amountCents, recurring.currency) : '',
  currency: recurring?.currency ?? currency,
  payee: recurring?.payee ?? '',
  category: recurring?.category ?? '',
  note: recurring?.note ?? '',
  frequency: recurring?.frequency ?? 'monthly',
  startsOn: recurring?.startsOn ?? today,
  endsOn: recurring?.endsOn ?? '',
});

type RecurringFormProps = {
  coachId: string;
  /** Null for a new one. */
  recurring: RecurringExpense | null;
  currency: string;
  today: string;
  onClose: () => void;
};

/** Adds an expense that comes again, or changes it from its next day on. */
export function RecurringForm({ coachId, recurring, currency, today, onClose }: RecurringFormProps) {
  const save = useSaveRecurring(coachId);
  const [recurringId] = useState(() => recurring?.id ?? newId());
  const form = useSchemaForm(recurringInput, {
    initialValues: valuesOf(recurring, currency, today),
    toInput: ({ amount, endsOn, ...values }) => ({
      ...values,
      amountCents: typedCents(amount, values.currency),
      endsOn: endsOn === '' ? null : endsOn,
    }),
    fieldFor: (path) => path.replace(/^(?:recurring\.)?amountCents$/, 'amount').replace(/^recurring\./, ''),
    submit: (input) => save.mutateAsync({ recurringId, recurring: input, basedOn: recurring?.version ?? 0 }),
    onDone(_, input) {
      const what = `${money(input.amountCents, input.currency)}, ${FREQUENCY_LABELS[input.frequency].toLowerCase()}`;
      toast.success(recurring ? 'Recurring expense saved' : 'Recurring expense added', what);
      onClose();
    },
  });
  return (
    <FormDialog
      title={recurring ? 'Edit recurring expense' : 'New recurring expense'}
      form={form}
      submitLabel={recurring ? 'Save recurring expense' : 'Add recurring expense'}
      onClose={onClose}
    >
      <SpendingFields
        coachId={coachId}
        values={form.values}
        inputOf={(name) => form.getInputProps(name)}
        onChange={(changes) => form.setValues(changes)}
      />
      <NativeSelect label="Repeats" data={FREQUENCY_CHOICES} {...form.getInputProps('frequency')} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="First day" type="date" {...form.getInputProps('startsOn')} />
        <TextInput label="Last day (optional)" type="date" {...form.getInputProps('endsOn')} />
      </SimpleGrid>
      <Muted>
        {recurring
          ? 'Applies from the next date on. Expenses already in your books stay unchanged.'
          : 'Dates up to today are added to your books right away.'}
      </Muted>
    </FormDialog>
  );
}
