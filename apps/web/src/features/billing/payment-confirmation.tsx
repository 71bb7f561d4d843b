import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { money } from '../../lib/format.ts';
import { takeFocus } from '../../lib/take-focus.ts';

type PaymentConfirmationProps = {
  totalCents: number;
  currency?: string;
  last4: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Simulates the page on which a bank asks its customer to confirm the payment. */
export const PaymentConfirmation = ({
  totalCents,
  currency = 'USD',
  last4,
  busy,
  onConfirm,
  onCancel,
}: PaymentConfirmationProps) => (
  <Stack component="section" align="flex-start" py="md" aria-labelledby="payment-confirmation">
    <IconShieldLock size={32} stroke={1.75} aria-hidden />
    <Title order={3} size="h2" id="payment-confirmation" tabIndex={-1} ref={takeFocus}>
      Confirm this payment
    </Title>
    <Text maw="46ch">
      Your bank needs to confirm that it's you: {money(totalCents, currency)} with the card ending in {last4}. In test
      mode, you answer for the bank.
    </Text>
    <Group>
      <Button loading={busy} onClick={onConfirm}>
        Confirm
      </Button>
      <Button variant="default" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  </Stack>
);
