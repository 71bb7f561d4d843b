import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import {
  type CardProblems,
  type CardValues,
  groupCardNumber,
  groupExpiry,
  onlyCvcDigits,
  TEST_CARDS,
  testExpiry,
} from './billing.card.ts';
import classes from './checkout.module.css';

type CardFieldsProps = {
  values: CardValues;
  problems: CardProblems;
  onChange: (values: CardValues) => void;
};

/** Number, expiry and security code of a test card, and buttons that fill one in. */
export function CardFields({ values, problems, onChange }: CardFieldsProps) {
  const hint = useId();
  return (
    <Stack gap="md">
      <div>
        <Text id={hint} size="sm" c="dimmed" mb={8}>
          Fill in a test card
        </Text>
        <Group gap={8} role="group" aria-labelledby={hint}>
          {TEST_CARDS.map(({ label, cardNumber }) => (
            <Button
              key={cardNumber}
              size="compact-sm"
              variant="default"
              radius="xl"
              aria-label={`${label}, card ending in ${cardNumber.slice(-4)}`}
              onClick={() => onChange({ cardNumber, expiry: testExpiry(new Date()), cvc: '123' })}
            >
              {label}
            </Button>
          ))}
        </Group>
      </div>
      <TextInput
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        value={values.cardNumber}
        error={problems.cardNumber}
        onChange={(event) => onChange({ ...values, cardNumber: groupCardNumber(event.currentTarget.value) })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Expiry date"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          value={values.expiry}
          error={problems.expiry}
          onChange={(event) => onChange({ ...values, expiry: groupExpiry(event.currentTarget.value, values.expiry) })}
        />
        <TextInput
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          value={values.cvc}
          error={problems.cvc}
          onChange={(event) => onChange({ ...values, cvc: onlyCvcDigits(event.currentTarget.value) })}
        />
      </div>
    </Stack>
  );
}
