import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

type Delivery = { type?: string; from: string | undefined; secret: string; id?: string };

/** Sends an event of a coach's account to the webhook. @returns its id and the status of the answer */
export async function deliverAccountEvent(
  test: TestApp,
  object: object,
  { type = 'account.updated', from, secret, id = `evt_${randomUUID()}` }: Delivery,
): Promise<{ id: string; status: number }> {
  const created = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({ id, object: 'event', type, account: from, created, data: { object } });
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/webhooks/stripe-connect',
    headers,
    payload,
  });
  return { id, status: statusCode };
}

/** An event as it is stored. */
export async function storedEvent(test: TestApp, id: string) {
  const { rows } = await test.owner.execute<{ status: string; tries: number; error: string | null }>(
    sql`select status, tries, error from webhook_events where id = ${id}`,
  );
  return rows[0];
}

/** Waits until no job has to process the event. */
export async function finished(test: TestApp, id: string): Promise<void> {
  const status = async () => (await storedEvent(test, id))?.status ?? 'none';
  await expect.poll(status, { timeout: 20_000 }).not.toBe('waiting');
}
