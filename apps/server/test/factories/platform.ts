import { randomUUID } from 'node:crypto';
import { accounts, twoFactors } from '../../src/core/auth/auth.table.ts';
import { subscriptions, webhookEvents } from '../../src/features/billing/billing.table.ts';
import { notifications } from '../../src/features/notifications/notifications.table.ts';
import type { TestApp } from '../app.ts';

type Stored = Pick<TestApp, 'owner'>;

/** A second step of sign-in that was set up, and that no code fits. */
export async function aSecondStep(
  { owner }: Stored,
  { of, ...options }: Partial<typeof twoFactors.$inferInsert> & { of: { id: string } },
): Promise<void> {
  const step = { secret: 'x', backupCodes: 'x', verified: true, ...options };
  await owner.insert(twoFactors).values({ id: randomUUID(), ...step, userId: of.id });
}

/** A sign-in with Google. */
export async function aLinkedAccount({ owner }: Stored, { of }: { of: { id: string } }): Promise<void> {
  const id = randomUUID();
  await owner.insert(accounts).values({ id, userId: of.id, accountId: id, providerId: 'google' });
}

/** A running subscription of a coach to a plan, as the payment provider told of it. */
export async function aPlanSubscription(
  { owner }: Stored,
  { of, ...options }: Partial<typeof subscriptions.$inferInsert> & { of: { id: string } },
): Promise<string> {
  const { id = randomUUID() } = options;
  const running = { customerId: 'cus', plan: 'pro', status: 'active', cancelAtPeriodEnd: false } as const;
  await owner.insert(subscriptions).values({ currentPeriodEnd: new Date(), ...running, ...options, userId: of.id, id });
  return id;
}

/** Delivered notifications of a person, titled by their number. Three each are of one moment: only ids tell them apart. */
export async function someNotifications(
  { owner }: Stored,
  { of, count, ...options }: Partial<typeof notifications.$inferInsert> & { of: { id: string }; count: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'coach_assigned',
    title: `Number ${index}`,
    message: '',
    metadata: {},
    createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
    ...options,
    userId: of.id,
  }));
  await owner.insert(notifications).values(rows);
}

/** An event of the payment provider. */
export async function aWebhookEvent(
  { owner }: Stored,
  options: Partial<typeof webhookEvents.$inferInsert> = {},
): Promise<string> {
  const { id = `evt_${randomUUID()}` } = options;
  await owner.insert(webhookEvents).values({ type: 'x', ...options, id });
  return id;
}
