import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storedEvent } from '../../../test/account-events.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createBuyers, until } from '../../../test/buyers.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { aWebhookEvent } from '../../../test/factories/platform.ts';
import { anOperator, type Person } from '../../../test/people.ts';
import { sandboxSecret } from '../../core/payments/provider.ts';
import { countFailedWebhooks, settleEvent } from './billing.webhooks.service.ts';

let test: TestApp;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
});
afterAll(() => test.close());

describe('webhooks', () => {
  const SECRET = sandboxSecret(TEST_SECRET);
  const event = (type: string, object: object, id = `evt_${randomUUID()}`) =>
    JSON.stringify({ id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } });
  const deliver = async (raw: string, { secret = SECRET, at = Date.now() } = {}) => {
    const header = { payload: raw, secret, timestamp: Math.floor(at / 1000) };
    const response = await test.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString(header),
      },
      payload: raw,
    });
    return response.statusCode;
  };
  const subscriptionEvent = (id: string) => event('customer.subscription.updated', { id, object: 'subscription' });

  it.each([
    ['another secret', { secret: 'whsec_guessed' }],
    ['a signature of long ago', { at: Date.now() - 3_600_000 }],
    ['a signature from the future', { at: Date.now() + 3_600_000 }],
  ])('with %s are refused', async (_, options) => {
    expect(await deliver(subscriptionEvent('sub_x'), options)).toBe(400);
  });

  it.each(['', 'null', '[]', '{"id":1}', 'x'.repeat(1000)])('with the body %j cause no server error', async (raw) => {
    expect(await deliver(raw)).toBeLessThan(500);
    expect(await deliver(raw, { secret: 'whsec_guessed' })).toBe(400);
  });

  it('with a changed body are refused', async () => {
    const raw = subscriptionEvent('sub_x');
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret: SECRET });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const payload = raw.replace('sub_x', 'sub_y');
    expect((await test.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload })).statusCode).toBe(400);
  });

  it('that arrive three times are stored once', async () => {
    const raw = subscriptionEvent('sub_nobody');
    expect(await Promise.all([deliver(raw), deliver(raw), deliver(raw)])).toEqual([200, 200, 200]);
    const { id } = JSON.parse(raw) as { id: string };
    const { rows } = await test.owner.execute(sql`select 1 from webhook_events where id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  it('are shown to operators with their status, and replayed once', async () => {
    const [operator, other] = [await anOperator(test), await anOperator(test)];
    const { email } = await buyers.subscriber('plus');
    const raw = subscriptionEvent(await buyers.subscriptionIdOf(email));
    const { id } = JSON.parse(raw) as { id: string };
    const found = async () => {
      const { webhooks } = await operator.api.jobs.listWebhooks({});
      return webhooks.find((webhook) => webhook.id === id);
    };
    const done = () => expect.poll(found, { timeout: 20_000 }).toMatchObject({ status: 'done', error: null });
    expect(await deliver(raw)).toBe(200);
    await done();
    await test.owner.execute(sql`update webhook_events set status = 'failed', error = 'No answer' where id = ${id}`);
    expect((await operator.api.jobs.listWebhooks({ status: 'failed' })).webhooks).toMatchObject([
      { id, error: 'No answer' },
    ]);
    const replay = (by: Person) => by.api.jobs.replayWebhook({ webhookId: id });
    const replayed = await Promise.allSettled([replay(operator), replay(other)]);
    const changed = replayed.filter(({ status }) => status === 'rejected');
    for (const one of changed) expect(one).toMatchObject({ reason: { code: 'WEBHOOK_CHANGED' } });
    await done();
    const { rows } = await test.owner.execute(
      sql`select after from audit_entries where action = 'webhook.replayed' and after ->> 'event' = ${id}`,
    );
    expect(rows).toHaveLength(replayed.length - changed.length);
    const nothing = event('customer.created', { id: 'cus_1', object: 'customer' });
    await deliver(nothing);
    const ignored = (JSON.parse(nothing) as { id: string }).id;
    await expect(operator.api.jobs.replayWebhook({ webhookId: ignored })).rejects.toMatchObject({
      code: 'WEBHOOK_CHANGED',
    });
  });

  it('can be replayed while they are retried, because a killed worker plans no other try', async () => {
    const operator = await anOperator(test);
    const webhookId = await aWebhookEvent(test, { status: 'retrying', tries: 12, error: 'No answer' });
    await operator.api.jobs.replayWebhook({ webhookId });
    await expect
      .poll(() => storedEvent(test, webhookId), { timeout: 20_000 })
      .toMatchObject({ status: 'done', tries: 1 });
  });

  it('store why they failed, and wait for an operator after the last try', async () => {
    const eventId = await aWebhookEvent(test, { status: 'waiting' });
    const gateway = { ...test.services.gateway, findSubscription: () => Promise.reject(new Error('No answer')) };
    const subject = { checkoutId: null, subscriptionId: 'sub_failing', eventId };
    const work = (isLastTry: boolean) => settleEvent({ ...test.services, gateway }, subject, { isLastTry });
    const counted = () => countFailedWebhooks(test.services.db, 1000);
    const before = await counted();
    const told: string[] = [];
    const tellGroup = (group: string) => void told.push(group);
    const listener = { tell: () => undefined, tellGroup, sessionEnded: () => undefined, resync: () => undefined };
    onTestFinished(test.services.live.listen(listener));
    await expect(work(false)).rejects.toThrow('No answer');
    expect(await storedEvent(test, eventId)).toEqual({ status: 'retrying', tries: 1, error: 'No answer' });
    expect(await counted()).toBe(before);
    await expect(work(true)).rejects.toThrow('No answer');
    expect(await storedEvent(test, eventId)).toEqual({ status: 'failed', tries: 2, error: 'No answer' });
    expect(await counted()).toBe(before + 1);
    await expect.poll(() => told).toEqual(['console-jobs']);
    await settleEvent(test.services, { ...subject, subscriptionId: null }, { isLastTry: false });
    expect(await storedEvent(test, eventId)).toEqual({ status: 'done', tries: 3, error: null });
  });

  const orders = permutations(['checkout', 'created', 'updated', 'paid'] as const);
  it('lead to the same plan in every order, each delivered twice', async () => {
    const { api, email, sessionId } = await buyers.subscriber('plus');
    const id = await buyers.subscriptionIdOf(email);
    const { user } = await buyers.sessionOf({ api });
    const bodies = {
      checkout: () =>
        event('checkout.session.completed', { id: sessionId, object: 'checkout.session', subscription: id }),
      created: () => event('customer.subscription.created', { id, object: 'subscription' }),
      updated: () => event('customer.subscription.updated', { id, object: 'subscription' }),
      paid: () =>
        event('invoice.paid', {
          id: 'in_x',
          object: 'invoice',
          parent: { subscription_details: { subscription: id } },
        }),
    };
    for (const order of orders) {
      // As if no event had arrived yet.
      await test.owner.transaction(async (tx) => {
        // Deletes in the locking order of the service, whose jobs may still run.
        await tx.execute(sql`delete from subscriptions where id = ${id}`);
        await tx.execute(sql`update users set plan = 'base' where id = ${user.id}`);
        await tx.execute(sql`update user_roles set role = 'Coach-Base' where user_id = ${user.id}`);
      });
      for (const name of order) {
        const raw = bodies[name]();
        expect(await Promise.all([deliver(raw), deliver(raw)])).toEqual([200, 200]);
      }
      await until(async () => (await buyers.sessionOf({ api })).role, 'Coach-Plus');
    }
  });
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
