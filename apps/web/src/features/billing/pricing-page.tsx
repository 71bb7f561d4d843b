import { Stack, Text } from '@mantine/core';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import type { ReactNode } from 'react';
import { product } from '../../lib/product.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PricingCalculator } from './pricing-calculator.tsx';
import { PricingComparison } from './pricing-comparison.tsx';
import { PricingPlans } from './pricing-plans.tsx';
import { UpgradeCard } from './pricing-upgrade.tsx';

type PricingPageProps = {
  onBuy: (plan: 'plus' | 'pro') => void;
  /** The plan of the signed-in coach. */
  current?: Plan | undefined;
  /** The button of a paying coach to manage the subscription. */
  manage?: ReactNode;
};

export function PricingPage({ onBuy, current, manage }: PricingPageProps) {
  return (
    <Stack gap={72} maw={1120} mx="auto">
      <div>
        <DisplayHeader
          large
          title="Start free, pay as your coaching grows"
          lead="Three plans, one price list. You pay for the clients you coach, and nothing for those who have left."
        />
        <PricingPlans onBuy={onBuy} current={current} />
      </div>
      <PricingCalculator />
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
