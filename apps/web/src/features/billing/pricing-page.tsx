import type { Plan } from '@stridewell/contract/billing.rules';
import type { ReactNode } from 'react';
import classes from './pricing.module.css';
import { PricingCalculator } from './pricing-calculator.tsx';
import { PricingComparison } from './pricing-comparison.tsx';
import { PricingFoot } from './pricing-foot.tsx';
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
    <div className={classes.page}>
      <header>
        <h1 className={classes.claim}>Start free, pay as your coaching grows</h1>
        <p className={classes.lead}>
          Three plans, one price list. You pay for the clients you coach, and nothing for those who have left.
        </p>
      </header>
      <PricingPlans onBuy={onBuy} current={current} />
      <PricingCalculator />
      <PricingComparison />
      <UpgradeCard />
      <PricingFoot manage={manage} />
    </div>
  );
}
