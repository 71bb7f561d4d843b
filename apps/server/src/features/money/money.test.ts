import { randomUUID } from 'node:crypto';
import type { PaymentInput } from '@stridewell/contract/money/money';
import { MONEY_BOUNDS } from '@stridewell/contract/money/money.invoices.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { somePackages } from '../../../test/factories/business.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { anInvoice, aPackage, aPayment, someSettings } from '../../../test/security-cases-money.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});

const today = () => dayInZone(new Date(), coach.timeZone);
const key = () => ({ coachId: coach.id });

/** A draft with one line. */
const draft = (cents = 10_000, changes: object = {}, invoiceId: string = randomUUID()) =>
  coach.api.money.saveInvoice({
    ...key(),
    ...anInvoice,
    clientId: client.clientId,
    invoiceId,
    lines: [{ text: 'Coaching', quantity: 1, unitCents: cents }],
    ...changes,
  });
const issue = async (cents?: number, changes?: object) => {
  const { id } = await draft(cents, changes);
  return coach.api.money.issueInvoice({ ...key(), invoiceId: id });
};
const get = (invoiceId: string) => coach.api.money.getInvoice({ ...key(), invoiceId });
type Paid = Partial<PaymentInput> & { paymentId?: string; failedBecause?: string };
const pay = (changes: Paid = {}) =>
  coach.api.money.recordPayment({
    ...key(),
    ...aPayment,
    clientId: client.clientId,
    paymentId: randomUUID(),
    paidOn: today(),
    ...changes,
  });
const refund = (paymentId: string, amountCents: number, refundId: string = randomUUID()) =>
  coach.api.money.refundPayment({ ...key(), paymentId, refundId, amountCents, reason: 'Sick' });
const books = async () =>
  (
    await test.owner.execute<{ kind: string; cents: number }>(
      sql`select kind, sum(amount_cents)::int as cents from ledger_entries where coach_id = ${coach.id}
        group by kind order by kind desc`,
    )
  ).rows.map(({ kind, cents }) => [kind, cents]);

describe('an invoice', () => {
  it('gets its number in the order of issue, and then keeps its content', async () => {
    await coach.api.money.saveInvoiceSettings({ ...key(), ...someSettings });
    const [first, second] = [await draft(10_000, { taxRate: 1900, taxIncluded: false }), await draft()];
    expect(first).toMatchObject({ label: '', status: 'draft', issuedOn: null, owedCents: 0, totalCents: 11_900 });
    const issued = await coach.api.money.issueInvoice({ ...key(), invoiceId: second.id });
    expect(issued).toMatchObject({ label: 'A-0001', status: 'open', dueOn: addDays(today(), 14), owedCents: 10_000 });
    expect(await coach.api.money.issueInvoice({ ...key(), invoiceId: first.id })).toMatchObject({
      label: 'A-0002',
      netCents: 10_000,
      taxCents: 1900,
      taxLabel: 'VAT',
      issuer: { businessName: 'Ana Trains', taxId: 'DE123', instructions: 'Bank account 123' },
    });
    await coach.api.money.saveInvoiceSettings({ ...key(), ...someSettings, businessName: 'Other', prefix: 'B-' });
    expect((await get(second.id)).invoice).toMatchObject({ label: 'A-0001', issuer: { businessName: 'Ana Trains' } });
  });

  it('has the coach’s name and no tax before there are settings', async () => {
    expect(await issue()).toMatchObject({ label: 'INV-0001', taxCents: 0, issuer: { businessName: coach.name } });
  });

  it('has gapless numbers, even when many are issued concurrently and some are refused', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, () => draft()));
    const calls = drafts.flatMap(({ id: invoiceId }) => [
      coach.api.money.issueInvoice({ ...key(), invoiceId }),
      coach.api.money.issueInvoice({ ...key(), invoiceId }),
      coach.api.money.issueInvoice({ ...key(), invoiceId: randomUUID() }),
    ]);
    const outcomes = await outcomesOf(calls);
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(24);
    const { invoices } = await coach.api.money.listInvoices(key());
    expect(invoices.map(({ label }) => label).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => `INV-${String(index + 1).padStart(4, '0')}`),
    );
  });

  it('can be changed and deleted as a draft, but not once issued', async () => {
    const { id } = await issue();
    await expect(draft(500, {}, id)).rejects.toMatchObject({ code: 'ALREADY_ISSUED' });
    await expect(coach.api.money.deleteInvoice({ ...key(), invoiceId: id })).rejects.toMatchObject({
      code: 'ALREADY_ISSUED',
    });
    const { id: draftId } = await draft();
    expect(await draft(700, {}, draftId)).toMatchObject({ totalCents: 700 });
    await coach.api.money.deleteInvoice({ ...key(), invoiceId: draftId });
    await coach.api.money.deleteInvoice({ ...key(), invoiceId: draftId });
    await expect(get(draftId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await get(id)).invoice.totalCents).toBe(10_000);
  });

  it('keeps its number when void, cannot then be paid, and cannot be voided while paid', async () => {
    const [first, second] = [await issue(), await issue()];
    const voidIt = (invoiceId: string) => coach.api.money.voidInvoice({ ...key(), invoiceId, reason: 'Wrong client' });
    expect(await voidIt(first.id)).toMatchObject({ status: 'void', label: first.label, owedCents: 0 });
    await expect(pay({ invoiceId: first.id })).rejects.toMatchObject({ code: 'INVOICE_CLOSED' });
    const { id } = await pay({ invoiceId: second.id });
    await expect(voidIt(second.id)).rejects.toMatchObject({ code: 'INVOICE_PAID' });
    await refund(id, 5000);
    expect(await voidIt(second.id)).toMatchObject({ status: 'void' });
    expect((await issue()).label).toBe('INV-0003');
  });

  it('counts in this month’s books when paid, beside the expenses', async () => {
    const month = async () => (await coach.api.money.getMoney(key())).month;
    const from = `${today().slice(0, 7)}-01`;
    expect(await month()).toEqual({ from, revenueCents: 0, expensesCents: 0 });
    const payment = await pay({ invoiceId: (await issue()).id });
    const spent = { ...key(), kind: 'expense', amountCents: 1200, category: 'Rent' } as const;
    for (const occurredOn of [today(), addDays(from, -1)])
      await coach.api.money.createLedgerEntry({ ...spent, id: randomUUID(), occurredOn });
    await refund(payment.id, 500);
    expect(await month()).toEqual({ from, revenueCents: payment.amountCents - 500, expensesCents: 1200 });
  });

  it('is never summed across currencies', async () => {
    await Promise.all([issue(100), issue(200, { currency: 'EUR' }), issue(300)]);
    const { owed, overdue, totals } = await coach.api.money.getMoney(key());
    expect(owed).toEqual([
      { currency: 'USD', cents: 400 },
      { currency: 'EUR', cents: 200 },
    ]);
    expect([overdue, totals.open]).toEqual([[], 3]);
  });

  it('is overdue from the day after its due day', async () => {
    const [late, due] = [await issue(100), await issue(200)];
    const setDue = (id: string, day: string) =>
      test.owner.execute(sql`update client_invoices set due_on = ${day} where coach_id = ${coach.id} and id = ${id}`);
    await setDue(late.id, addDays(today(), -1));
    await setDue(due.id, today());
    const { open, overdue } = await coach.api.money.getMoney(key());
    expect(open.map(({ id, status }) => [id, status])).toEqual([
      [late.id, 'overdue'],
      [due.id, 'open'],
    ]);
    expect(overdue).toEqual([{ currency: 'USD', cents: 100 }]);
  });
});

describe('a payment', () => {
  it('pays its invoice, fully or partly, and is booked as revenue of its day', async () => {
    const { id: invoiceId } = await issue(10_000);
    const paidOn = addDays(today(), -3);
    await pay({ invoiceId, amountCents: 4000, paidOn });
    expect((await get(invoiceId)).invoice).toMatchObject({ status: 'partly_paid', paidCents: 4000, owedCents: 6000 });
    await pay({ invoiceId, amountCents: 6000 });
    const { invoice, payments } = await get(invoiceId);
    expect(invoice).toMatchObject({ status: 'paid', owedCents: 0 });
    expect(payments.map(({ amountCents }) => amountCents)).toEqual([6000, 4000]);
    const { rows } = await test.owner.execute(
      sql`select kind, amount_cents::int as cents, occurred_on::text as day, client_id, source, note from ledger_entries
        where coach_id = ${coach.id} order by amount_cents`,
    );
    expect(rows[0]).toEqual({
      kind: 'revenue',
      cents: 4000,
      day: paidOn,
      client_id: client.clientId,
      source: 'payment',
      note: 'INV-0001',
    });
    expect(rows).toHaveLength(2);
  });

  it('is recorded once, even if sent repeatedly', async () => {
    const { id: invoiceId } = await issue(10_000);
    const same = { invoiceId, amountCents: 6000, paymentId: randomUUID() };
    expect(await outcomesOf([pay(same), pay(same), pay(same)])).toEqual(['OK', 'OK', 'OK']);
    expect((await get(invoiceId)).invoice.paidCents).toBe(6000);
    const free = { amountCents: 100, paymentId: randomUUID() };
    expect(await outcomesOf([pay(free), pay(free)])).toEqual(['OK', 'OK']);
    expect(await books()).toEqual([['revenue', 6100]]);
  });

  it('is never more than the balance, even for concurrent payments', async () => {
    const { id: invoiceId } = await issue(10_000);
    const outcomes = await outcomesOf([pay({ invoiceId, amountCents: 6000 }), pay({ invoiceId, amountCents: 6000 })]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MUCH']);
    await expect(pay({ invoiceId, amountCents: 4001 })).rejects.toMatchObject({
      code: 'TOO_MUCH',
      data: { leftCents: 4000, currency: 'USD' },
    });
    expect(await books()).toEqual([['revenue', 6000]]);
  });

  it('must have the currency of its invoice, and not be in the future', async () => {
    const { id: invoiceId } = await issue();
    await expect(pay({ invoiceId, currency: 'EUR' })).rejects.toMatchObject({ code: 'OTHER_CURRENCY' });
    await expect(pay({ paidOn: addDays(today(), 1) })).rejects.toMatchObject({ code: 'PAYMENT_IN_FUTURE' });
    await expect(pay({ invoiceId: (await draft()).id })).rejects.toMatchObject({ code: 'INVOICE_CLOSED' });
    expect(await books()).toEqual([]);
  });

  it('that failed moves no money, and is shown until its invoice is paid', async () => {
    const { id: invoiceId } = await issue(10_000);
    const failed = await pay({ invoiceId, amountCents: 10_000, failedBecause: 'The bank returned it' });
    expect(failed).toMatchObject({ status: 'failed', reason: 'The bank returned it', invoiceLabel: 'INV-0001' });
    expect((await coach.api.money.getMoney(key())).failed).toMatchObject([{ id: failed.id }]);
    expect((await get(invoiceId)).invoice.owedCents).toBe(10_000);
    await expect(refund(failed.id, 1)).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE' });
    await pay({ invoiceId, amountCents: 10_000 });
    expect((await coach.api.money.getMoney(key())).failed).toEqual([]);
    expect(await books()).toEqual([['revenue', 10_000]]);
  });

  it('that was a mistake can be removed once from invoice and books', async () => {
    const { id: invoiceId } = await issue(10_000);
    const { id: paymentId } = await pay({ invoiceId, paidOn: addDays(today(), -40) });
    const undo = () => coach.api.money.voidPayment({ ...key(), paymentId, reason: 'Typed twice' });
    expect(await outcomesOf([undo(), undo()])).toEqual(['OK', 'OK']);
    expect((await get(invoiceId)).invoice).toMatchObject({ status: 'open', paidCents: 0 });
    expect(await books()).toEqual([
      ['revenue', 5000],
      ['refund', 5000],
    ]);
    const { rows } = await test.owner.execute(
      sql`select distinct occurred_on from ledger_entries where coach_id = ${coach.id}`,
    );
    expect(rows).toHaveLength(1);
    expect((await client.api.money.getOwnMoney()).payments).toEqual([]);
  });

  it('can be recorded on Coach Base, because every coach runs a business', async () => {
    coach = await aCoach(test, { plan: 'base' });
    client = await aClient(test, { of: coach });
    await pay({ amountCents: 700 });
    expect(await books()).toEqual([['revenue', 700]]);
  });
});

it('payments can be downloaded as a table', async () => {
  await Promise.all([pay({ amountCents: 123_450, note: '=1+1' }), pay({ amountCents: 5000, currency: 'JPY' })]);
  const path = `/exports/${coach.id}/payments.csv`;
  const { status, body } = await coach.caller.get<string>(path);
  const lines = body.trim().split('\r\n');
  expect([status, lines.length]).toEqual([200, 3]);
  expect(body).toContain('"1234.5","0","USD","Cash","Received"');
  expect(body).toContain('"5000","0","JPY"');
  expect(body).toContain(`,"'=1+1"`);
});

describe('an id chosen by the caller', () => {
  const taken = { code: 'ID_TAKEN', status: 409 };

  it('is refused when another payment, entry or subscription has it', async () => {
    const other = await aClient(test, { of: coach });
    const paymentId = randomUUID();
    await pay({ paymentId, amountCents: 5000 });
    await pay({ paymentId, amountCents: 5000 });
    for (const changes of [{ clientId: other.clientId }, { amountCents: 4000 }, { currency: 'EUR' as const }]) {
      await expect(pay({ paymentId, amountCents: 5000, ...changes })).rejects.toMatchObject(taken);
    }
    const entry = { kind: 'expense' as const, category: 'Rent', occurredOn: today() };
    const book = (id: string, amountCents: number) =>
      coach.api.money.createLedgerEntry({ ...entry, coachId: coach.id, id, amountCents });
    const entryId = randomUUID();
    await book(entryId, 700);
    await book(entryId, 700);
    await expect(book(entryId, 800)).rejects.toMatchObject(taken);
    await expect(book(paymentId, 5000)).rejects.toMatchObject(taken);
    await expect(pay({ paymentId: entryId, amountCents: 700 })).rejects.toMatchObject(taken);
    expect(await books()).toEqual([
      ['revenue', 5000],
      ['expense', 700],
    ]);
  });
});

describe('a refund', () => {
  it('is never more than its payment, even for concurrent refunds', async () => {
    const { id } = await pay({ amountCents: 5000 });
    expect((await outcomesOf([refund(id, 3000), refund(id, 3000)])).sort()).toEqual(['OK', 'REFUND_TOO_LARGE']);
    await expect(refund(id, 2001)).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE', data: { leftCents: 2000 } });
    await refund(id, 2000);
    await expect(refund(id, 1)).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(await books()).toEqual([
      ['revenue', 5000],
      ['refund', 5000],
    ]);
  });

  it('is made once, even if sent repeatedly', async () => {
    const { id } = await pay({ amountCents: 5000 });
    const refundId = randomUUID();
    expect(await outcomesOf([refund(id, 3000, refundId), refund(id, 3000, refundId)])).toEqual(['OK', 'OK']);
    expect((await refund(id, 3000, refundId)).refundedCents).toBe(3000);
  });

  it('is refused with the id of another refund or entry, and changes nothing', async () => {
    const [one, other] = [await pay({ amountCents: 5000 }), await pay({ amountCents: 5000 })];
    const refundId = randomUUID();
    await refund(one.id, 3000, refundId);
    const before = await books();
    for (const [paymentId, cents, id] of [
      [other.id, 3000, refundId],
      [one.id, 1000, refundId],
      [one.id, 1000, one.id],
      [one.id, 1000, other.id],
    ] as const) {
      await expect(refund(paymentId, cents, id)).rejects.toMatchObject({ code: 'ID_TAKEN', status: 409 });
    }
    expect(await books()).toEqual(before);
    const shared = randomUUID();
    const outcomes = await outcomesOf([refund(one.id, 100, shared), refund(other.id, 100, shared)]);
    expect(outcomes.sort()).toEqual(['ID_TAKEN', 'OK']);
  });

  it('settles its invoice, and does not make it due again', async () => {
    const { id: invoiceId } = await issue(5000);
    const { id } = await pay({ invoiceId, amountCents: 5000 });
    await refund(id, 1000);
    expect((await get(invoiceId)).invoice).toMatchObject({ status: 'paid', refundedCents: 1000, owedCents: 0 });
    await refund(id, 4000);
    expect((await get(invoiceId)).invoice).toMatchObject({ status: 'refunded', owedCents: 0 });
    expect((await coach.api.money.getMoney(key())).owed).toEqual([]);
    await expect(coach.api.money.voidPayment({ ...key(), paymentId: id, reason: '' })).rejects.toMatchObject({
      code: 'PAYMENT_FIXED',
    });
  });
});

describe('a client', () => {
  it('sees own issued invoices and payments, without drafts and notes, even after the coaching', async () => {
    const { id: invoiceId } = await issue(10_000);
    await draft();
    await pay({ invoiceId, note: 'Paid late as always' });
    const other = await aClient(test, { of: coach });
    const own = await client.api.money.getOwnMoney();
    expect(own).toMatchObject({
      owed: [{ currency: 'USD', cents: 5000 }],
      invoices: [{ id: invoiceId, status: 'partly_paid' }],
      payments: [{ amountCents: 5000, note: '' }],
    });
    expect(await other.api.money.getOwnMoney()).toMatchObject({ owed: [], invoices: [], payments: [] });
    await updateRelationship(test, client, { status: 'archived' });
    expect((await client.api.money.getOwnMoney()).invoices).toHaveLength(1);
  });
});

describe('packages', () => {
  it('are edited in place, and archived ones come last', async () => {
    const save = (packageId: string, changes: object = {}) =>
      coach.api.money.savePackage({ ...key(), ...aPackage, packageId, ...changes });
    const [first, second] = [randomUUID(), randomUUID()];
    await save(first, { name: 'Old' });
    await save(second, { name: 'Ten sessions', interval: 'once' });
    await save(first, { name: 'Old', archived: true });
    const { packages } = await coach.api.money.listPackages(key());
    expect(packages.map(({ name, interval, archived }) => [name, interval, archived])).toEqual([
      ['Ten sessions', 'once', false],
      ['Old', 'month', true],
    ]);
  });

  it('have a limit', async () => {
    await somePackages(test, { of: coach, count: MONEY_BOUNDS.packages });
    await expect(coach.api.money.savePackage({ ...key(), ...aPackage, packageId: randomUUID() })).rejects.toMatchObject(
      { code: 'TOO_MANY_PACKAGES' },
    );
  });
});

describe('the history', () => {
  it('shows who changed an invoice and its payments, with the facts before and after', async () => {
    const { id: invoiceId } = await issue(10_000);
    const { id: paymentId } = await pay({ invoiceId, amountCents: 4000 });
    await refund(paymentId, 1000);
    const { entries } = await coach.api.money.listMoneyHistory({ ...key(), subjectId: invoiceId });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['payment.refunded', 'coach'],
      ['payment.recorded', 'coach'],
      ['invoice.issued', 'coach'],
    ]);
    expect(entries[0]).toMatchObject({ before: { refundedCents: 0 }, after: { refundedCents: 1000 } });
    const other = await aCoach(test);
    expect(await other.api.money.listMoneyHistory({ coachId: other.id, subjectId: invoiceId })).toEqual({
      entries: [],
    });
  });

  it('has no entry for repeated or refused requests', async () => {
    const { id: invoiceId } = await issue(1000);
    const same = { invoiceId, amountCents: 600, paymentId: randomUUID() };
    await outcomesOf([pay(same), pay(same), pay({ invoiceId, amountCents: 5000 })]);
    const { entries } = await coach.api.money.listMoneyHistory({ ...key(), subjectId: invoiceId });
    expect(entries.map(({ action }) => action)).toEqual(['payment.recorded', 'invoice.issued']);
  });
});
