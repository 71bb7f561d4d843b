import { randomUUID } from 'node:crypto';
import { dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, type Person } from '../../../test/people.ts';
import { anInvoice, aPackage, aPayment, aSubscription, someSettings } from '../../../test/security-cases-money.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
});

const key = () => ({ coachId: coach.id });
const today = () => dayInZone(new Date(), coach.timeZone);
const rowsOf = async (query: ReturnType<typeof sql>) => (await test.owner.execute(query)).rows;
const remove = async ({ caller }: Person) =>
  (await caller.send('POST', '/rest/v1/account/delete', { password: PASSWORD, confirmation: 'DELETE' })).status;

/** A subscription with its invoice, a payment with a note, and a draft. */
async function trade(clientId: string) {
  const { id: packageId } = await coach.api.money.savePackage({ ...key(), ...aPackage, packageId: randomUUID() });
  await coach.api.money.saveInvoiceSettings({ ...key(), ...someSettings });
  await coach.api.money.startSubscription({
    ...key(),
    ...aSubscription,
    clientId,
    packageId,
    subscriptionId: randomUUID(),
    startsOn: today(),
  });
  await coach.api.money.recordPayment({
    ...key(),
    ...aPayment,
    clientId,
    paymentId: randomUUID(),
    paidOn: today(),
    note: 'Nina pays in cash',
  });
  await coach.api.money.saveInvoice({ ...key(), ...anInvoice, clientId, invoiceId: randomUUID() });
}

describe('deleting an account', () => {
  it('of a client ends the subscription, and keeps invoices and payments without the name', async () => {
    await trade(client.clientId);
    expect(await remove(client)).toBe(200);
    const { subscriptions } = await coach.api.money.listSubscriptions(key());
    expect(subscriptions).toMatchObject([{ status: 'ended', nextDueOn: null, endsOn: today() }]);
    const { invoices } = await coach.api.money.listInvoices(key());
    expect(invoices).toMatchObject([{ label: 'A-0001', clientName: 'Former client' }]);
    const { payments } = await coach.api.money.listPayments(key());
    expect(payments).toMatchObject([{ amountCents: 5000, clientName: 'Former client', note: '' }]);
    expect(
      await rowsOf(sql`select kind, monthly_cents::int as cents from subscription_changes
      where coach_id = ${coach.id} order by number`),
    ).toEqual([
      { kind: 'started', cents: 12_000 },
      { kind: 'ended', cents: 0 },
    ]);
  });

  it('of a coach keeps payments for clients, and deletes those of clients without an account', async () => {
    const invited = await createClient(test.owner, coach.id);
    await trade(client.clientId);
    await trade(invited.clientId);
    expect(await remove(coach)).toBe(200);
    const own = await client.api.money.getOwnMoney();
    expect(own).toMatchObject({ invoices: [{ label: 'A-0001' }], payments: [{ amountCents: 5000 }] });
    expect(own.subscriptions).toMatchObject([{ status: 'ended' }]);
    for (const table of ['packages', 'invoice_settings', 'subscription_changes', 'ledger_entries']) {
      expect(await rowsOf(sql`select 1 from ${sql.identifier(table)} where coach_id = ${coach.id}`), table).toEqual([]);
    }
    for (const table of ['client_invoices', 'client_payments', 'client_subscriptions']) {
      const rows = await rowsOf(sql`select client_id from ${sql.identifier(table)} where coach_id = ${coach.id}`);
      expect(rows, table).toEqual([{ client_id: client.clientId }]);
    }
  });
});
