import { randomUUID } from 'node:crypto';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anInvoiceCounter } from '../../../test/factories/business.ts';
import { aClient, aCoach, type Client, type Coach, type Person } from '../../../test/people.ts';
import { anInvoice, aPayment, aSubscription, someSettings } from '../../../test/security-cases-money.ts';
import { handleEventInJob } from '../../core/events/handlers.ts';
import { deliverNotifications } from '../notifications/notifications.delivery.service.ts';
import { billSubscriptions, remindOfInvoices } from './money.due.service.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { timeZone: 'Pacific/Auckland' });
  client = await aClient(test, { of: coach });
});

const key = () => ({ coachId: coach.id });
const today = () => dayInZone(new Date(), coach.timeZone);
/** Noon of a day in Auckland. */
const noonOf = (day: string) => new Date(`${day}T00:00:00Z`);
const depsAt = (day: string) => ({ db: test.services.db, log: test.services.log, now: () => noonOf(day) });
const invoices = async () => (await coach.api.money.listInvoices(key())).invoices;
const toldTo = async (person: Person, type: Notification['type']) => {
  await deliverNotifications(test.services, key());
  const { notifications } = await person.api.notifications.listNotifications({});
  return notifications.filter((one) => one.type === type);
};
const issue = async () => {
  const invoiceId = randomUUID();
  await coach.api.money.saveInvoice({ ...key(), ...anInvoice, clientId: client.clientId, invoiceId });
  return coach.api.money.issueInvoice({ ...key(), invoiceId });
};

describe('the job that bills', () => {
  it('issues an invoice once, on the coach’s day, and sends it to the client', async () => {
    const startsOn = addDays(today(), 1);
    await coach.api.money.startSubscription({
      ...key(),
      ...aSubscription,
      clientId: client.clientId,
      subscriptionId: randomUUID(),
      startsOn,
    });
    await billSubscriptions({ ...depsAt(today()), now: () => new Date(noonOf(today()).getTime() + 3_600_000) });
    expect(await invoices()).toEqual([]);
    await Promise.all([billSubscriptions(depsAt(startsOn)), billSubscriptions(depsAt(startsOn))]);
    await billSubscriptions(depsAt(startsOn));
    expect(await invoices()).toMatchObject([{ issuedOn: startsOn, label: 'INV-0001', totalCents: 12_000 }]);
    const [notice, ...others] = await toldTo(client, 'invoice_issued');
    expect(others).toEqual([]);
    expect(notice?.message).toContain('$120.00');
  });

  it('bills other coaches when one row is broken', async () => {
    const other = await aCoach(test);
    const theirs = await aClient(test, { of: other });
    for (const [by, of] of [
      [coach, client],
      [other, theirs],
    ] as const) {
      await by.api.money.startSubscription({
        ...aSubscription,
        coachId: by.id,
        clientId: of.clientId,
        subscriptionId: randomUUID(),
        startsOn: addDays(today(), 2),
      });
    }
    await anInvoiceCounter(test, { of: coach, last: 2_147_483_647 });
    await expect(billSubscriptions(depsAt(addDays(today(), 4)))).rejects.toThrow();
    expect((await other.api.money.listInvoices({ coachId: other.id })).invoices).toHaveLength(1);
    expect(await invoices()).toEqual([]);
    await test.owner.execute(sql`update client_subscriptions set next_due_on = null where coach_id = ${coach.id}`);
  });

  it('skips suspended coaches', async () => {
    await coach.api.money.startSubscription({
      ...key(),
      ...aSubscription,
      clientId: client.clientId,
      subscriptionId: randomUUID(),
      startsOn: addDays(today(), 1),
    });
    await test.owner.execute(sql`update coaches set status = 'suspended' where id = ${coach.id}`);
    await billSubscriptions(depsAt(addDays(today(), 3)));
    const { rows } = await test.owner.execute(sql`select 1 from client_invoices where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });
});

describe('reminders', () => {
  it('are sent once after 3, 7 and 14 days, and the coach is notified of the first', async () => {
    const { dueOn } = await issue();
    const after = async (days: number) => {
      await remindOfInvoices(depsAt(addDays(dueOn ?? '', days)));
      await remindOfInvoices(depsAt(addDays(dueOn ?? '', days)));
      return (await toldTo(client, 'payment_overdue')).length;
    };
    const counts: number[] = [];
    for (const days of [0, 2, 3, 6, 7, 14, 15, 60]) counts.push(await after(days));
    expect(counts).toEqual([0, 0, 1, 1, 2, 3, 3, 3]);
    expect(await toldTo(coach, 'payment_overdue')).toHaveLength(1);
  });

  it('are replaced by one after an outage', async () => {
    const { dueOn } = await issue();
    await remindOfInvoices(depsAt(addDays(dueOn ?? '', 10)));
    expect(await toldTo(client, 'payment_overdue')).toHaveLength(1);
  });

  it('stop when the invoice is paid, void or paused', async () => {
    const [paid, gone, quiet] = [await issue(), await issue(), await issue()];
    await coach.api.money.recordPayment({
      ...key(),
      ...aPayment,
      clientId: client.clientId,
      paymentId: randomUUID(),
      invoiceId: paid.id,
      paidOn: today(),
    });
    await coach.api.money.voidInvoice({ ...key(), invoiceId: gone.id, reason: 'Mistake' });
    await coach.api.money.pauseReminders({ ...key(), invoiceId: quiet.id, paused: true });
    await remindOfInvoices(depsAt(addDays(quiet.dueOn ?? '', 5)));
    expect(await toldTo(client, 'payment_overdue')).toEqual([]);
    await coach.api.money.pauseReminders({ ...key(), invoiceId: quiet.id, paused: false });
    await remindOfInvoices(depsAt(addDays(quiet.dueOn ?? '', 5)));
    expect(await toldTo(client, 'payment_overdue')).toHaveLength(1);
  });
});

it('a failed payment is explained to the client', async () => {
  const { id: invoiceId } = await issue();
  await coach.api.money.recordPayment({
    ...key(),
    ...aPayment,
    clientId: client.clientId,
    paymentId: randomUUID(),
    invoiceId,
    paidOn: today(),
    failedBecause: 'The bank returned it',
  });
  const [notice] = await toldTo(client, 'payment_failed');
  expect(notice?.message).toBe(
    "The payment of $50.00 for invoice INV-0001 didn't go through: The bank returned it. Please pay again, or talk to your coach.",
  );
});

describe('an invoice as a file', () => {
  it('is a PDF for the coach and for its client', async () => {
    await coach.api.money.saveInvoiceSettings({ ...key(), ...someSettings });
    const { id } = await issue();
    for (const [person, path] of [
      [coach, `/exports/${coach.id}/invoices/${id}.pdf`],
      [client, `/exports/own/invoices/${id}.pdf`],
    ] as const) {
      const answer = await person.caller.get<string>(path);
      expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^%PDF/) });
    }
  });

  it('is refused for other clients, and as a draft for all clients', async () => {
    const { id } = await issue();
    const draftId = randomUUID();
    await coach.api.money.saveInvoice({ ...key(), ...anInvoice, clientId: client.clientId, invoiceId: draftId });
    const other = await aClient(test, { of: coach });
    const stranger = await aCoach(test);
    const statuses = await Promise.all([
      other.caller.get(`/exports/own/invoices/${id}.pdf`),
      client.caller.get(`/exports/own/invoices/${draftId}.pdf`),
      client.caller.get(`/exports/${coach.id}/invoices/${id}.pdf`),
      stranger.caller.get(`/exports/${coach.id}/invoices/${id}.pdf`),
      stranger.caller.get(`/exports/${stranger.id}/invoices/${id}.pdf`),
      coach.caller.get(`/exports/${coach.id}/invoices/x.pdf`),
      test.anonymous.get(`/exports/own/invoices/${id}.pdf`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403, 404, 404, 404, 401]);
  });
});

it('the end of a coaching ends the subscriptions', async () => {
  await coach.api.money.startSubscription({
    ...key(),
    ...aSubscription,
    clientId: client.clientId,
    subscriptionId: randomUUID(),
    startsOn: today(),
  });
  const event = {
    id: randomUUID(),
    coachId: coach.id,
    clientId: client.clientId,
    type: 'relationship.ended' as const,
    subjectId: client.clientId,
    actor: 'client' as const,
    occurredAt: new Date().toISOString(),
    data: {},
  };
  for (let run = 0; run < 2; run += 1) await handleEventInJob(test.services, { feature: 'money', event });
  const { subscriptions } = await coach.api.money.listSubscriptions(key());
  expect(subscriptions).toMatchObject([{ status: 'ended', nextDueOn: null }]);
});
