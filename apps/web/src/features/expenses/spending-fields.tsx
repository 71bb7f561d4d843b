import { Autocomplete, Group, NativeSelect, Textarea } from '@mantine/core';
import { EXPENSE_BOUNDS, EXPENSE_CATEGORIES } from '@stridewell/contract/expenses/expenses.rules';
import { CURRENCY_CODES, currencyDigits } from '@stridewell/contract/money/money.amounts.rules';
import { useQuery } from '@tanstack/react-query';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import { payeesQuery } from './expenses.queries.ts';

export type SpendingValues = {
  amount: number | string;
  currency: string;
  payee: string;
  category: string;
  note: string;
};

type SpendingFieldsProps = {
  coachId: string;
  values: SpendingValues;
  inputOf: (name: keyof SpendingValues) => ReturnType<SchemaForm<SpendingValues>['getInputProps']>;
  onChange: (changes: Partial<SpendingValues>) => void;
};

/** The fields that an expense and a recurring one share. A known payee brings its category along. */
export function SpendingFields({ coachId, values, inputOf, onChange }: SpendingFieldsProps) {
  const { data } = useQuery(payeesQuery(coachId));
  const payees = data?.payees ?? [];
  const { currency, category } = values;
  const choosePayee = (payee: string) => {
    const known = category === '' ? payees.find((one) => one.payee === payee) : undefined;
    onChange({ payee, ...(known && { category: known.category }) });
  };
  return (
    <>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <NumberInput
          label="Amount"
          flex={1}
          inputMode="decimal"
          decimalScale={currencyDigits(currency)}
          thousandSeparator=","
          allowNegative={false}
          hideControls
          data-autofocus
          {...inputOf('amount')}
        />
        <NativeSelect label="Currency" w={100} data={[...CURRENCY_CODES]} {...inputOf('currency')} />
      </Group>
      <Autocomplete
        label="Payee"
        description="Who was paid"
        maxLength={EXPENSE_BOUNDS.payee}
        limit={20}
        data={[...new Set(payees.map(({ payee }) => payee))]}
        {...inputOf('payee')}
        onChange={choosePayee}
      />
      <Autocomplete
        label="Category"
        maxLength={EXPENSE_BOUNDS.category}
        data={[...new Set([...EXPENSE_CATEGORIES, ...payees.map((one) => one.category)])]}
        {...inputOf('category')}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={EXPENSE_BOUNDS.note} {...inputOf('note')} />
    </>
  );
}
