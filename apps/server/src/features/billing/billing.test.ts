import { sessionIdOfSecret } from '@stridewell/contract/billing/billing.invoices.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { CARDS, createBuyers, newEmail, until } from '../../../test/buyers.ts';
import { aCoach } from '../../../test/people.ts';
import { remindOfPurchase } from './billing.purchase.service.ts';

let test: TestApp;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
});
afterAll(() => test.close());

/** Waits until the payment is recorded. */
const paid = (sessionId: string) =>
  until(async () => {
    const { rows } = await test.owner.execute(sql`select 1 from purchases where session_id = ${sessionId} and paid_at
      is not null`);
    return rows.length;
  }, 1);

describe('a checkout', () => {
  it('refuses to start without a plan, in the words of the spec', async () => {
    const answer = await test.anonymous.send('POST', '/functions/v1/create-checkout', {});
    const message = 'Failed to initialize checkout. Please try again.';
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message } });
    expect((await test.anonymous.send('POST', '/functions/v1/create-checkout', { plan: 'plus' })).status).toBe(200);
  });
});

describe('a purchase', () => {
  it.each([
    ['plus', 'Coach-Plus'],
    ['pro', 'Coach-Pro'],
  ] as const)('of %s makes a coach on that plan', async (plan, role) => {
    const session = await buyers.sessionOf(await buyers.subscriber(plan));
    expect(session).toMatchObject({ role, coach: { status: 'active' }, plan: { plan, subscription_status: 'active' } });
    expect(session.plan.stripe_customer_id).toBeTruthy();
  });

  it.each([
    ['another address', 'plus', newEmail(), 'Please use the email address that you paid with.'],
    ['another plan', 'pro', null, 'We could not find this purchase. Please start again from the pricing page.'],
  ])('is refused with %s', async (_, plan, other, message) => {
    const email = newEmail();
    const sessionId = await buyers.buy('plus', email);
    expect(await buyers.signUp(other ?? email, plan, sessionId)).toMatchObject({ status: 400, body: { message } });
  });

  it('creates only one account', async () => {
    const email = newEmail();
    const sessionId = await buyers.buy('plus', email);
    const read = () => test.anonymous.api.billing.getCheckout({ sessionId });
    expect(await read()).toEqual({ plan: 'plus', status: 'complete', email });
    expect((await buyers.signUp(email, 'plus', sessionId)).status).toBe(200);
    expect(await read()).toEqual({ plan: 'plus', status: 'used', email: null });
    expect(await buyers.signUp(email, 'plus', sessionId)).toMatchObject({
      status: 400,
      body: { message: 'This purchase already has an account. Please sign in.' },
    });
  });

  it('creates no account while it is unpaid or unknown', async () => {
    const secret = await buyers.checkout('plus');
    expect(await buyers.signUp(newEmail(), 'plus', sessionIdOfSecret(secret))).toMatchObject({
      status: 400,
      body: { message: 'Your payment is not complete yet. Please try again in a moment.' },
    });
    expect((await buyers.signUp(newEmail(), 'plus', 'cs_test_invented')).status).toBe(400);
  });

  it.each([
    [CARDS.declined, 'declined', 'Your card was declined. Please try another one.', {}],
    [CARDS.poor, 'declined', 'Your card has insufficient funds. Please try another one.', {}],
    ['4111 1111 1111 1111', 'declined', 'Only the test cards listed here work. No real card is ever charged.', {}],
    [CARDS.authenticate, 'requires_action', null, { authenticated: true }],
  ])('with the card %s is %s, and can be paid afterwards', async (cardNumber, status, reason, more) => {
    const secret = await buyers.checkout('pro');
    const email = newEmail();
    expect(await buyers.pay(secret, email, cardNumber)).toEqual({ status, reason });
    expect(await buyers.pay(secret, email, CARDS.works, more)).toMatchObject({ status: 'complete' });
  });

  it('that is paid twice concurrently is charged once', async () => {
    const secret = await buyers.checkout('pro');
    const email = newEmail();
    const results = await Promise.all([
      buyers.pay(secret, email),
      buyers.pay(secret, email),
      buyers.pay(secret, email),
    ]);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill('complete'));
    await buyers.signUp(email, 'pro', sessionIdOfSecret(secret));
    const { invoices } = await buyers.subscriptionOf(await test.signIn(email));
    expect(invoices.map(({ amountCents }) => amountCents)).toEqual([24_900 + 49_900]);
  });

  it('upgrades the signed-in coach at once, and only once', async () => {
    const coach = await aCoach(test, { plan: 'base' });
    const secret = await buyers.checkout('plus', coach);
    await buyers.pay(secret, 'other-buyer@example.com');
    await until(async () => (await buyers.sessionOf(coach)).role, 'Coach-Plus');
    await expect(buyers.checkout('pro', coach)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });

  it('with the address of an account belongs to that account from its next sign-in', async () => {
    const coach = await aCoach(test, { plan: 'base' });
    const sessionId = await buyers.buy('plus', coach.email.toUpperCase());
    await paid(sessionId);
    expect((await buyers.sessionOf(await test.signIn(coach.email))).role).toBe('Coach-Plus');
  });

  it('without an account causes one reminder', async () => {
    const email = newEmail();
    const sessionId = await buyers.buy('plus', email);
    await paid(sessionId);
    await Promise.all([remindOfPurchase(test.services, sessionId), remindOfPurchase(test.services, sessionId)]);
    await until(() => buyers.mailsTo(email), ['Your Coach Plus is paid: one step is left']);
    const { email: buyer, sessionId: used } = await buyers.subscriber('plus');
    await remindOfPurchase(test.services, used);
    expect(await buyers.mailsTo(buyer)).not.toContain('Your Coach Plus is paid: one step is left');
  });
});
