import { Button } from '@mantine/core';
import { isInGracePeriod, PLANS, type PlanAccess } from '@stridewell/contract/billing.rules';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayWords } from './billing.messages.ts';
import classes from './dunning-banner.module.css';

type DunningBannerProps = { access: PlanAccess; timeZone: string };

/** Shown while a coach can still pay a failed payment. */
export default function DunningBanner({ access, timeZone }: DunningBannerProps) {
  const { plan, subscription_status, grace_until } = access;
  if (subscription_status === 'active' || !grace_until || !isInGracePeriod(grace_until, new Date())) return null;
  return (
    <section className={classes.banner} aria-label="Payment failed">
      <div className={classes.inner}>
        <IconCreditCardOff size={20} stroke={1.75} aria-hidden />
        <p>
          Your last payment failed. Update your card by {dayWords(grace_until, timeZone)} to keep {PLANS[plan].label}.
        </p>
        <Button component={Link} to="/billing" size="xs" color="ember.5" c="#10201B" flex="none">
          Update card
        </Button>
      </div>
    </section>
  );
}
