import { randomUUID } from 'node:crypto';
import type { BillingInterval } from '@stridewell/contract/money/money.dates.rules';
import { mrrOn, mrrSteps } from '@stridewell/contract/money/money.mrr.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { aSubscription } from '../../../test/security-cases-money.ts';
import { bookkeeperScopeOf } from './money.scopes.ts';
import { billSubscription, endSubscriptionsOf, listSubscriptionChanges } from './money.subscriptions.service.ts';

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
type Started = { startsOn?: string; interval?: BillingInterval; amountCents?: number; id?: string };
const start = ({ id = randomUUID(), ...changes }: Started = {}) =>
  coach.api.money.startSubscription({
    ...key(),
    ...aSubscription,
    clientId: client.clientId,
    subscriptionId: id,
    startsOn: today(),
    ...changes,
  });
const pause = (subscriptionId: string, paused: boolean) =>
  coach.api.money.pauseSubscription({ ...key(), subscriptionId, paused });
const end = (subscriptionId: string, endsOn: string) =>
  coach.api.money.endSubscription({ ...key(), subscriptionId, endsOn });
const bill = (id: string, day: string) =>
  test.services.db.write(bookkeeperScopeOf(coach.id), (tx) => billSubscription(tx, id, day));
/** Invoiced periods with their amounts, oldest first. */
const periods = async () =>
  (
    await test.owner.execute<{ from: string; to: string; cents: number; label: string }>(
      sql`select period_from::text as from, period_to::text as to, total_cents::int as cents, label
        from client_invoices where coach_id = ${coach.id} order by number`,
    )
  ).rows;
const mrr = async (day = today()) =>
  test.services.db.read(bookkeeperScopeOf(coach.id), async (tx) =>
    mrrOn(mrrSteps(await listSubscriptionChanges(tx, { until: '2199-12-31' })), day),
  );
const usd = (cents: number) => (cents === 0 ? [] : [{ currency: 'USD', cents }]);

describe('a subscription', () => {
  it('that starts today is invoiced at once, and counts in MRR', async () => {
    const id = randomUUID();
    expect(await outcomesOf([start({ id }), start({ id })])).toEqual(['OK', 'OK']);
    expect(await periods()).toMatchObject([{ from: today(), cents: 12_000, label: 'INV-0001' }]);
    expect(await mrr()).toEqual(usd(12_000));
    expect(await mrr(addDays(today(), -1))).toEqual([]);
  });

  it('can start in the future, but not long ago', async () => {
    const later = addDays(today(), 30);
    expect(await start({ startsOn: later })).toMatchObject({ status: 'scheduled', nextDueOn: later });
    expect([await periods(), await mrr(), await mrr(later)]).toEqual([[], [], usd(12_000)]);
    await expect(start({ startsOn: '1999-01-01' })).rejects.toMatchObject({ code: 'START_OUT_OF_RANGE' });
  });

  it('that started in the past is invoiced from its next period on', async () => {
    const startsOn = addDays(today(), -10);
    const { nextDueOn } = await start({ startsOn, interval: 'week' });
    expect(nextDueOn).toBe(addDays(startsOn, 14));
    expect(await periods()).toEqual([]);
    expect(await mrr(startsOn)).toEqual(usd(52_000));
  });

  it('needs a client of the coach who is not a former one', async () => {
    await updateRelationship(test, client, { status: 'ended' });
    await expect(start()).rejects.toMatchObject({ code: 'FORMER_CLIENT' });
    const stranger = await aClient(test, { of: await aCoach(test) });
    await expect(
      coach.api.money.startSubscription({
        ...key(),
        ...aSubscription,
        subscriptionId: randomUUID(),
        clientId: stranger.clientId,
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is invoiced once for each period, and catches up after a long outage', async () => {
    const { id } = await start({ startsOn: addDays(today(), 7) });
    await test.owner.execute(sql`update client_subscriptions set starts_on = '2028-01-31', anchor_on = '2028-01-31',
      period = 0, next_due_on = '2028-01-31' where coach_id = ${coach.id}`);
    await bill(id, '2028-01-30');
    expect(await periods()).toEqual([]);
    await Promise.all([bill(id, '2028-04-01'), bill(id, '2028-04-01')]);
    expect((await periods()).map(({ from, to }) => [from, to])).toEqual([
      ['2028-01-31', '2028-02-28'],
      ['2028-02-29', '2028-03-30'],
      ['2028-03-31', '2028-04-29'],
    ]);
    await bill(id, '2028-04-01');
    expect(await periods()).toHaveLength(3);
  });

  it('is not invoiced for the time of a pause', async () => {
    const { id } = await start({ interval: 'week' });
    expect(await pause(id, true)).toMatchObject({ status: 'paused', nextDueOn: null });
    expect(await mrr()).toEqual([]);
    await bill(id, addDays(today(), 60));
    expect(await periods()).toHaveLength(1);
    expect(await pause(id, true)).toMatchObject({ version: 2 });
    expect(await pause(id, false)).toMatchObject({ status: 'active', nextDueOn: addDays(today(), 7) });
    expect(await mrr()).toEqual(usd(52_000));
    expect(await periods()).toHaveLength(1);
  });

  it('changes its price from the next period on', async () => {
    const { id, version } = await start({ interval: 'week' });
    const change = (amountCents: number, interval: BillingInterval = 'week', basedOn = version) =>
      coach.api.money.changeSubscription({
        ...key(),
        subscriptionId: id,
        name: aSubscription.name,
        amountCents,
        interval,
        basedOn,
      });
    expect(await change(6000)).toMatchObject({ amountCents: 6000, version: 2, nextDueOn: addDays(today(), 7) });
    expect(await change(6000)).toMatchObject({ version: 2 });
    await expect(change(7000)).rejects.toMatchObject({ code: 'SUBSCRIPTION_CHANGED' });
    expect(await mrr()).toEqual(usd(26_000));
    expect(await change(24_000, 'month', 2)).toMatchObject({ nextDueOn: addDays(today(), 7) });
    expect(await mrr()).toEqual(usd(24_000));
    await bill(id, addDays(today(), 14));
    expect(await periods()).toMatchObject([{ cents: 12_000 }, { cents: 24_000, from: addDays(today(), 7) }]);
  });

  it('ends on its day, and is invoiced for no period after that', async () => {
    const { id } = await start({ interval: 'week' });
    const endsOn = addDays(today(), 10);
    await expect(end(id, addDays(today(), -1))).rejects.toMatchObject({ code: 'END_IN_PAST' });
    expect(await end(id, endsOn)).toMatchObject({ status: 'active', endsOn, nextDueOn: addDays(today(), 7) });
    await expect(end(id, addDays(endsOn, 1))).rejects.toMatchObject({ code: 'END_IN_PAST' });
    await bill(id, addDays(today(), 40));
    expect(await periods()).toHaveLength(2);
    expect([await mrr(), await mrr(endsOn)]).toEqual([usd(52_000), []]);
    expect(await end(id, today())).toMatchObject({ status: 'ended', nextDueOn: null });
    expect([await mrr(), await mrr(endsOn)]).toEqual([[], []]);
    await expect(pause(id, true)).rejects.toMatchObject({ code: 'SUBSCRIPTION_CHANGED' });
  });

  it('that ends before its start never counts', async () => {
    const { id } = await start({ startsOn: addDays(today(), 10) });
    expect(await end(id, today())).toMatchObject({ status: 'ended', nextDueOn: null });
    expect(await mrr(addDays(today(), 20))).toEqual([]);
  });

  it('ends with the coaching', async () => {
    const { id } = await start({ interval: 'week' });
    await updateRelationship(test, client, { status: 'archived' });
    await bill(id, addDays(today(), 30));
    expect(await periods()).toHaveLength(1);
    expect(await mrr(addDays(today(), 30))).toEqual([]);
    const other = await aClient(test, { of: coach });
    await coach.api.money.startSubscription({
      ...key(),
      ...aSubscription,
      clientId: other.clientId,
      subscriptionId: randomUUID(),
      startsOn: today(),
    });
    const endAll = () =>
      test.services.db.write(bookkeeperScopeOf(coach.id), (tx) => endSubscriptionsOf(tx, other.clientId, today()));
    expect(await mrr()).toEqual(usd(64_000));
    await endAll();
    await endAll();
    expect(await mrr()).toEqual(usd(52_000));
  });

  it('has the MRR of its changes, in any order', async () => {
    const { id } = await start({ interval: 'month', startsOn: addDays(today(), -40) });
    await pause(id, true);
    await pause(id, false);
    await coach.api.money.changeSubscription({
      ...key(),
      subscriptionId: id,
      name: 'Less',
      amountCents: 5000,
      interval: 'month',
      basedOn: 3,
    });
    await start({ amountCents: 1000 });
    expect([await mrr(addDays(today(), -1)), await mrr()]).toEqual([usd(12_000), usd(6000)]);
    await end(id, today());
    expect(await mrr()).toEqual(usd(1000));
  });
});
