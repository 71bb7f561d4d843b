import { randomUUID } from 'node:crypto';
import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import type { KnownReason } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aPayment } from '../../../test/factories/business.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { aSubscription } from '../../../test/security-cases-money.ts';
import { recordStatements } from '../../../test/statements.ts';

const TODAY = '2026-03-02';
const NOON = new Date(`${TODAY}T12:00:00Z`);

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(NOON);
  coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
  client = await aClient(test, { of: coach, fullName: 'Ana Away', checkInAnchor: null });
});

const of = ({ clientId }: Client = client) => ({ coachId: coach.id, clientId });
/** A monthly subscription that began a month before it is due next. */
const pays = (dueOn: string, by = client) =>
  coach.api.money.startSubscription({
    ...of(by),
    ...aSubscription,
    name: 'Coaching',
    amountCents: 12_000,
    currency: 'USD',
    interval: 'month',
    subscriptionId: randomUUID(),
    startsOn: addMonths(dueOn, -1),
  });
const away = (untilDay: string, reason: KnownReason = 'traveling', by = client) =>
  coach.api.retention.saveKnownReason({ ...of(by), reasonId: randomUUID(), reason, fromDay: TODAY, untilDay });
const setStatus = (status: 'active' | 'paused', by = client) =>
  coach.api.clients.setClientStatus({ ...of(by), status });
const pauses = async () =>
  (await coach.api.decisions.getQueue({ coachId: coach.id })).decisions.filter(({ kind }) => kind === 'pause');
const settle = ({ key, kind, clientId }: PreparedDecision, outcome: 'approved' | 'dismissed') =>
  coach.api.decisions.settleDecision({
    coachId: coach.id,
    decisionId: randomUUID(),
    clientId,
    key,
    kind,
    outcome,
    seconds: 5,
  });
const pause = (subscriptionId: string, paused = true) =>
  coach.api.money.pauseSubscription({ coachId: coach.id, subscriptionId, paused });

describe('payments to pause', () => {
  it('stand in the queue while the coaching is paused, with the reason, the amount and the due day', async () => {
    const { id: subscriptionId } = await pays('2026-03-09');
    expect(await pauses()).toEqual([]);
    await setStatus('paused');
    const queue = await pauses();
    expect(queue).toMatchObject([
      {
        key: `pause:${subscriptionId}:${TODAY}`,
        clientName: 'Ana Away',
        level: null,
        facts: [
          'The coaching has been paused since today.',
          'The next payment of $120.00 for “Coaching” is due on Mon, Mar 9.',
        ],
        proposal: { type: 'pause', subscriptionId },
      },
    ]);
  });

  it('are approved by pausing the subscription, which tells the client nothing, and come back after it is resumed', async () => {
    const { id: subscriptionId } = await pays('2026-03-09');
    await away('2026-03-20');
    const [one] = await pauses();
    if (!one) throw new Error('nothing was prepared');
    expect(one.facts[0]).toBe('Traveling until Fri, Mar 20, as you noted.');
    const before = await notificationsOf(test, client);
    expect(await pause(subscriptionId)).toMatchObject({ status: 'paused', nextDueOn: null });
    expect(await pauses()).toEqual([]);
    expect(await notificationsOf(test, client)).toEqual(before);
    expect(await pause(subscriptionId, false)).toMatchObject({ status: 'active', nextDueOn: '2026-03-09' });
    expect(await pauses()).toMatchObject([{ key: one.key }]);
    await settle(one, 'approved');
    const { taken } = await coach.api.retention.getClientRisk(of());
    expect(taken).toMatchObject({ action: 'pause' });
  });

  it('stay away for a week when the coach skips them, unless another absence begins', async () => {
    await pays('2026-03-15');
    await away('2026-03-25');
    const [one] = await pauses();
    if (!one) throw new Error('nothing was prepared');
    await settle(one, 'dismissed');
    expect(await pauses()).toEqual([]);
    test.setNow(new Date(NOON.getTime() + 7 * 86_400_000));
    expect(await pauses()).toMatchObject([{ key: one.key }]);
    await settle(one, 'dismissed');
    await setStatus('paused');
    expect(await pauses()).toMatchObject([{ key: expect.not.stringContaining('traveling') }]);
  });

  it.each<[string, string, string, KnownReason]>([
    ['a cold of a few days', '2026-03-04', addDays(TODAY, 6), 'ill'],
    ['an absence that ends before the payment', '2026-03-20', '2026-03-19', 'traveling'],
    ['a client who only talked with the coach', '2026-03-04', '2026-03-30', 'talked'],
  ])('are not proposed for %s', async (_, dueOn, untilDay, reason) => {
    await pays(dueOn);
    await away(untilDay, reason);
    expect(await pauses()).toEqual([]);
  });

  it.each<KnownReason>(['ill', 'traveling'])('are proposed until the last day of the absence: %s', async (reason) => {
    await pays(addDays(TODAY, 7));
    await away(addDays(TODAY, 7), reason);
    expect(await pauses()).toHaveLength(1);
  });

  it('are never about a failed payment', async () => {
    await pays('2026-03-09');
    await aPayment(test, { by: of(), on: TODAY, failed: true });
    expect(await pauses()).toEqual([]);
    await setStatus('paused');
    expect(await pauses()).toEqual([]);
    // Paid in the meantime.
    await aPayment(test, { by: of(), on: TODAY });
    expect(await pauses()).toHaveLength(1);
  });

  it('are not proposed for a subscription that ends before it is due again, or is due much later', async () => {
    const { id } = await pays('2026-03-09');
    await setStatus('paused');
    expect(await pauses()).toHaveLength(1);
    await coach.api.money.endSubscription({ coachId: coach.id, subscriptionId: id, endsOn: '2026-03-09' });
    expect(await pauses()).toEqual([]);
    await pays('2026-05-20');
    expect(await pauses()).toEqual([]);
  });

  it('take one statement, however many subscriptions there are', async () => {
    await pays('2026-03-09');
    await setStatus('paused');
    const one = await recordStatements(pauses);
    expect(one.filter(({ text }) => text.includes('"next_due_on" between'))).toHaveLength(1);
    for (let index = 0; index < 4; index += 1) {
      const other = await aClient(test, { of: coach, checkInAnchor: null });
      await pays('2026-03-10', other);
      await setStatus('paused', other);
    }
    const five = await recordStatements(pauses);
    expect(await pauses()).toHaveLength(5);
    expect(five).toHaveLength(one.length);
  });
});
