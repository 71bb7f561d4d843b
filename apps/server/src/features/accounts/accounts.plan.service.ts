import { mayChangePlan } from '@stridewell/contract/billing.invoices.rules';
import { type PaidPlan, PLANS, type Plan } from '@stridewell/contract/billing.rules';
import { amountLabel } from '@stridewell/contract/money.amounts.rules';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { type PlanChangePrice, previewPlanChange } from '../billing/billing.portal.service.ts';
import { findOwnSubscription } from '../billing/billing.purchase.service.ts';
import { changeComplimentaryPlan, changeSubscribedPlan } from '../billing/billing.support.service.ts';
import { noteAsked, noteIn, requireTarget, type SupportDeps } from './accounts.support.service.ts';

const money = (cents: number): string => amountLabel(cents, 'USD');

/**
 * What another plan costs a coach with a subscription.
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE without a subscription whose plan may change
 */
export async function previewAccountPlan(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  scope: OperatorScope,
  { userId, plan }: { userId: string; plan: PaidPlan },
): Promise<PlanChangePrice> {
  await requireTarget(deps, scope, userId);
  return priceOf(deps, await findOwnSubscription(deps, userId), plan);
}

type Subscription = Awaited<ReturnType<typeof findOwnSubscription>>;

/** @throws NOT_POSSIBLE */
async function priceOf(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  subscription: Subscription,
  plan: PaidPlan,
): Promise<PlanChangePrice> {
  if (!subscription) throw refuse(deps, 'NOT_POSSIBLE', { message: 'This coach has no subscription.' });
  if (!mayChangePlan(subscription)) {
    throw refuse(deps, 'NOT_POSSIBLE', {
      message: 'A payment of this subscription has failed, or it was canceled, so its plan cannot be changed.',
    });
  }
  return previewPlanChange(deps, subscription, plan);
}

type PlanChange = { userId: string; reason: string; plan: Plan; from: Plan };

/**
 * Changes the plan of a coach: with a subscription at the payment provider, else free of charge.
 * @throws NOT_FOUND, FORBIDDEN, CARD_DECLINED, NOT_POSSIBLE for everyone who is no coach, and when the plan is another
 * one than the operator saw
 */
export async function changeAccountPlan(
  deps: SupportDeps & Answering<'NOT_POSSIBLE' | 'CARD_DECLINED'>,
  scope: OperatorScope,
  change: PlanChange,
): Promise<void> {
  const { userId, reason, plan, from } = change;
  const account = await requireTarget(deps, scope, userId);
  if (account.coachStatus === null) throw refuse(deps, 'NOT_POSSIBLE', { message: 'Only coaches have a plan.' });
  if (plan === from) throw refuse(deps, 'NOT_POSSIBLE', { message: 'The coach has this plan already.' });
  const subscription = await findOwnSubscription(deps, userId);
  const noted = { before: { plan: from }, after: { plan } };
  if (!subscription) {
    await deps.db.write(scope, async (tx) => {
      if (!(await changeComplimentaryPlan(tx, userId, { from, plan }))) throw refuse(deps, 'NOT_POSSIBLE');
      await noteIn(tx, deps, account, {
        ...{ action: 'plan.changed', ...noted },
        mail: { event: 'plan_changed', reason, detail: `You have ${PLANS[plan].label} now.` },
      });
    });
    return;
  }
  if (plan === 'base') {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'A subscription ends when the coach cancels it, or with a refund.' });
  }
  const price = await priceOf(deps, subscription, plan);
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'plan.subscription_change_asked', ...noted },
      work: () => changeSubscribedPlan(deps, { id: subscription.id, userId }, { from, plan }),
      noted: () => ({
        ...{ action: 'plan.subscription_changed', ...noted },
        mail: { event: 'subscription_changed', reason, detail: describePrice(plan, price) },
      }),
    },
  );
}

/** What the coach pays, such as "You have Coach Pro now, for $249.00 a month. $598.00 was charged to your card." */
function describePrice(plan: PaidPlan, { monthlyCents, dueNowCents, setupCents }: PlanChangePrice): string {
  const setup = setupCents > 0 ? ` and ${money(setupCents)} for the one-time setup` : '';
  const charge =
    dueNowCents === null
      ? ` Your next invoice has the difference for this month${setup}.`
      : dueNowCents > 0
        ? ` ${money(dueNowCents)} was charged to your card.`
        : '';
  return `You have ${PLANS[plan].label} now, for ${money(monthlyCents)} a month.${charge}`;
}
