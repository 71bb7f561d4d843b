import { Button, Group, Text } from '@mantine/core';
import { isInGracePeriod, lockReason, PLANS, type PlanAccess } from '@stridewell/contract/billing/billing.rules';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayWords } from './billing.messages.ts';

type DunningBannerProps = { access: PlanAccess; timeZone: string };

/** Shown on every page of a coach whose payment failed: in the grace period, and while the plan is locked after it. */
export default function DunningBanner({ access, timeZone }: DunningBannerProps) {
  const { plan, subscription_status, grace_until } = access;
  const now = new Date();
  const inGrace = subscription_status !== 'active' && isInGracePeriod(grace_until, now);
  if (!inGrace && lockReason(access, now) !== 'payment') return null;
  const { label } = PLANS[plan];
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
        {inGrace && grace_until
          ? `Your last payment failed. Update your card by ${dayWords(grace_until, timeZone)} to keep ${label}.`
          : `Your last payment failed, so the features of ${label} are locked. Update your card to unlock them.`}
      </Text>
      <Button component={Link} to="/billing" size="xs" variant="ember">
        Update card
      </Button>
    </Group>
  );
}
