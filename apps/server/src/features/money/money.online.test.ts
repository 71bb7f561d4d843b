import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { anInvoice, aPayment, aTestCard } from '../../../test/security-cases-money.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { refundOnline } from './money.online.service.ts';
import { onlineCheckouts } from './money.table.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let invoiceId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  await coach.api.money.connectOnlinePayments({ coachId: coach.id });
  await coach.api.money.getOnlinePayments({ coachId: coach.id });
  invoiceId = await issue(client);
});

async function issue({ clientId }: { clientId: string }): Promise<string> {
  const about = { coachId: coach.id, invoiceId: randomUUID() };
  await coach.api.money.saveInvoice({ ...about, ...anInvoice, clientId });
  await coach.api.money.issueInvoice(about);
  return about.invoiceId;
}

const begin = async (of: Client = client) => {
  const { url } = await of.api.money.payInvoice({ invoiceId });
  return url.slice(url.lastIndexOf('/') + 1);
};
const pay = (checkoutId: string, cardNumber = aTestCard.cardNumber) =>
  client.api.money.paySandboxInvoice({ checkoutId, ...aTestCard, cardNumber });
const confirm = async (checkoutId: string, of: Client = client) =>
  (await of.api.money.confirmCheckout({ checkoutId })).status;
const invoice = async () => (await coach.api.money.getInvoice({ coachId: coach.id, invoiceId })).invoice;
const payments = async () => (await coach.api.money.listPayments({ coachId: coach.id })).payments;

const noticesOfPayments = async () =>
  (await notificationsOf(test, coach)).filter(({ type }) => type === 'payment_received');

describe('a coach', () => {
  it('connects an account once, and clients see that they can pay', async () => {
    const other = await aCoach(test);
    const state = () => other.api.money.getOnlinePayments({ coachId: other.id });
    const theirs = await aClient(test, { of: other });
    expect(await state()).toEqual({ state: 'none', isTest: true, missing: [] });
    expect((await theirs.api.money.getOwnMoney()).payOnline).toBe(false);
    const connect = () => other.api.money.connectOnlinePayments({ coachId: other.id });
    const [first, second] = await Promise.all([connect(), connect()]);
    expect(first).toEqual(second);
    expect(await state()).toMatchObject({ state: 'ready' });
    expect((await theirs.api.money.getOwnMoney()).payOnline).toBe(true);
  });

  it('without an account cannot take cards', async () => {
    const other = await aCoach(test);
    const theirs = await aClient(test, { of: other });
    const about = { coachId: other.id, invoiceId: randomUUID() };
    await other.api.money.saveInvoice({ ...about, ...anInvoice, clientId: theirs.clientId });
    await other.api.money.issueInvoice(about);
    const paying = theirs.api.money.payInvoice({ invoiceId: about.invoiceId });
    await expect(paying).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
  });
});

describe('a client', () => {
  it('pays an invoice, and the payment is recorded once in any order of page and event', async () => {
    const checkoutId = await begin();
    expect(await confirm(checkoutId)).toBe('open');
    expect(await pay(checkoutId)).toEqual({ status: 'complete', reason: null });
    expect(await Promise.all([confirm(checkoutId), confirm(checkoutId)])).toEqual(['paid', 'paid']);
    expect(await pay(checkoutId)).toEqual({ status: 'complete', reason: null });
    expect(await confirm(checkoutId)).toBe('paid');
    expect(await invoice()).toMatchObject({ status: 'paid', owedCents: 0 });
    expect(await payments()).toMatchObject([{ id: checkoutId, method: 'online', status: 'succeeded', invoiceId }]);
    await expect(client.api.money.payInvoice({ invoiceId })).rejects.toMatchObject({ code: 'INVOICE_CLOSED' });
    expect(await noticesOfPayments()).toEqual([
      expect.objectContaining({
        message: 'For invoice INV-0001.',
        metadata: { client_id: client.clientId, coach_id: coach.id, invoice_id: invoiceId },
      }),
    ]);
  });

  it('is named in the history of their payment', async () => {
    const checkoutId = await begin();
    await pay(checkoutId);
    await confirm(checkoutId);
    const { entries } = await coach.api.money.listMoneyHistory({ coachId: coach.id, subjectId: invoiceId });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['payment.recorded', 'client'],
      ['invoice.issued', 'coach'],
    ]);
    const { rows } = await test.owner.execute(
      sql`select actor_id, client_id from audit_entries where chain_id = ${coach.id} and subject_id = ${checkoutId}`,
    );
    expect(rows).toEqual([{ actor_id: client.id, client_id: client.clientId }]);
    const { entries: own } = await client.api.audit.listCoachingEntries({});
    expect(own).toContainEqual(expect.objectContaining({ action: 'payment.recorded', actor: 'client', own: true }));
  });

  it('who never returns to the page has still paid', async () => {
    const checkoutId = await begin();
    await pay(checkoutId);
    await expect.poll(async () => (await invoice()).status, { timeout: 20_000 }).toBe('paid');
    expect(await payments()).toHaveLength(1);
  });

  it('on two devices gets the same checkout', async () => {
    const [first, second] = await Promise.all([begin(), begin()]);
    expect(first).toBe(second);
    const rows = await test.owner.select().from(onlineCheckouts).where(eq(onlineCheckouts.invoiceId, invoiceId));
    expect(rows).toHaveLength(1);
  });

  it('with a declined card pays nothing and can try another', async () => {
    const checkoutId = await begin();
    expect(await pay(checkoutId, '4000000000000002')).toMatchObject({ status: 'declined' });
    expect(await pay(checkoutId, '4000002500003155')).toMatchObject({ status: 'requires_action' });
    expect(await confirm(checkoutId)).toBe('open');
    expect(await payments()).toEqual([]);
    expect(await pay(checkoutId)).toMatchObject({ status: 'complete' });
  });

  it('pays the current balance: another amount opens a new checkout and closes the old one', async () => {
    const old = await begin();
    const paid = { ...aPayment, clientId: client.clientId, invoiceId, amountCents: 1000 };
    await coach.api.money.recordPayment({ ...paid, coachId: coach.id, paymentId: randomUUID() });
    const now = await begin();
    expect(now).not.toBe(old);
    expect(await pay(old)).toMatchObject({ status: 'declined' });
    expect(await confirm(old)).toBe('expired');
    await pay(now);
    expect(await confirm(now)).toBe('paid');
    expect(await invoice()).toMatchObject({ status: 'paid', paidCents: 5000 });
  });

  it('who paid twice has a payment without an invoice, which the coach can refund', async () => {
    const checkoutId = await begin();
    const cash = { ...aPayment, clientId: client.clientId, invoiceId, amountCents: 5000 };
    await coach.api.money.recordPayment({ ...cash, coachId: coach.id, paymentId: randomUUID() });
    await pay(checkoutId);
    expect(await confirm(checkoutId)).toBe('paid');
    const [online] = await payments();
    expect(online).toMatchObject({
      id: checkoutId,
      invoiceId: null,
      note: expect.stringContaining('balance was lower'),
    });
    const [notice] = await noticesOfPayments();
    expect(notice?.title).toMatch(/ paid \$50\.00 by card$/);
    expect(notice?.message).toMatch(/^The balance of invoice INV-0001 was lower when this payment arrived\./);
    expect(notice?.metadata).toEqual({ client_id: client.clientId, coach_id: coach.id });
    const refund = { coachId: coach.id, paymentId: checkoutId, refundId: randomUUID(), amountCents: 5000, reason: '' };
    const withoutProvider = { db: test.services.db, connect: null };
    await expect(refundOnline(withoutProvider, mintCoachScope(coach.id), refund)).rejects.toThrow(PaymentUnavailable);
    expect(await coach.api.money.refundPayment(refund)).toMatchObject({ refundedCents: 5000 });
    expect(await coach.api.money.refundPayment(refund)).toMatchObject({ refundedCents: 5000 });
  });

  it('gets a new checkout after a day', async () => {
    const old = await begin();
    test.setNow(new Date(Date.now() + 25 * 3_600_000));
    try {
      expect(await begin()).not.toBe(old);
      expect(await confirm(old)).toBe('expired');
    } finally {
      test.setNow(null);
    }
  });
});
