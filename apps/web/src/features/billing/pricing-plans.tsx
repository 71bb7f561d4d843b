import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { type PaidPlan, PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { PLAN_WORDS, seatWords, setupWords, tierWords } from './billing.wording.ts';
import { CheckList } from './check-list.tsx';
import classes from './pricing.module.css';

const POPULAR: Plan = 'plus';

/** The button of each plan. */
export type PlanActions = Record<Plan, ReactNode>;

export const StartFree = () => (
  <Button component={PageLink} href="/account-setup?plan=base" size="md" variant="default" fullWidth>
    Get Started Free
  </Button>
);

/** The button of a paid plan. The popular one is the page's one ember button. */
export const BuyButton = ({ plan, onBuy }: { plan: PaidPlan; onBuy: () => void }) => (
  <Button size="md" fullWidth variant={plan === POPULAR ? 'ember' : 'default'} onClick={onBuy}>
    {plan === 'plus' ? 'Get Plus' : 'Go Pro'}
  </Button>
);

/** In the place of the button, for the coach's own plan. */
export const OwnPlan = () => (
  <Button size="md" fullWidth disabled bg="none" c="inherit" bd="1px solid var(--mark, var(--pine-text))">
    Your plan
  </Button>
);

/** The three plans side by side. */
export function PricingPlans(actions: PlanActions) {
  return (
    <section id="plans" aria-label="Plans" className={classes.plans}>
      {PLAN_ORDER.map((plan, index) => (
        <PlanCard
          key={plan}
          plan={plan}
          below={PLAN_ORDER[index - 1]}
          popular={plan === POPULAR}
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
    <Card
      component="article"
      id={`plan-${plan}`}
      aria-labelledby={`plan-${plan}-name`}
      className={popular ? `${classes.plan} ${classes.deep}` : classes.plan}
    >
      <div>
        <Group justify="space-between" gap="xs">
          <Title order={2} fz={22} id={`plan-${plan}-name`}>
            {label}
          </Title>
          {popular && (
            <Badge size="lg" c="#10201b" bg="ember.2">
              Most Popular
            </Badge>
          )}
        </Group>
        <Text c="var(--quiet)">{audience}</Text>
      </div>
      <div>
        <Group gap={8} align="baseline">
          <Text span ff="heading" fz={56} fw={650} lh={1}>
            {monthlyCents === 0 ? 'Free' : money(monthlyCents)}
          </Text>
          {monthlyCents > 0 && (
            <Text span size="lg" c="var(--quiet)">
              per month
            </Text>
          )}
        </Group>
        <Text c="var(--quiet)" mt="xs">
          {setupWords(plan)}
        </Text>
      </div>
      {action || <span />}
      <div>
        <Text size="lg" fw={600}>
          {seatWords(plan)}
        </Text>
        {tierWords(plan).map((words) => (
          <Text key={words} c="var(--quiet)">
            {words}
          </Text>
        ))}
      </div>
      <div className={classes.brings}>
        {below && (
          <Text c="var(--quiet)" mb="sm">
            Everything in {PLANS[below].label}, and
          </Text>
        )}
        <CheckList items={brings} />
      </div>
    </Card>
  );
}
