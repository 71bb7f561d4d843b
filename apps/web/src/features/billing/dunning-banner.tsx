import { Button, Group, Text } from '@mantine/core';
import { isInGracePeriod, PLANS, type PlanAccess } from '@stridewell/contract/billing.rules';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayWords } from './billing.messages.ts';

type DunningBannerProps = { access: PlanAccess; timeZone: string };

/** Shown while a coach can still pay a failed payment. */
export default function DunningBanner({ access, timeZone }: DunningBannerProps) {
  const { plan, subscription_status, grace_until } = access;
  if (subscription_status === 'active' || !grace_until || !isInGracePeriod(grace_until, new Date())) return null;
  return (
    <Group
      component="section"
      justify="center"
      gap="sm"
      px={20}
      py={10}
      c="light-dark(#6b270f, #fadbd1)"
      bg="light-dark(#fdeee9, #3a2018)"
      aria-label="Payment failed"
    >
      <IconCreditCardOff size={20} stroke={1.75} aria-hidden />
      <Text fw={550}>
        Your last payment failed. Update your card by {dayWords(grace_until, timeZone)} to keep {PLANS[plan].label}.
      </Text>
      <Button component={Link} to="/billing" size="xs" variant="ember">
        Update card
      </Button>
    </Group>
  );
}
