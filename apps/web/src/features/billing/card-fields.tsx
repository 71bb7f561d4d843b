import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, useId } from 'react';
import { type CardValues, GROUPED, TEST_CARDS, testExpiry } from './billing.card.ts';

type CardFieldsProps = {
  /** A form that holds a card, possibly with more. */
  form: {
    values: CardValues;
    setValues: (card: Partial<CardValues>) => void;
    getInputProps: (name: keyof CardValues) => ComponentProps<typeof TextInput>;
  };
};

/** Number, expiry and security code of a test card, and buttons that fill one in. */
export function CardFields({ form }: CardFieldsProps) {
  const hint = useId();
  const field = (name: keyof CardValues) => ({
    ...form.getInputProps(name),
    inputMode: 'numeric' as const,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.setValues({ [name]: GROUPED[name](event.currentTarget.value, form.values[name]) }),
  });
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
              onClick={() => form.setValues({ cardNumber, expiry: testExpiry(new Date()), cvc: '123' })}
            >
              {label}
            </Button>
          ))}
        </Group>
      </div>
      <TextInput
        label="Card number"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        {...field('cardNumber')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="Expiry date" autoComplete="cc-exp" placeholder="MM/YY" {...field('expiry')} />
        <TextInput label="Security code" autoComplete="cc-csc" placeholder="123" {...field('cvc')} />
      </SimpleGrid>
    </Stack>
  );
}
