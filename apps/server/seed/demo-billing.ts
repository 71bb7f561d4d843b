import { billedClients, invoiceLines } from '@stridewell/contract/billing/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { sandboxCheckouts, sandboxInvoices, sandboxSubscriptions } from '../src/core/payments/sandbox.table.ts';
import { nextPeriodEnd } from '../src/core/payments/sandbox.ts';
import { users } from '../src/core/people/people.table.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { purchases, subscriptions } from '../src/features/billing/billing.table.ts';
import { endsOf } from './demo-former.ts';
import { idAt, type OwnerDb } from './factories.ts';

const CARD = { cardBrand: 'Visa', cardLast4: '4242', cardRenews: true };
const HOUR_MS = 3_600_000;

type PayingCoach = { id: string; email: string; plan: PaidPlan; joinedAt: Date };
type Charge = { subscriptionId: string; at: Date; lines: ReturnType<typeof invoiceLines> };

const payingCoaches = async (db: OwnerDb): Promise<PayingCoach[]> => {
  const rows = await db
    .select({ id: users.id, email: users.email, plan: users.plan, joinedAt: users.createdAt })
    .from(users)
    .where(and(eq(users.isDemo, true), inArray(users.plan, ['plus', 'pro'])))
    .orderBy(asc(users.createdAt), asc(users.email));
  return rows.flatMap(({ plan, ...coach }) => (plan === 'plus' || plan === 'pro' ? [{ ...coach, plan }] : []));
};

/** The number of clients that a coach had, and paid for, at a time. */
async function clientsOf(db: OwnerDb, coachId: string): Promise<(at: Date) => number> {
  const ends = await endsOf(db, coachId);
  const accepted = await db
    .select({ clientId: relationships.clientId, since: relationships.acceptedAt })
    .from(relationships)
    .where(and(eq(relationships.coachId, coachId), isNotNull(relationships.acceptedAt)));
  return (at) =>
    accepted.filter(({ clientId, since }) => {
      const end = ends.get(clientId);
      return since !== null && since <= at && (end === undefined || end > at);
    }).length;
}

/**
 * Seeds the plans that coaches have paid for since they joined, like the sandbox: the purchase, the subscription, and a
 * monthly invoice with the clients of that day.
 */
export async function seedBilling(db: OwnerDb, now: Date): Promise<void> {
  const charges: Charge[] = [];
  for (const coach of await payingCoaches(db)) charges.push(...(await seedSubscription(db, coach, now)));
  // Invoice numbers follow the days across all coaches.
  charges.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { subscriptionId, at, lines } of charges) {
    await db.insert(sandboxInvoices).values({
      id: providerId('in', at),
      subscriptionId,
      status: 'paid',
      createdAt: at,
      paidAt: at,
      lines: lines.map(({ label, amountCents }) => ({ label, amountCents })),
      amountCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    });
  }
}

const providerId = (kind: string, at: Date): string => `${kind}_test_${idAt(at).replaceAll('-', '')}`;

/** Seeds the subscription of one coach. @returns its charges, oldest first */
async function seedSubscription(
  db: OwnerDb,
  { id: userId, email, plan, joinedAt }: PayingCoach,
  now: Date,
): Promise<Charge[]> {
  const clientsAt = await clientsOf(db, userId);
  const [subscriptionId, customerId, sessionId] = [
    providerId('sub', joinedAt),
    providerId('cus', joinedAt),
    providerId('cs', joinedAt),
  ];
  const charges: Charge[] = [];
  let currentPeriodEnd = joinedAt;
  while (currentPeriodEnd <= now) {
    const lines = invoiceLines(plan, clientsAt(currentPeriodEnd), charges.length === 0);
    charges.push({ subscriptionId, at: currentPeriodEnd, lines });
    currentPeriodEnd = nextPeriodEnd(currentPeriodEnd);
  }
  const clients = billedClients(plan, clientsAt(now));
  const kept = { plan, customerId, clients, currentPeriodEnd, createdAt: joinedAt };
  await db.insert(sandboxSubscriptions).values({ ...kept, ...CARD, id: subscriptionId, status: 'active' });
  await db.insert(sandboxCheckouts).values({
    id: sessionId,
    secretDigest: uuidv7(),
    plan,
    clients: billedClients(plan, clientsAt(joinedAt)),
    status: 'complete',
    email,
    userId,
    customerId,
    subscriptionId,
    createdAt: joinedAt,
    expiresAt: new Date(joinedAt.getTime() + 24 * HOUR_MS),
  });
  await db.insert(subscriptions).values({
    ...kept,
    id: subscriptionId,
    userId,
    status: 'active',
    cancelAtPeriodEnd: false,
  });
  await db.insert(purchases).values({
    sessionId,
    plan,
    email,
    subscriptionId,
    userId,
    paidAt: joinedAt,
    createdAt: joinedAt,
  });
  await db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, userId));
  return charges;
}
