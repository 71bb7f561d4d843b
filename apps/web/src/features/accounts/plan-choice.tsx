import { NativeSelect, type NativeSelectProps, Text } from '@mantine/core';
import type { Account, PlanPrice } from '@stridewell/contract/accounts/accounts';
import { type PaidPlan, PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { useQuery } from '@tanstack/react-query';
import { countLabel, money } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { planPriceQuery } from './accounts.queries.ts';

const PAID_PLANS = ['plus', 'pro'] as const satisfies readonly PaidPlan[];

/** The plan that is chosen at first: with a subscription the one that the coach does not have, so that its price shows. */
export const initialPlan = ({ plan, subscription }: Account): Plan =>
  PAID_PLANS.find((one) => subscription && one !== subscription.plan) ?? plan ?? 'base';

type PlanChoiceProps = { account: Account; plan: Plan; inputProps: Partial<NativeSelectProps> };

/** The plans that a coach can get, with the price where a subscription pays for it. */
export function PlanChoice({ account: { userId, subscription }, plan, inputProps }: PlanChoiceProps) {
  const plans: readonly Plan[] = subscription ? PAID_PLANS : PLAN_ORDER;
  return (
    <>
      <NativeSelect
        label="Plan"
        data={plans.map((value) => ({ value, label: PLANS[value].label }))}
        {...(!subscription && { description: 'Free of charge' })}
        {...inputProps}
      />
      {subscription && plan !== 'base' && plan !== subscription.plan && <Price userId={userId} plan={plan} />}
    </>
  );
}

function Price({ userId, plan }: { userId: string; plan: PaidPlan }) {
  const price = useQuery(planPriceQuery(userId, plan));
  return (
    <QueryBoundary query={price} failed="The price could not be loaded" loading="Loading the price" skeleton={48}>
      {(data) => (
        <>
          <Text>{priceText(plan, data)}</Text>
          {data.overCap > 0 && (
            <Notice tone="warning">
              The coach has {countLabel(data.overCap, 'client')} more than the plan allows. The data stays, but they
              cannot add clients.
            </Notice>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/** Costs of the change, with dates. */
function priceText(plan: PaidPlan, { monthlyCents, ...price }: PlanPrice): string {
  return `${PLANS[plan].label} costs ${money(monthlyCents)} a month with the current clients. ${chargeText(price)}`;
}

function chargeText({ dueNowCents, differenceCents, setupCents }: Omit<PlanPrice, 'monthlyCents'>): string {
  const setup = `${money(setupCents)} for the one-time setup`;
  if (dueNowCents === 0) return 'Nothing is due now.';
  if (dueNowCents !== null) {
    return `The card is charged ${money(dueNowCents)} now${setupCents > 0 ? `, with ${setup}` : ''}.`;
  }
  const andSetup = setupCents > 0 ? `, and ${setup}` : '';
  if (differenceCents === null) return `The next invoice includes the difference for this month${andSetup}.`;
  const difference = `${differenceCents < 0 ? 'credits' : 'adds'} ${money(Math.abs(differenceCents))}`;
  return `The next invoice ${difference} for the rest of this month${andSetup}.`;
}
