import { randomUUID } from 'node:crypto';
import type { ChargeResult, Subscription } from '@stridewell/contract/billing';
import { type PaidPlan, sessionIdOfSecret } from '@stridewell/contract/billing.rules';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { sandboxSecret } from '../../payments.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { endOverdue, remindOfPurchase } from './billing.purchase.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const CARDS = {
  works: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  authenticate: '4000 0025 0000 3155',
  worksOnce: '4000 0000 0000 0341',
};
const DAY_MS = 86_400_000;
const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;

async function checkout(plan: PaidPlan, caller: Caller = test.anonymous) {
  const answer = await caller.send<{ client_secret: string; provider: string; code?: string }>(
    'POST',
    '/functions/v1/create-checkout',
    { plan, email: 'guest@example.com', embedded: true },
  );
  return { ...answer, secret: answer.body.client_secret };
}
const pay = (clientSecret: string, email: string, cardNumber = CARDS.works, more: object = {}) =>
  test.anonymous.send<ChargeResult>('POST', '/rest/v1/sandbox/checkout/pay', {
    clientSecret,
    email,
    name: 'Vera Lind',
    cardNumber,
    expiry: '12/40',
    cvc: '123',
    ...more,
  });

/** A paid checkout of a guest. */
async function buy(plan: PaidPlan, email: string, cardNumber = CARDS.works): Promise<string> {
  const { secret } = await checkout(plan);
  expect((await pay(secret, email, cardNumber)).body).toEqual({ status: 'complete', reason: null });
  return sessionIdOfSecret(secret);
}
const signUp = (email: string, plan: string, checkoutSessionId?: string) =>
  test.anonymous.send<{ message?: string }>('POST', '/auth/v1/sign-up/email', {
    name: 'Vera Lind',
    email,
    password: PASSWORD,
    planIntent: plan,
    ...(checkoutSessionId ? { checkoutSessionId } : {}),
  });

/** A coach who bought a plan as a guest and set the account up. */
async function subscriber(plan: PaidPlan, cardNumber = CARDS.works) {
  const email = newEmail();
  const sessionId = await buy(plan, email, cardNumber);
  expect((await signUp(email, plan, sessionId)).status).toBe(200);
  const caller = await test.signIn(email);
  return { email, sessionId, caller };
}
const sessionOf = async (caller: Caller) =>
  (
    await caller.get<{
      role: string;
      user: { id: string };
      coach: { status: string } | null;
      plan: {
        plan: string;
        subscription_status: string;
        grace_until: string | null;
        stripe_customer_id: string | null;
      };
    }>('/rest/v1/session')
  ).body;
const subscriptionOf = async (caller: Caller) => (await caller.get<Subscription>('/rest/v1/subscription')).body;
const subscriptionIdOf = async (email: string) => {
  const { rows } = await test.owner.execute<{ id: string }>(sql`select s.id from subscriptions s
    join users u on u.id = s.user_id where u.email = ${email}`);
  return rows[0]?.id ?? '';
};
const mailsTo = async (email: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
const until = <T>(probe: () => Promise<T>, expected: T) => expect.poll(probe, { timeout: 15_000 }).toEqual(expected);

describe('a purchase', () => {
  it.each([
    ['plus', 'Coach-Plus'],
    ['pro', 'Coach-Pro'],
  ] as const)('of %s makes a coach on that plan', async (plan, role) => {
    const { caller } = await subscriber(plan);
    const session = await sessionOf(caller);
    expect(session).toMatchObject({ role, coach: { status: 'active' }, plan: { plan, subscription_status: 'active' } });
    expect(session.plan.stripe_customer_id).toBeTruthy();
  });

  it.each([
    ['another address', 'plus', newEmail(), 'Please use the email address that you paid with.'],
    ['another plan', 'pro', null, 'We could not find this purchase. Please start again from the pricing page.'],
  ])('is refused for %s', async (_, plan, other, message) => {
    const email = newEmail();
    const sessionId = await buy('plus', email);
    expect(await signUp(other ?? email, plan, sessionId)).toMatchObject({ status: 400, body: { message } });
  });

  it('makes one account and no second one', async () => {
    const { email, sessionId } = await subscriber('plus');
    expect((await test.anonymous.get(`/rest/v1/checkouts/${sessionId}`)).body).toEqual({
      plan: 'plus',
      status: 'used',
      email,
    });
    expect(await signUp(email, 'plus', sessionId)).toMatchObject({
      status: 400,
      body: { message: 'This purchase has its account already. Please sign in.' },
    });
  });

  it('that is not paid, or that there is not, makes none', async () => {
    const { secret } = await checkout('plus');
    expect(await signUp(newEmail(), 'plus', sessionIdOfSecret(secret))).toMatchObject({
      status: 400,
      body: { message: 'Your payment is not complete yet. Please try again in a moment.' },
    });
    expect((await signUp(newEmail(), 'plus', 'cs_test_invented')).status).toBe(400);
  });

  it.each([
    [CARDS.declined, 'declined', 'Your card was declined. Please try another one.'],
    [CARDS.poor, 'declined', 'Your card has insufficient funds. Please try another one.'],
    ['4111 1111 1111 1111', 'declined', 'Only the test cards listed here work. No real card is ever charged.'],
    [CARDS.authenticate, 'requires_action', null],
  ])('with the card %s is %s, and goes on with another', async (cardNumber, status, reason) => {
    const { secret } = await checkout('pro');
    const email = newEmail();
    expect((await pay(secret, email, cardNumber)).body).toEqual({ status, reason });
    const again = status === 'requires_action' ? { cardNumber, authenticated: true } : {};
    expect((await pay(secret, email, CARDS.works, again)).body.status).toBe('complete');
  });

  it('that is paid twice at once is charged once', async () => {
    const { secret } = await checkout('pro');
    const email = newEmail();
    const results = await Promise.all([pay(secret, email), pay(secret, email), pay(secret, email)]);
    expect(results.map(({ body }) => body.status)).toEqual(Array(3).fill('complete'));
    await signUp(email, 'pro', sessionIdOfSecret(secret));
    const { invoices } = await subscriptionOf(await test.signIn(email));
    expect(invoices.map(({ amountCents }) => amountCents)).toEqual([24_900 + 49_900]);
  });

  it('upgrades the coach who is signed in, at once, and only once', async () => {
    const coach = await createCoach(test.owner, { plan: 'base', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    const { secret } = await checkout('plus', caller);
    await pay(secret, 'somebody-else@example.com');
    await until(async () => (await sessionOf(caller)).role, 'Coach-Plus');
    expect(await checkout('pro', caller)).toMatchObject({ status: 409, body: { code: 'ALREADY_SUBSCRIBED' } });
  });

  it('with the address of an account is found there at the next sign-in', async () => {
    const coach = await createCoach(test.owner, { plan: 'base', passwordHash: await hashOfPassword() });
    const sessionId = await buy('plus', coach.email.toUpperCase());
    await until(async () => {
      const { rows } = await test.owner.execute(sql`select 1 from purchases where session_id = ${sessionId} and paid_at
        is not null`);
      return rows.length;
    }, 1);
    expect((await sessionOf(await test.signIn(coach.email))).role).toBe('Coach-Plus');
  });

  it('without an account is reminded of once', async () => {
    const email = newEmail();
    const sessionId = await buy('plus', email);
    await until(async () => {
      const { rows } = await test.owner.execute(sql`select 1 from purchases where session_id = ${sessionId} and paid_at
        is not null`);
      return rows.length;
    }, 1);
    const { billing } = test.services;
    await Promise.all([remindOfPurchase(billing, sessionId), remindOfPurchase(billing, sessionId)]);
    await until(() => mailsTo(email), ['Your Coach Plus is paid: one step is left']);
    const { email: buyer, sessionId: used } = await subscriber('plus');
    await remindOfPurchase(billing, used);
    expect(await mailsTo(buyer)).not.toContain('Your Coach Plus is paid: one step is left');
  });
});

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

  it.each(['', 'null', '[]', '{"id":1}', 'x'.repeat(1000)])('with the body %j are no failure of ours', async (raw) => {
    expect(await deliver(raw)).toBeLessThan(500);
    expect(await deliver(raw, { secret: 'whsec_guessed' })).toBe(400);
  });

  it('with a body that was changed on the way are refused', async () => {
    const raw = subscriptionEvent('sub_x');
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret: SECRET });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const payload = raw.replace('sub_x', 'sub_y');
    expect((await test.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload })).statusCode).toBe(400);
  });

  it('that come twice are taken once', async () => {
    const raw = subscriptionEvent('sub_nobody');
    expect(await Promise.all([deliver(raw), deliver(raw), deliver(raw)])).toEqual([200, 200, 200]);
    const { id } = JSON.parse(raw) as { id: string };
    const { rows } = await test.owner.execute(sql`select 1 from webhook_events where id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  const orders = permutations(['checkout', 'created', 'updated', 'paid'] as const);
  it('lead to the same plan in every order, with every one of them doubled', async () => {
    const { caller, email, sessionId } = await subscriber('plus');
    const id = await subscriptionIdOf(email);
    const { user } = await sessionOf(caller);
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
      // As if nothing had been told yet.
      await test.owner.execute(sql`update users set plan = 'base' where id = ${user.id}`);
      await test.owner.execute(sql`update user_roles set role = 'Coach-Base' where user_id = ${user.id}`);
      await test.owner.execute(sql`delete from subscriptions where id = ${id}`);
      for (const name of order) {
        const raw = bodies[name]();
        expect(await Promise.all([deliver(raw), deliver(raw)])).toEqual([200, 200]);
      }
      await until(async () => (await sessionOf(caller)).role, 'Coach-Plus');
    }
  });
});

describe('a subscription', () => {
  const sandbox = () => {
    const { sandbox: found } = test.services;
    if (!found) throw new Error('the test runs without a provider');
    return found;
  };
  /** As if everything about the subscription had happened so many days earlier. */
  const age = async (email: string, days: number) => {
    const id = await subscriptionIdOf(email);
    const by = sql`make_interval(days => ${days})`;
    await test.owner.execute(sql`update sandbox_subscriptions set current_period_end = current_period_end - ${by}
      where id = ${id}`);
    await test.owner.execute(sql`update sandbox_invoices set created_at = created_at - ${by}, paid_at = paid_at - ${by}
      where subscription_id = ${id}`);
    await test.owner.execute(sql`update subscriptions set failing_since = failing_since - ${by} where id = ${id}`);
  };

  it('renews each month', async () => {
    const { caller, email } = await subscriber('plus');
    await age(email, 32);
    await sandbox().renewDue();
    await until(
      async () => (await subscriptionOf(caller)).invoices.map(({ amountCents }) => amountCents),
      [14_900, 14_900],
    );
    expect((await sessionOf(caller)).plan).toMatchObject({ plan: 'plus', grace_until: null });
  });

  it('whose payment fails keeps the plan for seven days, then ends it, and deletes nothing', async () => {
    const { caller, email } = await subscriber('pro', CARDS.worksOnce);
    await age(email, 32);
    await sandbox().renewDue();
    await until(async () => (await sessionOf(caller)).plan.subscription_status, 'past_due');
    const { plan, role } = await sessionOf(caller);
    expect(role).toBe('Coach-Pro');
    expect(Date.parse(plan.grace_until ?? '') - test.services.now().getTime()).toBeLessThanOrEqual(7 * DAY_MS);
    await until(async () => (await mailsTo(email)).includes('We could not collect the payment for Coach Pro'), true);

    await age(email, 6);
    await endOverdue(test.services.billing);
    expect((await sessionOf(caller)).role).toBe('Coach-Pro');
    await age(email, 2);
    await endOverdue(test.services.billing);
    expect(await planOf(email)).toEqual({ plan: 'base', role: 'Coach-Base', grace: null });
    await until(
      async () => (await mailsTo(email)).filter((subject) => subject === 'Your Coach Pro has ended').length,
      1,
    );
    await endOverdue(test.services.billing);
    expect((await mailsTo(email)).filter((subject) => subject === 'Your Coach Pro has ended')).toHaveLength(1);
  });

  it('is in order again with another card', async () => {
    const { caller, email } = await subscriber('plus', CARDS.worksOnce);
    await age(email, 31);
    await sandbox().renewDue();
    await until(async () => (await planOf(email)).grace !== null, true);
    const card = { cardNumber: CARDS.works, expiry: '12/40', cvc: '123' };
    expect((await caller.send('POST', '/rest/v1/subscription/card', { ...card, cardNumber: CARDS.poor })).status).toBe(
      402,
    );
    expect((await caller.send<Subscription>('POST', '/rest/v1/subscription/card', card)).body).toMatchObject({
      status: 'active',
      graceUntil: null,
      card: { last4: '4242' },
    });
    expect(await planOf(email)).toEqual({ plan: 'plus', role: 'Coach-Plus', grace: null });
  });

  it('that is cancelled lasts to the end of its month, and can be resumed until then', async () => {
    const { caller, email } = await subscriber('plus');
    const post = (path: string) => caller.send<Subscription>('POST', `/rest/v1/subscription/${path}`, {});
    expect((await post('cancel')).body).toMatchObject({ cancelAtPeriodEnd: true, upcomingCents: 0 });
    expect((await post('resume')).body).toMatchObject({ cancelAtPeriodEnd: false, upcomingCents: 14_900 });
    await post('cancel');
    expect((await sessionOf(caller)).role).toBe('Coach-Plus');
    await age(email, 32);
    await sandbox().renewDue();
    await until(() => planOf(email), { plan: 'base', role: 'Coach-Base', grace: null });
  });

  it('changes its plan for what the preview said', async () => {
    const { caller } = await subscriber('plus');
    const preview = await caller.get<{ dueNowCents: number; monthlyCents: number }>(
      '/rest/v1/subscription/preview?plan=pro',
    );
    expect(preview.body).toMatchObject({ monthlyCents: 24_900, overCap: 0 });
    expect(preview.body.dueNowCents).toBeGreaterThan(49_900);
    const changed = await caller.send<Subscription>('POST', '/rest/v1/subscription/plan', { plan: 'pro' });
    expect(changed.body).toMatchObject({ plan: 'pro', upcomingCents: 24_900 });
    expect(Math.abs((changed.body.invoices[0]?.amountCents ?? 0) - preview.body.dueNowCents)).toBeLessThanOrEqual(1);
    expect((await sessionOf(caller)).role).toBe('Coach-Pro');
  });

  it('is billed for the clients that the coach has', async () => {
    const { caller, email } = await subscriber('plus');
    await test.owner.execute(sql`update users set email_verified = true where email = ${email}`);
    const { user } = await sessionOf(caller);
    for (let count = 1; count <= 7; count += 1) {
      const client = { coachId: user.id, clientId: randomUUID(), fullName: `Client ${count}`, email: newEmail() };
      expect((await caller.send('POST', '/rest/v1/clients', client)).status).toBe(200);
    }
    const id = await subscriptionIdOf(email);
    await until(async () => (await sandbox().readSubscription(id))?.subscription.clients, 7);
    expect((await subscriptionOf(caller)).upcomingCents).toBe(14_900 + 2 * 750);
  });

  it('is given back within thirty days, once, by an operator', async () => {
    const { caller, email } = await subscriber('pro');
    const operator = await createUser(test.owner, 'Operator', { passwordHash: await hashOfPassword() });
    const refund = async () =>
      (await test.signIn(operator.email)).send<{ refundedCents?: number; code?: string }>(
        'POST',
        '/rest/v1/billing/refunds',
        { email },
      );
    expect((await caller.send('POST', '/rest/v1/billing/refunds', { email })).status).toBe(403);
    await age(email, 29);
    expect((await refund()).body).toEqual({ refundedCents: 24_900 + 49_900 });
    expect(await planOf(email)).toMatchObject({ plan: 'base', role: 'Coach-Base' });
    expect((await refund()).body.code).toBe('NO_SUBSCRIPTION');
  });

  it('is not given back later', async () => {
    const { email } = await subscriber('plus');
    const operator = await createUser(test.owner, 'Operator', { passwordHash: await hashOfPassword() });
    await age(email, 31);
    const caller = await test.signIn(operator.email);
    expect(await caller.send('POST', '/rest/v1/billing/refunds', { email })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_TOO_LATE' },
    });
  });

  it('has invoices as files, for its own coach alone', async () => {
    const { caller } = await subscriber('pro');
    const [invoice] = (await subscriptionOf(caller)).invoices;
    const { caller: other } = await subscriber('plus');
    const path = `/billing/invoices/${invoice?.id}.pdf`;
    const answer = await caller.get<string>(path);
    expect(answer.status).toBe(200);
    expect(answer.body.slice(0, 5)).toBe('%PDF-');
    expect((await other.get(path)).status).toBe(404);
    expect((await test.anonymous.get(path)).status).toBe(401);
    expect((await caller.get('/billing/invoices/in_test_invented.pdf')).status).toBe(404);
  });

  it('that there is not is said in the words of the portal', async () => {
    const coach = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    const portal = (who: Caller) => who.send('POST', '/functions/v1/customer-portal');
    expect(await portal(caller)).toMatchObject({ status: 404, body: { message: 'No subscription found to manage.' } });
    expect(await portal(test.anonymous)).toMatchObject({
      status: 401,
      body: { message: 'Please log in to manage your subscription.' },
    });
    const { caller: paying } = await subscriber('plus');
    expect((await portal(paying)).body).toEqual({ url: `${test.services.env.appUrl}/billing` });
  });

  const planOf = async (email: string) => {
    const { rows } = await test.owner.execute<{ plan: string; role: string; grace: string | null }>(sql`select u.plan,
      r.role, u.grace_until as grace from users u join user_roles r on r.user_id = u.id where u.email = ${email}`);
    return rows[0] ?? { plan: '', role: '', grace: null };
  };
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
