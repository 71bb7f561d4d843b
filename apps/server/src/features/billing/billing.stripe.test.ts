import { randomUUID } from 'node:crypto';
import { sessionIdOfSecret } from '@stridewell/contract/billing/billing.invoices.rules';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../../test/api.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { newEmail } from '../../../test/buyers.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { createCustomers } from '../../../test/stripe-customers.ts';
import { type Stored, type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { setUpPrices } from '../../core/payments/prices.ts';
import { createStripe } from '../../core/payments/stripe.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

const SECRET = 'whsec_test';
let stripe: StripeServer;
let customers: ReturnType<typeof createCustomers>;
let test: TestApp;
beforeAll(async () => {
  stripe = await startStripeServer();
  customers = createCustomers(stripe);
  test = await createTestApp({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: stripe.url,
  });
  await setUpPrices(createStripe({ secretKey: 'sk_test_1', apiBase: stripe.url }));
});
afterAll(async () => {
  await test.close();
  await stripe.close();
});
beforeEach(() => {
  stripe.failing = null;
  stripe.requests.length = 0;
});

const seconds = () => Math.floor(Date.now() / 1000);
const begin = (plan: 'plus' | 'pro', { api }: { api: Api } = test.anonymous) =>
  api.functions.createCheckout({ plan, email: 'guest@example.com', embedded: true });
const beginSession = async (...args: Parameters<typeof begin>) =>
  sessionIdOfSecret((await begin(...args)).client_secret);

/** The object at the provider with this id. */
function stored(id: string): Stored {
  const found = stripe.objects.get(id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

async function deliver(type: string, object: object) {
  const raw = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: seconds(),
    data: { object },
  });
  const header = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret: SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  const answer = await test.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload: raw });
  expect(answer.statusCode).toBe(200);
}

async function subscriber(plan: 'plus' | 'pro') {
  const email = newEmail();
  const sessionId = await beginSession(plan);
  const ids = customers.complete(sessionId, plan, email);
  expect(await signUp(email, sessionId, plan)).toMatchObject({ status: 200 });
  return { email, ...ids, api: (await test.signIn(email)).api };
}
const signUp = (email: string, checkoutSessionId: string, planIntent: 'plus' | 'pro' = 'plus') =>
  test.anonymous.send('POST', '/auth/v1/sign-up/email', {
    name: 'Vera',
    email,
    password: PASSWORD,
    planIntent,
    checkoutSessionId,
  });
const roleOf = async ({ api }: { api: Api }) => (await api.identity.getSession())?.role;
const checkoutOf = (sessionId: string) => test.anonymous.api.billing.getCheckout({ sessionId });

describe('the server of these tests', () => {
  it('refuses requests that the SDK does not support', async () => {
    const client = createStripe({ secretKey: 'sk_test_1', apiBase: stripe.url });
    const session = (ui_mode: string) =>
      client.checkout.sessions.create({
        mode: 'subscription',
        ui_mode,
        line_items: [],
        return_url: 'http://x.example',
      });
    await expect(session('embedded')).rejects.toThrow(/ui_mode/);
    await expect(session('embedded_page')).resolves.toMatchObject({ status: 'open' });
    await expect(client.prices.create({ currency: 'usd', unit_amount: Number.NaN })).rejects.toThrow(/unit_amount/);
  });
});

describe('a disputed payment', () => {
  const dispute = (changes: object = {}) => ({
    id: `dp_${randomUUID().slice(0, 8)}`,
    object: 'dispute',
    amount: 14_900,
    currency: 'usd',
    charge: 'ch_none',
    evidence_details: { due_by: seconds() + 7 * 86_400 },
    ...changes,
  });
  let billing: Person;
  beforeAll(async () => {
    billing = await anOperator(test, { operatorRole: 'billing' });
  });
  const found = async (id: string) =>
    (await billing.api.operator.getOverview({})).needs.disputes?.find((one) => one.id === id);

  it('is shown with its coach until it is closed, whatever the order of events', async () => {
    const { customer, api } = await subscriber('plus');
    const coachId = (await api.identity.getSession())?.user.id;
    const charge = `ch_${randomUUID().slice(0, 8)}`;
    stripe.objects.set(charge, { id: charge, object: 'charge', customer });
    const opened = dispute({ charge });
    const raised = { ...opened, amount: 15_000 };
    await deliver('charge.dispute.created', opened);
    await expect.poll(() => found(opened.id), { timeout: 20_000 }).toMatchObject({ coach: { coachId } });
    expect(await found(opened.id)).toMatchObject({ amount: 14_900, currency: 'USD', respondBy: expect.any(String) });
    await deliver('charge.dispute.updated', raised);
    expect(await found(opened.id)).toMatchObject({ amount: 15_000, coach: { coachId } });
    await deliver('charge.dispute.closed', raised);
    expect(await found(opened.id)).toBeUndefined();
    await deliver('charge.dispute.updated', raised);
    expect(await found(opened.id)).toBeUndefined();
  });

  it('of a payer without an account is shown too, and one that cannot be read is ignored', async () => {
    const unnamed = dispute({ evidence_details: null });
    await deliver('charge.dispute.created', unnamed);
    expect(await found(unnamed.id)).toMatchObject({ coach: null, respondBy: null });
    const unreadable = dispute({ amount: -1 });
    await deliver('charge.dispute.created', unreadable);
    expect(await found(unreadable.id)).toBeUndefined();
    await deliver('charge.dispute.closed', unnamed);
  });
});

describe('setting up prices', () => {
  it('creates each price of the plans once', async () => {
    const prices = [...stripe.objects.values()].filter(({ object }) => object === 'price');
    expect(prices.map(({ lookup_key }) => lookup_key).sort()).toEqual([
      'stridewell_plus_clients',
      'stridewell_plus_monthly',
      'stridewell_pro_clients',
      'stridewell_pro_monthly',
      'stridewell_pro_setup',
    ]);
    expect(prices.find(({ lookup_key }) => lookup_key === 'stridewell_plus_clients')).toMatchObject({
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: 5, unit_amount: 0 },
        { up_to: 25, unit_amount: 750 },
        { up_to: 'inf', unit_amount: 500 },
      ],
    });
    expect(await setUpPrices(createStripe({ secretKey: 'sk_test_1', apiBase: stripe.url }))).toEqual([]);
  });
});

describe('a purchase with Stripe', () => {
  it('begins with an embedded page of the plan, its clients and its setup', async () => {
    expect(await begin('pro')).toMatchObject({ provider: 'stripe', publishable_key: 'pk_test_1' });
    const [request] = stripe.requests.filter(({ name }) => name === 'POST /v1/checkout/sessions');
    expect(request?.params).toMatchObject({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      metadata: { plan: 'pro' },
    });
    expect(request?.params.line_items).toHaveLength(3);
    // The guest's placeholder is not an address.
    expect(request?.params).not.toHaveProperty('customer_email');
    expect(request?.idempotencyKey).toBeTruthy();
  });

  it('belongs to the signed-in coach', async () => {
    const coach = await aCoach(test, { plan: 'base' });
    const sessionId = await beginSession('plus', coach);
    expect(stripe.objects.get(sessionId)).toMatchObject({ client_reference_id: coach.id, customer_email: coach.email });
    const { subscription } = customers.complete(sessionId, 'plus', coach.email);
    await deliver('customer.subscription.created', { id: subscription, object: 'subscription' });
    await deliver('checkout.session.completed', { id: sessionId, object: 'checkout.session', subscription });
    await expect.poll(() => roleOf(coach), { timeout: 10_000 }).toBe('Coach-Plus');
  });

  it('that is still being paid creates no account until the money arrives', async () => {
    const email = newEmail();
    const sessionId = await beginSession('plus');
    customers.complete(sessionId, 'plus', email);
    const session = stored(sessionId);
    session.payment_status = 'unpaid';
    await deliver('checkout.session.completed', { id: sessionId, object: 'checkout.session' });
    expect(await checkoutOf(sessionId)).toMatchObject({ status: 'open' });
    session.payment_status = 'paid';
    await deliver('checkout.session.async_payment_succeeded', { id: sessionId, object: 'checkout.session' });
    expect(await checkoutOf(sessionId)).toMatchObject({ status: 'complete', email });
  });

  it('is refused while Stripe does not answer, without revealing secrets', async () => {
    stripe.failing = { status: 402, error: { type: 'api_error', message: 'sk_test_1 is over its limit' } };
    const error = await begin('plus').catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: 'PAYMENT_UNAVAILABLE', status: 502 });
    expect(JSON.stringify(error)).not.toContain('sk_test');
  });
});

describe('a provider that fails in the middle', () => {
  it('is reported before an account is created', async () => {
    const sessionId = await beginSession('plus');
    stripe.failing = { status: 402, error: { type: 'api_error', message: 'out of order' } };
    expect(await signUp(newEmail(), sessionId)).toMatchObject({
      status: 400,
      body: { message: 'The payment service does not answer. Please try again in a moment.' },
    });
  });

  it('loses neither the account nor the plan', async () => {
    const email = newEmail();
    const sessionId = await beginSession('plus');
    customers.complete(sessionId, 'plus', email);
    // The provider confirms the payment, but does not return the subscription.
    const error = { type: 'api_error', message: 'out of order' };
    stripe.failing = { status: 402, error, path: '/v1/subscriptions' };
    expect(await signUp(email, sessionId)).toMatchObject({ status: 200 });
    expect(await roleOf(await test.signIn(email))).toBe('Coach-Base');
    stripe.failing = null;
    const caller = await test.signIn(email);
    await deliver('checkout.session.completed', { id: sessionId, object: 'checkout.session' });
    await expect.poll(() => roleOf(caller), { timeout: 10_000 }).toBe('Coach-Plus');
  });
});

describe('a subscription at Stripe', () => {
  it('follows changes made in the portal', async () => {
    const { api, subscription } = await subscriber('plus');
    expect(await roleOf({ api })).toBe('Coach-Plus');
    const kept = stored(subscription);
    const [first] = (kept.items as { data: { price: unknown }[] }).data;
    if (first) first.price = [...stripe.objects.values()].find((one) => one.lookup_key === 'stridewell_pro_monthly');
    await deliver('customer.subscription.updated', { id: subscription, object: 'subscription' });
    await expect.poll(() => roleOf({ api }), { timeout: 10_000 }).toBe('Coach-Pro');
    kept.status = 'canceled';
    await deliver('customer.subscription.deleted', { id: subscription, object: 'subscription' });
    await expect.poll(() => roleOf({ api }), { timeout: 10_000 }).toBe('Coach-Base');
  });

  it('whose payment fails begins a grace period', async () => {
    const { api, subscription } = await subscriber('plus');
    const kept = stored(subscription);
    kept.status = 'past_due';
    const parent = { subscription_details: { subscription } };
    await deliver('invoice.payment_failed', { id: 'in_1', object: 'invoice', parent });
    await expect
      .poll(() => api.billing.getPlanAccess(), { timeout: 10_000 })
      .toMatchObject({ subscription_status: 'past_due', in_grace_period: true });
  });

  it('is managed in the portal of Stripe', async () => {
    const { api, customer } = await subscriber('plus');
    expect(await api.functions.customerPortal()).toEqual({ url: 'https://billing.example/session' });
    expect(stripe.requests.at(-1)?.params).toMatchObject({ customer });
    await expect(api.billing.cancelSubscription()).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
  });

  it('has the clients of the coach on its bill', async () => {
    const { api, subscription } = await subscriber('plus');
    const { gateway } = test.services;
    await gateway.setClients(subscription, 9);
    await gateway.setClients(subscription, 9);
    const updates = stripe.requests.filter(({ name }) => name === 'POST /v1/subscription_items/:id');
    expect(updates.map(({ params }) => params)).toEqual([{ quantity: 9, proration_behavior: 'create_prorations' }]);
    expect(await gateway.findSubscription(subscription)).toMatchObject({ clients: 9 });
    expect(await roleOf({ api })).toBe('Coach-Plus');
  });

  it('can be changed by an operator, with the difference and the setup on the next invoice', async () => {
    const { email, api, subscription } = await subscriber('plus');
    const userId = (await api.identity.getSession())?.user.id ?? '';
    const operator = await anOperator(test, { operatorRole: 'billing' });
    const preview = (plan: 'plus' | 'pro') => operator.api.accounts.previewPlan({ userId, plan });
    const price = await preview('pro');
    expect(price).toMatchObject({ monthlyCents: 24_900, dueNowCents: null, setupCents: 49_900, overCap: 0 });
    const paidUntil = (stored(subscription).items as { data: { current_period_end: number }[] }).data[0];
    const countedFrom = Math.floor(new Date(price.countedFrom).getTime() / 1000);
    const left = ((paidUntil?.current_period_end ?? 0) - countedFrom) / (30 * 86_400);
    expect(price.differenceCents).toBe(Math.round(24_900 * left) - Math.round(14_900 * left));
    const { data } = stored(subscription).items as { data: { id: string }[] };
    const change = async (plan: 'plus' | 'pro', from: 'plus' | 'pro', seen?: typeof price) => {
      const reason = `To ${plan}, as you asked.`;
      return operator.api.accounts.changePlan({ userId, reason, plan, from, price: seen ?? (await preview(plan)) });
    };

    stripe.failing = { status: 402, error: { type: 'api_error', message: 'out of order' } };
    await expect(change('pro', 'plus', price)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.failing = null;
    expect(await roleOf({ api })).toBe('Coach-Plus');

    await change('pro', 'plus', price);
    expect(await roleOf({ api })).toBe('Coach-Pro');
    expect((await preview('plus')).differenceCents).toBeLessThan(0);
    await change('plus', 'pro');
    await change('pro', 'plus');
    expect(await roleOf({ api })).toBe('Coach-Pro');
    const updates = stripe.requests.filter(({ name }) => name === 'POST /v1/subscriptions/:id');
    const priceOf = (key: string) => [...stripe.objects.values()].find((one) => one.lookup_key === key)?.id;
    expect(updates[0]?.params).toEqual({
      items: [
        { id: data[0]?.id, price: priceOf('stridewell_pro_monthly'), quantity: 1 },
        { id: data[1]?.id, price: priceOf('stridewell_pro_clients'), quantity: 10 },
      ],
      add_invoice_items: [{ price: priceOf('stridewell_pro_setup') }],
      proration_behavior: 'create_prorations',
      proration_date: countedFrom,
      metadata: { plan: 'pro' },
    });
    // The setup is already on the next invoice.
    expect(updates[2]?.params).not.toHaveProperty('add_invoice_items');
    // The provider must not mistake the same change at a later time for a repetition.
    expect(new Set(updates.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    await expect(change('pro', 'plus')).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    const dollars = ((price.differenceCents ?? 0) / 100).toFixed(2);
    const more = `Your next invoice has $${dollars} more for the rest of this month, and $499.00 for the one-time setup`;
    const texts = (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
    expect(texts.some(({ text }) => text.includes(more))).toBe(true);
  });

  it('is refunded payment by payment, once', async () => {
    const { email, subscription } = await subscriber('plus');
    customers.payInvoice({ subscription });
    const operator = await anOperator(test);
    const refund = () => operator.api.billing.refundCoach({ email });
    expect(await refund()).toEqual({ refundedCents: 14_900 });
    expect(stripe.objects.get(subscription)).toMatchObject({ status: 'canceled' });
    await expect(refund()).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
  });

  it('can be bought again without the setup, unless that was refunded or has a new price', async () => {
    const { email, api, subscription, customer } = await subscriber('pro');
    const priceOf = (key: string) => [...stripe.objects.values()].find((one) => one.lookup_key === key)?.id;
    const setup = { data: [{ pricing: { price_details: { price: priceOf('stridewell_pro_setup') } } }] };
    const end = async () => {
      stored(subscription).status = 'canceled';
      await deliver('customer.subscription.deleted', { id: subscription, object: 'subscription' });
      await expect.poll(() => roleOf({ api }), { timeout: 10_000 }).toBe('Coach-Base');
    };
    const pricesOf = async (plan: 'plus' | 'pro') => {
      const session = stored(await beginSession(plan, { api }));
      expect(session).toMatchObject({ customer });
      return (session.line_items as { price: string }[]).map(({ price }) => stored(price).lookup_key);
    };
    const monthly = ['stridewell_pro_monthly', 'stridewell_pro_clients'];
    customers.payInvoice({ subscription, customer: 'cus_other', lines: setup });
    customers.payInvoice({
      subscription,
      customer,
      lines: { data: [{ pricing: { price_details: { price: priceOf(monthly[0] ?? '') } } }] },
    });
    customers.payInvoice({ subscription, customer, lines: setup });
    await end();
    expect(await pricesOf('pro')).toEqual(monthly);
    expect(await pricesOf('plus')).toEqual(['stridewell_plus_monthly', 'stridewell_plus_clients']);
    // The operator refunds everything.
    stored(subscription).status = 'active';
    await deliver('customer.subscription.updated', { id: subscription, object: 'subscription' });
    await expect.poll(() => roleOf({ api }), { timeout: 10_000 }).toBe('Coach-Pro');
    const operator = await anOperator(test);
    await operator.api.billing.refundCoach({ email });
    expect(await pricesOf('pro')).toEqual([...monthly, 'stridewell_pro_setup']);
  });
});
