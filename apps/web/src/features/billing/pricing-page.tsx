import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { product } from '../../lib/product.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PricingComparison } from './pricing-comparison.tsx';
import { type PlanActions, PricingPlans } from './pricing-plans.tsx';
import { UpgradeCard } from './pricing-upgrade.tsx';

type PricingPageProps = PlanActions & {
  calculator: ReactNode;
  /** The button of a paying coach to manage the subscription. */
  manage?: ReactNode;
};

/** The page around its moving parts, which the app and the public site pass. */
export function PricingPage({ base, plus, pro, calculator, manage }: PricingPageProps) {
  return (
    <Stack gap={72} maw={1120} mx="auto">
      <div>
        <DisplayHeader
          large
          title="Start free, pay as your coaching grows"
          lead="Three plans, one price list. You pay for the clients you coach, and nothing for those who have left."
        />
        <PricingPlans base={base} plus={plus} pro={pro} />
      </div>
      {calculator}
      <PricingComparison />
      <UpgradeCard />
      <Stack component="section" align="center" gap="sm" c="dimmed" ta="center" aria-label="Your subscription">
        {manage}
        <Text>Cancel anytime or update your payment method.</Text>
        <Text>
          Questions? <a href={`mailto:${product.contactEmail}`}>{product.contactEmail}</a>
        </Text>
      </Stack>
    </Stack>
  );
}
