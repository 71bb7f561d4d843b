import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverAccountEvent, finished, storedEvent } from '../../../test/account-events.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, anOperator, type Client, type Coach } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { type Stored, type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { settleAccountEventJob } from '../../core/payments/connect-jobs.ts';
import { settleAccountEvent } from './money.webhooks.service.ts';

const SECRET = 'whsec_connect';
const DOWN = { status: 400, error: { type: 'api_error', message: 'down' } };
const OTHER_ACCOUNT = 'The account is not the one of the coach';
let stripe: StripeServer;
let test: TestApp;
let coach: Coach;
let client: Client;
let account: Stored;
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
});

function stored(url: string): Stored {
  const found = stripe.objects.get(url.slice(url.lastIndexOf('/') + 1));
  if (!found) throw new Error(`there is no ${url}`);
  return found;
}

async function connect(of: Coach): Promise<Stored> {
  const { url } = await of.api.money.connectOnlinePayments({ coachId: of.id });
  const made = stored(url);
  made.charges_enabled = true;
  await of.api.money.getOnlinePayments({ coachId: of.id });
  return made;
}

/** A paid checkout whose event has not arrived yet. */
async function aPaidCheckout(): Promise<Stored> {
  const about = { coachId: coach.id, invoiceId: randomUUID() };
  await coach.api.money.saveInvoice({ ...about, ...anInvoice, clientId: client.clientId });
  await coach.api.money.issueInvoice(about);
  const session = stored((await client.api.money.payInvoice(about)).url);
  return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` });
}
const payments = async () => (await coach.api.money.listPayments({ coachId: coach.id })).payments;

type Delivery = { type?: string; from?: string; secret?: string; id?: string };
const deliver = (object: object, { from = account.id, secret = SECRET, ...delivery }: Delivery = {}) =>
  deliverAccountEvent(test, object, { ...delivery, from, secret });
/** Sends an event and waits until it is processed. @returns the stored event */
async function handled(object: object, delivery: Delivery = {}) {
  const { id, status } = await deliver(object, delivery);
  expect(status).toBe(200);
  await finished(test, id);
  return storedEvent(test, id);
}
const DONE = { status: 'done', tries: 1, error: null };

describe('an event of an account', () => {
  const canPay = async () => (await client.api.money.getOwnMoney()).payOnline;

  it('opens and closes card payments without a visit of the coach', async () => {
    account.charges_enabled = false;
    expect(await handled(account)).toEqual(DONE);
    expect(await canPay()).toBe(false);
    account.charges_enabled = true;
    await Promise.all([handled(account), handled(account)]);
    expect(await canPay()).toBe(true);
  });

  it('is not trusted: the status is read from the provider', async () => {
    await handled({ ...account, charges_enabled: false });
    expect(await canPay()).toBe(true);
  });

  it('changes nothing with a wrong signature, from another account or without our id', async () => {
    account.charges_enabled = false;
    const other = await connect(await aCoach(test));
    const forged = await deliver(account, { secret: 'whsec_platform' });
    expect(forged.status).toBe(400);
    expect(await storedEvent(test, forged.id)).toBeUndefined();
    const ignored = { status: 'ignored', tries: 1, error: OTHER_ACCOUNT };
    expect(await handled(account, { from: other.id })).toEqual(ignored);
    expect(await handled({ ...account, metadata: { coach_id: randomUUID() } })).toEqual(ignored);
    expect(await handled({ ...account, metadata: {} })).toEqual({ status: 'ignored', tries: 0, error: null });
    expect(await canPay()).toBe(true);
  });

  it('is kept while the provider does not answer, and processed later', async () => {
    account.charges_enabled = false;
    stripe.failing = DOWN;
    const { id } = await deliver(account);
    await finished(test, id);
    expect(await storedEvent(test, id)).toMatchObject({ status: 'retrying', tries: 1, error: expect.any(String) });
    expect(await canPay()).toBe(true);
    stripe.failing = null;
    // The queue's retry.
    await settleAccountEvent(test.services, { eventId: id }, { isLastTry: false });
    expect(await storedEvent(test, id)).toMatchObject({ status: 'done', error: null });
    expect(await canPay()).toBe(false);
  });
});

describe('an event of a payment', () => {
  it('is stored and recorded once, even if it arrives repeatedly', async () => {
    const session = await aPaidCheckout();
    const id = `evt_${randomUUID()}`;
    const type = 'checkout.session.completed';
    const [first] = await Promise.all([deliver(session, { id, type }), deliver(session, { id, type })]);
    expect(first.status).toBe(200);
    await finished(test, id);
    expect(await storedEvent(test, id)).toEqual(DONE);
    expect((await deliver(session, { id, type })).status).toBe(200);
    expect(await storedEvent(test, id)).toEqual(DONE);
    expect(await payments()).toMatchObject([{ method: 'online', amountCents: 5000 }]);
  });

  it('from another account than the checkout’s is ignored, even when replayed', async () => {
    const session = await aPaidCheckout();
    const other = await connect(await aCoach(test));
    const operator = await anOperator(test);
    const { id } = await deliver(session, { type: 'checkout.session.completed', from: other.id });
    await finished(test, id);
    expect(await storedEvent(test, id)).toEqual({ status: 'ignored', tries: 1, error: OTHER_ACCOUNT });
    await expect(operator.api.jobs.replayWebhook({ webhookId: id })).rejects.toMatchObject({ code: 'WEBHOOK_CHANGED' });
    expect(await payments()).toEqual([]);
  });

  it('is listed with its account, and changes nothing when replayed after a success', async () => {
    const [operator, second] = [await anOperator(test), await anOperator(test)];
    const session = await aPaidCheckout();
    const { id } = await deliver(session, { type: 'checkout.session.completed' });
    await finished(test, id);
    const paid = await payments();
    expect(paid).toHaveLength(1);
    const { webhooks } = await operator.api.jobs.listWebhooks({});
    expect(webhooks.find((one) => one.id === id)).toMatchObject({ ...DONE, accountId: account.id });
    const replayed = await Promise.allSettled([
      operator.api.jobs.replayWebhook({ webhookId: id }),
      second.api.jobs.replayWebhook({ webhookId: id }),
    ]);
    expect(replayed.some(({ status }) => status === 'fulfilled')).toBe(true);
    await finished(test, id);
    expect(await storedEvent(test, id)).toEqual(DONE);
    expect(await payments()).toEqual(paid);
  });

  it('that failed on every try is counted, and records the payment when replayed', async () => {
    const operator = await anOperator(test);
    const session = await aPaidCheckout();
    stripe.failing = DOWN;
    const { id } = await deliver(session, { type: 'checkout.session.completed' });
    await finished(test, id);
    const lastTry = settleAccountEvent(test.services, { eventId: id }, { isLastTry: true });
    await expect(lastTry).rejects.toThrow();
    expect((await operator.api.jobs.listWebhooks({ status: 'failed' })).webhooks).toMatchObject([{ id }]);
    const { body } = await test.from('127.0.0.1').get<string>('/metrics');
    expect(body).toContain('webhooks_failed 1');
    expect(await payments()).toEqual([]);
    stripe.failing = null;
    await operator.api.jobs.replayWebhook({ webhookId: id });
    await finished(test, id);
    expect(await storedEvent(test, id)).toMatchObject({ status: 'done', error: null });
    expect(await payments()).toHaveLength(1);
  });
});

describe('a disputed payment', () => {
  /** A dispute in the coach's account at the provider. */
  function aDispute(of: Stored = account): Stored {
    const made: Stored = {
      id: `dp_${randomUUID().slice(0, 8)}`,
      object: 'dispute',
      context: of.id,
      status: 'needs_response',
      amount: 9000,
      currency: 'usd',
      charge: 'ch_1',
      evidence_details: { due_by: Math.floor(Date.now() / 1000) + 86_400 },
    };
    stripe.objects.set(made.id, made);
    return made;
  }
  const found = async (id: string) => {
    const operator = await anOperator(test, { operatorRole: 'billing' });
    return (await operator.api.operator.getOverview({})).needs.disputes?.find((one) => one.id === id);
  };

  it('is shown to operators with its coach until it is closed', async () => {
    const dispute = aDispute();
    expect(await handled(dispute, { type: 'charge.dispute.created' })).toEqual(DONE);
    expect(await found(dispute.id)).toMatchObject({ paidTo: 'coach', amount: 9000, coach: { coachId: coach.id } });
    dispute.status = 'lost';
    expect(await handled(dispute, { type: 'charge.dispute.closed' })).toEqual(DONE);
    expect(await found(dispute.id)).toBeUndefined();
  });

  it('has the provider’s data, whatever the event says', async () => {
    const dispute = aDispute();
    await handled({ ...dispute, amount: 1 }, { type: 'charge.dispute.closed' });
    expect(await found(dispute.id)).toMatchObject({ amount: 9000 });
    expect(await handled({ ...dispute, id: 'dp_gone' }, { type: 'charge.dispute.created' })).toEqual(DONE);
    expect(await found('dp_gone')).toBeUndefined();
  });

  it('is ignored from an account that claims to be another coach’s', async () => {
    const other = await connect(await aCoach(test));
    other.metadata = { coach_id: coach.id };
    const dispute = aDispute(other);
    const event = await handled(dispute, { type: 'charge.dispute.created', from: other.id });
    expect(event).toEqual({ status: 'ignored', tries: 1, error: OTHER_ACCOUNT });
    expect(await found(dispute.id)).toBeUndefined();
  });
});

describe('a process that is killed before it processed an event', () => {
  it('leaves the event to the next process', async () => {
    const session = await aPaidCheckout();
    const { queue } = test.services;
    await queue.pause();
    const { id, status } = await deliver(session, { type: 'checkout.session.completed' });
    expect(status).toBe(200);
    expect(await storedEvent(test, id)).toEqual({ status: 'waiting', tries: 0, error: null });
    expect(await payments()).toEqual([]);
    await queue.work(settleAccountEventJob, (data, tried) => settleAccountEvent(test.services, data, tried));
    await finished(test, id);
    expect(await storedEvent(test, id)).toEqual(DONE);
    expect(await payments()).toHaveLength(1);
  });
});
