import { monthlyFeeCents } from '@stridewell/contract/billing/billing.invoices.rules';
import { mrrSteps, type SubscriptionChange, sumMovements } from '@stridewell/contract/money/money.mrr.rules';
import type { PlatformFigures } from '@stridewell/contract/operator/operator';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { Database } from '../../platform/db/database.ts';
import { countRunning, selectFailing, selectRecentSubscriptions } from './billing.figures.data.ts';
import { billingScope } from './billing.scopes.ts';

const PERIOD_DAYS = 30;
const CURRENCY = 'USD';
const DAY_MS = 86_400_000;

type Recent = Awaited<ReturnType<typeof selectRecentSubscriptions>>[number];

/** Start and end of a subscription, as changes of the monthly payment. */
function changesOf({ id, userId, plan, clients, createdAt, endedAt }: Recent): SubscriptionChange[] {
  const change = { clientId: userId ?? id, subscriptionId: id, currency: CURRENCY };
  const on = (at: Date) => dayInZone(at, 'UTC');
  return [
    { ...change, on: on(createdAt), monthlyCents: monthlyFeeCents(plan, clients) },
    ...(endedAt ? [{ ...change, on: on(endedAt), monthlyCents: 0 }] : []),
  ];
}

/**
 * MRR of the platform and its movements in the last 30 days. Only coaches whose subscriptions began or ended in that
 * time are read one by one.
 */
export async function platformMrr(db: Database, now: Date): Promise<PlatformFigures['mrr']> {
  const [running, recent] = await db.readAtOnce(billingScope, (tx) =>
    Promise.all([countRunning(tx), selectRecentSubscriptions(tx, new Date(now.getTime() - PERIOD_DAYS * DAY_MS))]),
  );
  const cents = running.reduce((sum, { plan, clients, count }) => sum + monthlyFeeCents(plan, clients) * count, 0);
  const to = dayInZone(now, 'UTC');
  const steps = mrrSteps(recent.flatMap(changesOf));
  const [found] = sumMovements(steps, { from: addDays(to, 1 - PERIOD_DAYS), to });
  const { currency: _, ...movements } = found ?? {
    currency: CURRENCY,
    new: 0,
    reactivation: 0,
    expansion: 0,
    contraction: 0,
    churn: 0,
  };
  const change = Object.values(movements).reduce((sum, moved) => sum + moved, 0);
  return { cents, beforeCents: cents - change, movements };
}

/** The first coaches whose payments fail, and since when: at most seven days. */
export const listFailingCoaches = (db: Database, limit: number) =>
  db.readAtOnce(billingScope, (tx) => selectFailing(tx, limit));
