import { eq } from 'drizzle-orm';
import type { OwnerDb } from '../seed/factories.ts';
import { sandboxSubscriptions } from '../src/core/payments/sandbox.table.ts';
import { users } from '../src/core/people/people.table.ts';
import { subscriptions } from '../src/features/billing/billing.table.ts';

const DAY_MS = 86_400_000;
const GRACE_DAYS = 7;

type Failing = { coachId: string; plan: 'plus' | 'pro'; days: number };

/** Gives a coach a subscription of the sandbox whose payments have failed for `days`. */
export async function createFailingSubscription(db: OwnerDb, { coachId, plan, days }: Failing): Promise<void> {
  const now = Date.now();
  const failingSince = new Date(now - days * DAY_MS);
  const customerId = `cus_test_${coachId}`;
  const period = { status: 'past_due' as const, currentPeriodEnd: new Date(now + 28 * DAY_MS) };
  const row = { id: `sub_test_${coachId}`, customerId, plan, ...period };
  const card = { clients: 5, cardRenews: false, cardBrand: 'visa', cardLast4: '0341' };
  await db.insert(sandboxSubscriptions).values({ ...row, ...card });
  await db
    .insert(subscriptions)
    .values({ ...row, clients: card.clients, userId: coachId, failingSince, cancelAtPeriodEnd: false });
  const graceUntil = new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS);
  await db
    .update(users)
    .set({ subscriptionStatus: 'past_due', graceUntil, stripeCustomerId: customerId })
    .where(eq(users.id, coachId));
}
