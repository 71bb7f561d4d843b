import { currencyDigits } from '@stridewell/contract/money/money.amounts.rules';
import { NumberInput, type NumberInputProps } from '../../ui/number-input.tsx';

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
