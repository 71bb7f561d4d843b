import { Text } from '@mantine/core';
import type { PriceLine } from '@stridewell/contract/billing/billing';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { money } from '../../lib/format.ts';
import { PriceLines } from './price-lines.tsx';

type CheckoutSummaryProps = { plan: PaidPlan; lines: readonly PriceLine[]; totalCents: number };

/** The items of a purchase, with the price today and each month. */
export function CheckoutSummary({ plan, lines, totalCents }: CheckoutSummaryProps) {
  const monthly = lines.filter(({ recurring }) => recurring).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <section aria-label="Order summary">
      <PriceLines
        lines={lines.map(({ label, amountCents, recurring }) => ({
          label,
          amount: (
            <>
              {money(amountCents)} {recurring && <small>a month</small>}
            </>
          ),
        }))}
        total={{ label: 'Due today', amount: money(totalCents) }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Then {money(monthly)} a month. Cancel anytime, and {PLANS[plan].label} stays yours until the paid month ends.
      </Text>
    </section>
  );
}
