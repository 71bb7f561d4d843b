import { TextInput } from '@mantine/core';
import { type Expense, expenseInput } from '@stridewell/contract/expenses/expenses';
import { toMajorUnits, toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { useCallback, useState } from 'react';
import { uploads } from '../../device/file-upload.ts';
import { money } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveExpense } from './expenses.queries.ts';
import { ReceiptField } from './receipt-field.tsx';
import { SpendingFields, type SpendingValues } from './spending-fields.tsx';

type ExpenseValues = SpendingValues & { occurredOn: string; receiptId: string | null };

const valuesOf = (expense: Expense | null, currency: string, today: string): ExpenseValues => ({
  amount: expense ? toMajorUnits(expense.amountCents, expense.currency) : '',
  currency: expense?.currency ?? currency,
  payee: expense?.payee ?? '',
  category: expense?.category ?? '',
  note: expense?.note ?? '',
  occurredOn: expense?.occurredOn ?? today,
  receiptId: expense?.receiptId ?? null,
});

/** Smallest units of a typed amount; 0 for none, which the contract refuses. */
export const typedCents = (amount: number | string, currency: string): number =>
  amount === '' ? 0 : toMinorUnits(Number(amount), currency);

type ExpenseFormProps = {
  coachId: string;
  /** Null for a new one. */
  expense: Expense | null;
  currency: string;
  today: string;
  onClose: () => void;
};

/** Adds an expense, or changes it. */
export function ExpenseForm({ coachId, expense, currency, today, onClose }: ExpenseFormProps) {
  const save = useSaveExpense(coachId);
  // The same id for every try, so that a lost answer records nothing twice.
  const [expenseId] = useState(() => expense?.id ?? newId());
  const forgetUpload = () => uploads.forget(uploads.take(`receipt-${expenseId}`).map(({ id }) => id));
  const close = () => {
    forgetUpload();
    onClose();
  };
  const form = useSchemaForm(expenseInput, {
    initialValues: valuesOf(expense, currency, today),
    toInput: ({ amount, ...values }) => ({ ...values, amountCents: typedCents(amount, values.currency) }),
    fieldFor: (path) => path.replace(/^(?:expense\.)?amountCents$/, 'amount').replace(/^expense\./, ''),
    submit: (input) => save.mutateAsync({ expenseId, expense: input, basedOn: expense?.version ?? 0 }),
    onDone(_, input) {
      const what = `${money(input.amountCents, input.currency)} for ${input.category}`;
      toast.success(expense ? 'Expense saved' : 'Expense added', what);
      close();
    },
  });
  const { setFieldValue } = form;
  const setReceipt = useCallback((id: string | null) => setFieldValue('receiptId', id), [setFieldValue]);
  return (
    <FormDialog
      title={expense ? 'Edit expense' : 'New expense'}
      form={form}
      submitLabel={expense ? 'Save expense' : 'Add expense'}
      onClose={close}
    >
      <SpendingFields
        coachId={coachId}
        values={form.values}
        inputOf={(name) => form.getInputProps(name)}
        onChange={(changes) => form.setValues(changes)}
      />
      <TextInput label="Date" type="date" max={today} {...form.getInputProps('occurredOn')} />
      <ReceiptField
        coachId={coachId}
        expenseId={expenseId}
        receipt={expense?.receipt ?? null}
        value={form.values.receiptId}
        onChange={setReceipt}
      />
    </FormDialog>
  );
}
