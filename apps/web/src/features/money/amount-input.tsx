import { NumberInput, type NumberInputProps, Select, type SelectProps } from '@mantine/core';
import { CURRENCY_CODES, currencyDigits } from '@stridewell/contract/money.amounts.rules';

type AmountInputProps = NumberInputProps & { currency: string };

/** An amount in whole units of its currency. */
export const AmountInput = ({ currency, label = 'Amount', ...inputProps }: AmountInputProps) => (
  <NumberInput
    size="md"
    label={label}
    inputMode="decimal"
    decimalScale={currencyDigits(currency)}
    thousandSeparator=","
    allowNegative={false}
    hideControls
    {...inputProps}
  />
);

export const CurrencySelect = (selectProps: SelectProps) => (
  <Select size="md" label="Currency" searchable allowDeselect={false} data={CURRENCY_CODES} {...selectProps} />
);
