import type { PlanPrice } from '@stridewell/contract/accounts/accounts';
import { PRICE_HOLDS_MINUTES } from '@stridewell/contract/accounts/accounts.rules';
import { mayChangePlan } from '@stridewell/contract/billing/billing.invoices.rules';
import { type PaidPlan, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { amountLabel } from '@stridewell/contract/money/money.amounts.rules';
import type { PlanChangeCost } from '../../core/payments/gateway.ts';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { type PlanChangePrice, previewPlanChange } from '../billing/billing.portal.service.ts';
import { findOwnSubscription } from '../billing/billing.purchase.service.ts';
import { changeComplimentaryPlan, changeSubscribedPlan } from '../billing/billing.support.service.ts';
import { noteAsked, noteIn, requireTarget, type SupportDeps } from './accounts.support.service.ts';

const money = (cents: number): string => amountLabel(cents, 'USD');

/**
 * Price of another plan for a coach with a subscription.
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE without a subscription that can change its plan
 */
export async function previewAccountPlan(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  scope: OperatorScope,
  { userId, plan }: { userId: string; plan: PaidPlan },
): Promise<PlanPrice> {
  await requireTarget(deps, scope, userId);
  const countedFrom = deps.now();
  const price = await priceOf(deps, await findOwnSubscription(deps, userId), { plan, countedFrom });
  return { ...price, countedFrom: countedFrom.toISOString() };
}

type Subscription = Awaited<ReturnType<typeof findOwnSubscription>>;

/** @throws NOT_POSSIBLE */
async function priceOf(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  subscription: Subscription,
  change: { plan: PaidPlan; countedFrom: Date },
): Promise<PlanChangePrice> {
  if (!subscription) throw refuse(deps, 'NOT_POSSIBLE', { message: 'This coach has no subscription.' });
  if (!mayChangePlan(subscription)) {
    throw refuse(deps, 'NOT_POSSIBLE', {
      message: 'A payment of this subscription has failed, or it was canceled, so its plan cannot be changed.',
    });
  }
  return previewPlanChange(deps, subscription, change);
}

/** Amounts of a price that an operator agrees to. */
const AMOUNTS = ['monthlyCents', 'dueNowCents', 'differenceCents', 'setupCents'] as const;
type SeenPrice = Pick<PlanPrice, (typeof AMOUNTS)[number] | 'countedFrom'>;

/**
 * The time at which the price that the operator saw was calculated.
 * @throws NOT_POSSIBLE when no price was shown, or when it is too old
 */
function agreedMoment(deps: SupportDeps & Answering<'NOT_POSSIBLE'>, seen: SeenPrice | undefined): Date {
  if (!seen) throw refuse(deps, 'NOT_POSSIBLE', { message: 'Please look at the price first.' });
  const countedFrom = new Date(seen.countedFrom);
  const age = deps.now().getTime() - countedFrom.getTime();
  if (age >= 0 && age <= PRICE_HOLDS_MINUTES * 60_000) return countedFrom;
  throw refuse(deps, 'NOT_POSSIBLE', {
    message: `This price was shown more than ${PRICE_HOLDS_MINUTES} minutes ago. Please look at it again.`,
  });
}

type PlanChange = { userId: string; reason: string; plan: Plan; from: Plan; price?: SeenPrice | undefined };

/**
 * Changes the plan of a coach: with a subscription at the payment provider, else free of charge.
 * @throws NOT_FOUND, FORBIDDEN, CARD_DECLINED, NOT_POSSIBLE for a person who is no coach, or when the plan or its price
 * has changed since the operator saw it
 */
export async function changeAccountPlan(
  deps: SupportDeps & Answering<'NOT_POSSIBLE' | 'CARD_DECLINED'>,
  scope: OperatorScope,
  change: PlanChange,
): Promise<void> {
  const { userId, reason, plan, from, price: seen } = change;
  const account = await requireTarget(deps, scope, userId);
  if (account.coachStatus === null) throw refuse(deps, 'NOT_POSSIBLE', { message: 'Only coaches have a plan.' });
  if (plan === from) throw refuse(deps, 'NOT_POSSIBLE', { message: 'The coach has this plan already.' });
  const subscription = await findOwnSubscription(deps, userId);
  const noted = { before: { plan: from }, after: { plan } };
  if (!subscription) {
    await deps.db.write(scope, async (tx) => {
      if (!(await changeComplimentaryPlan(tx, userId, { from, plan }))) throw refuse(deps, 'NOT_POSSIBLE');
      await noteIn(tx, deps, account, {
        action: 'plan.changed',
        ...noted,
        mail: { event: 'plan_changed', reason, detail: `You are now on ${PLANS[plan].label}.` },
      });
    });
    return;
  }
  if (plan === 'base') {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'A subscription ends when the coach cancels it, or with a refund.' });
  }
  const countedFrom = agreedMoment(deps, seen);
  const price = await priceOf(deps, subscription, { plan, countedFrom });
  if (AMOUNTS.some((amount) => price[amount] !== seen?.[amount])) {
    throw refuse(deps, 'NOT_POSSIBLE', { message: 'The price has changed meanwhile. Please look at it again.' });
  }
  await noteAsked(
    deps,
    { scope, target: account },
    {
      asked: { action: 'plan.subscription_change_asked', ...noted },
      work: () => changeSubscribedPlan(deps, { id: subscription.id, userId }, { from, plan, countedFrom }),
      noted: () => ({
        action: 'plan.subscription_changed',
        ...noted,
        mail: { event: 'subscription_changed', reason, detail: describePrice(plan, price) },
      }),
    },
  );
}

/** Such as "You have Coach Pro now, for $249.00 a month. $598.00 was charged to your card." */
function describePrice(plan: PaidPlan, { monthlyCents, ...price }: PlanChangePrice): string {
  return `You are now on ${PLANS[plan].label}, for ${money(monthlyCents)} a month.${describeCharge(price)}`;
}

function describeCharge({ dueNowCents, differenceCents, setupCents }: PlanChangeCost): string {
  if (dueNowCents !== null) return dueNowCents > 0 ? ` ${money(dueNowCents)} was charged to your card.` : '';
  const setup = setupCents > 0 ? `, and ${money(setupCents)} for the one-time setup` : '';
  if (differenceCents === null) return ` Your next invoice has the difference for this month${setup}.`;
  const difference = `${money(Math.abs(differenceCents))} ${differenceCents < 0 ? 'less' : 'more'}`;
  return ` Your next invoice has ${difference} for the rest of this month${setup}.`;
}
