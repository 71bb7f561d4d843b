import { Button } from '@mantine/core';
import { PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing.rules';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { PLAN_WORDS, seatWords, setupWords, tierWords } from './billing.wording.ts';
import classes from './pricing-plans.module.css';

type PricingPlansProps = {
  onBuy: (plan: 'plus' | 'pro') => void;
  /** The plan of the coach who looks. */
  current: Plan | undefined;
};

/** The three plans side by side. The popular one carries the page's one ember button. */
export function PricingPlans({ onBuy, current }: PricingPlansProps) {
  const actions: Record<Plan, ReactNode> = {
    base: (
      <Button
        renderRoot={(props) => <Link {...props} to="/account-setup" search={{ plan: 'base' }} />}
        size="md"
        variant="default"
        fullWidth
      >
        Get Started Free
      </Button>
    ),
    plus: (
      <Button size="md" fullWidth className={classes.ember} onClick={() => onBuy('plus')}>
        Get Plus
      </Button>
    ),
    pro: (
      <Button size="md" fullWidth onClick={() => onBuy('pro')}>
        Go Pro
      </Button>
    ),
  };
  if (current) {
    // The free plan is what is left when a paid one ends, not one to change to.
    actions.base = null;
    actions[current] = (
      <Button size="md" fullWidth disabled className={classes.yours}>
        Your plan
      </Button>
    );
  }
  return (
    <section id="plans" aria-label="Plans" className={classes.plans}>
      {PLAN_ORDER.map((plan, index) => (
        <PlanCard
          key={plan}
          plan={plan}
          below={PLAN_ORDER[index - 1]}
          popular={plan === 'plus'}
          action={actions[plan]}
        />
      ))}
    </section>
  );
}

type PlanCardProps = {
  plan: Plan;
  /** The next lower plan, all of which this one has as well. */
  below: Plan | undefined;
  popular: boolean;
  action: ReactNode;
};

function PlanCard({ plan, below, popular, action }: PlanCardProps) {
  const { label, monthlyCents } = PLANS[plan];
  const { audience, brings } = PLAN_WORDS[plan];
  return (
    <article id={`plan-${plan}`} aria-labelledby={`plan-${plan}-name`} className={classes.plan} data-popular={popular}>
      <div>
        <div className={classes.head}>
          <h2 id={`plan-${plan}-name`}>{label}</h2>
          {popular && <span className={classes.badge}>Most Popular</span>}
        </div>
        <p className={classes.audience}>{audience}</p>
      </div>
      <div>
        <p className={classes.price}>
          {monthlyCents === 0 ? (
            <strong>Free</strong>
          ) : (
            <>
              <strong>{money(monthlyCents)}</strong> <span>per month</span>
            </>
          )}
        </p>
        <p className={classes.setup}>{setupWords(plan)}</p>
      </div>
      {action ?? <span />}
      <div className={classes.seats}>
        <p>{seatWords(plan)}</p>
        {tierWords(plan).map((words) => (
          <p key={words} className={classes.tier}>
            {words}
          </p>
        ))}
      </div>
      <ul className={classes.brings}>
        {below && <li className={classes.below}>Everything in {PLANS[below].label}, and</li>}
        {brings.map((text) => (
          <li key={text}>
            <IconCheck size={18} stroke={2} aria-hidden />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
