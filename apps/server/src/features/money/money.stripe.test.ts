import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverAccountEvent, finished } from '../../../test/account-events.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { anInvoice, aPayment } from '../../../test/security-cases-money.ts';
import { type Stored, type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { providerAmount } from '../../core/payments/connect-stripe.ts';

const SECRET = 'whsec_connect';
let stripe: StripeServer;
let test: TestApp;
let coach: Coach;
let client: Client;
let account: Stored;
let invoiceId: string;
beforeAll(async () => {
  stripe = await startStripeServer();
  test = await createTestApp({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_platform',
    STRIPE_CONNECT_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: stripe.url,
  });
});
afterAll(async () => {
  await test.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.failing = null;
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  account = await connect(coach);
  invoiceId = await issue();
  stripe.requests.length = 0;
});

function stored(id: string): Stored {
  const found = stripe.objects.get(id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

async function connect(of: Coach): Promise<Stored> {
  const { url } = await of.api.money.connectOnlinePayments({ coachId: of.id });
  const made = stored(url.slice(url.lastIndexOf('/') + 1));
  made.charges_enabled = true;
  await of.api.money.getOnlinePayments({ coachId: of.id });
  return made;
}

async function issue(): Promise<string> {
  const about = { coachId: coach.id, invoiceId: randomUUID() };
  await coach.api.money.saveInvoice({ ...about, ...anInvoice, clientId: client.clientId });
  await coach.api.money.issueInvoice(about);
  return about.invoiceId;
}

/** The checkout session for the client. */
async function begin(): Promise<Stored> {
  const { url } = await client.api.money.payInvoice({ invoiceId });
  return stored(url.slice(url.lastIndexOf('/') + 1));
}
const pay = (session: Stored) =>
  Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` });
const confirm = async (session: Stored) =>
  (await client.api.money.confirmCheckout({ checkoutId: String(session.client_reference_id) })).status;
const invoice = async () => (await coach.api.money.getInvoice({ coachId: coach.id, invoiceId })).invoice;
const payments = async () => (await coach.api.money.listPayments({ coachId: coach.id })).payments;

type Delivery = { type?: string; from?: string; secret?: string };
const deliver = (session: object, { type = 'completed', ...delivery }: Delivery = {}) =>
  post(session, { ...delivery, type: `checkout.session.${type}` });
/** Posts an event and waits until it is processed. */
async function post(object: object, { type, from = account.id, secret = SECRET }: Delivery = {}) {
  const { id, status } = await deliverAccountEvent(test, object, { ...(type && { type }), from, secret });
  if (status === 200) await finished(test, id);
  return status;
}

describe('an account', () => {
  it('is opened once for each coach, with fees, losses and requirements handled by the provider', async () => {
    const other = await aCoach(test);
    const open = () => other.api.money.connectOnlinePayments({ coachId: other.id });
    const [first, second] = await Promise.all([open(), open()]);
    expect(first).toEqual(second);
    const [request] = stripe.requests;
    expect(request).toMatchObject({ name: 'POST /v1/accounts', idempotencyKey: `account-${other.id}` });
    expect(request?.params.controller).toEqual({
      fees: { payer: 'account' },
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'full' },
    });
  });

  it('shows what the provider still needs, or the last known status while it does not answer', async () => {
    Object.assign(account, { charges_enabled: false, requirements: { currently_due: ['external_account'] } });
    const state = () => coach.api.money.getOnlinePayments({ coachId: coach.id });
    const incomplete = { state: 'incomplete', isTest: false, missing: ['external_account'] };
    expect(await state()).toEqual(incomplete);
    stripe.failing = { status: 400, error: { type: 'api_error', message: 'down' } };
    expect(await state()).toEqual(incomplete);
    await expect(client.api.money.payInvoice({ invoiceId })).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    const connecting = coach.api.money.connectOnlinePayments({ coachId: coach.id });
    await expect(connecting).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  });
});

describe('a checkout', () => {
  it('is created in the coach’s account, with the amount of the invoice', async () => {
    const session = await begin();
    expect(stripe.requests.at(-1)).toMatchObject({
      name: 'POST /v1/checkout/sessions',
      context: account.id,
      idempotencyKey: `checkout-${session.client_reference_id}`,
    });
    expect(session).toMatchObject({ amount_total: 5000, currency: 'usd', customer_email: client.email });
    expect(session.metadata).toEqual({ coach_id: coach.id, checkout_id: session.client_reference_id });
    expect(await begin()).toBe(session);
  });

  it.each([
    ['page, event', ['page', 'event']],
    ['event, page', ['event', 'page']],
    ['event twice, and no page', ['event', 'event']],
    ['page twice, and no event', ['page', 'page']],
  ])('is recorded once: %s', async (_name, order) => {
    const session = pay(await begin());
    for (const step of order) await (step === 'page' ? confirm(session) : deliver(session));
    expect(await invoice()).toMatchObject({ status: 'paid', paidCents: 5000 });
    expect(await payments()).toMatchObject([{ id: session.client_reference_id, method: 'online', amountCents: 5000 }]);
  });

  it('is recorded once when page and events arrive concurrently', async () => {
    const session = pay(await begin());
    await Promise.all([confirm(session), deliver(session), deliver(session), confirm(session)]);
    expect(await payments()).toHaveLength(1);
    expect(await invoice()).toMatchObject({ paidCents: 5000 });
  });

  it('is ignored from another account or without a valid signature', async () => {
    const session = pay(await begin());
    const other = await connect(await aCoach(test));
    expect(await deliver(session, { from: other.id })).toBe(200);
    expect(await deliver({ ...session, id: 'cs_test_forged' })).toBe(200);
    expect(await deliver(session, { secret: 'whsec_platform' })).toBe(400);
    expect(await payments()).toEqual([]);
  });

  it.each([
    ['less money', { amount_total: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['another checkout', { metadata: {} }],
  ])('is not recorded with %s than was asked for', async (_name, changes) => {
    const session = Object.assign(pay(await begin()), changes);
    expect(await confirm(session)).toBe('refused');
    expect(await confirm(session)).toBe('refused');
    expect(await payments()).toEqual([]);
    expect(await invoice()).toMatchObject({ status: 'open', paidCents: 0 });
  });

  it('that the bank refuses days later notifies both sides, and can be paid again', async () => {
    const session = Object.assign(await begin(), { status: 'complete' });
    expect(await confirm(session)).toBe('open');
    expect(await deliver(session, { type: 'async_payment_failed' })).toBe(200);
    expect(await payments()).toMatchObject([{ status: 'failed', reason: 'The bank declined it' }]);
    for (const person of [coach, client]) {
      const titles = (await notificationsOf(test, person)).map(({ type }) => type);
      expect(titles).toContain('payment_failed');
    }
    expect(await begin()).not.toBe(session);
  });

  it('is refused while the provider does not answer, and charges nothing', async () => {
    stripe.failing = { status: 400, error: { type: 'api_error', message: 'down' } };
    await expect(client.api.money.payInvoice({ invoiceId })).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.failing = null;
    const session = pay(await begin());
    stripe.failing = { status: 400, error: { type: 'api_error', message: 'down' } };
    expect(await confirm(session)).toBe('open');
    stripe.failing = null;
    expect(await confirm(session)).toBe('paid');
  });

  it('is recorded in the coach’s name when the client’s account is deleted', async () => {
    const session = pay(await begin());
    await test.owner.execute(sql`update client_coach_relationships set person_id = null, status = 'ended'
      where coach_id = ${coach.id} and client_id = ${client.clientId}`);
    expect(await deliver(session)).toBe(200);
    expect(await payments()).toMatchObject([{ method: 'online', status: 'succeeded' }]);
    const { entries } = await coach.api.money.listMoneyHistory({ coachId: coach.id, subjectId: invoiceId });
    expect(entries[0]).toMatchObject({ action: 'payment.recorded', actor: 'coach' });
  });

  it('for another amount is closed at the provider first', async () => {
    const old = await begin();
    const cash = { ...aPayment, coachId: coach.id, clientId: client.clientId, invoiceId, amountCents: 1000 };
    await coach.api.money.recordPayment({ ...cash, paymentId: randomUUID() });
    expect(await begin()).toMatchObject({ amount_total: 4000 });
    expect(old.status).toBe('expired');
  });

  it('paid after the amount had changed leaves the rest open', async () => {
    const old = await begin();
    const cash = { ...aPayment, coachId: coach.id, clientId: client.clientId, invoiceId, amountCents: 1000 };
    await coach.api.money.recordPayment({ ...cash, paymentId: randomUUID() });
    pay(old);
    expect(await begin()).toMatchObject({ amount_total: 4000 });
    expect(await payments()).toMatchObject([{ invoiceId: null, amountCents: 5000 }, { amountCents: 1000 }]);
  });
});

describe('a refund', () => {
  const refund = (session: Stored, amountCents: number, refundId: string = randomUUID()) => {
    const paymentId = String(session.client_reference_id);
    return coach.api.money.refundPayment({ coachId: coach.id, paymentId, refundId, amountCents, reason: 'Sick' });
  };

  it('is paid to the card once, even if sent repeatedly', async () => {
    const session = pay(await begin());
    await confirm(session);
    const id = randomUUID();
    expect(await refund(session, 2000, id)).toMatchObject({ refundedCents: 2000 });
    expect(await refund(session, 2000, id)).toMatchObject({ refundedCents: 2000 });
    expect(session.returned).toBe(2000);
    expect(stripe.requests.findLast(({ name }) => name === 'POST /v1/refunds')).toMatchObject({
      context: account.id,
      idempotencyKey: `refund-${id}`,
      params: { payment_intent: session.payment_intent, amount: 2000 },
    });
  });

  it('that is already recorded, or whose id is taken, does not call the provider', async () => {
    const one = pay(await begin());
    await confirm(one);
    invoiceId = await issue();
    const other = pay(await begin());
    await confirm(other);
    const id = randomUUID();
    await refund(one, 2000, id);
    const asked = () => stripe.requests.filter(({ name }) => name === 'POST /v1/refunds').length;
    const before = asked();
    await refund(one, 2000, id);
    await expect(refund(other, 2000, id)).rejects.toMatchObject({ code: 'ID_TAKEN' });
    await expect(refund(other, 2000, String(one.client_reference_id))).rejects.toMatchObject({ code: 'ID_TAKEN' });
    expect(asked()).toBe(before);
    expect(other.returned).toBeUndefined();
  });

  it('of more than is left does not call the provider', async () => {
    const session = pay(await begin());
    await confirm(session);
    await expect(refund(session, 5001)).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(session.returned).toBeUndefined();
  });

  it('is not recorded while the provider does not answer', async () => {
    const session = pay(await begin());
    await confirm(session);
    stripe.failing = { status: 400, error: { type: 'api_error', message: 'down' } };
    await expect(refund(session, 1000)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect(await payments()).toMatchObject([{ refundedCents: 0 }]);
  });
});

it('amounts are converted to the provider’s units', () => {
  expect(providerAmount(1250, 'USD')).toBe(1250);
  expect(providerAmount(1250, 'JPY')).toBe(1250);
  expect(providerAmount(1250, 'ISK')).toBe(125_000);
  expect(providerAmount(1250, 'KWD')).toBe(1250);
  expect(() => providerAmount(1255, 'KWD')).toThrow(/not payable/);
});
