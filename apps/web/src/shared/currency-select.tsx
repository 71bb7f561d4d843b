import { Select, type SelectProps } from '@mantine/core';
import { CURRENCY_CODES } from '@stridewell/contract/money/money.amounts.rules';

export const CurrencySelect = (selectProps: SelectProps) => (
  <Select size="md" label="Currency" searchable allowDeselect={false} data={CURRENCY_CODES} {...selectProps} />
);
