import { randomUUID } from 'node:crypto';
import { addDays } from '@stridewell/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClientSubscription, aPayment } from '../../../test/factories/business.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, anInvitation, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { listActivity } from './retention.activity.service.ts';
import { selectLeavings } from './retention.features.data.ts';
import { featuresOf, labelWeeks } from './retention.features.rules.ts';
import { departures } from './retention.table.ts';

const TODAY = '2026-03-02';
const NOON = new Date(`${TODAY}T12:00:00Z`);

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(NOON);
  coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
});

const dayAgo = (days: number) => addDays(TODAY, -days);
const at = (days: number, time = '09:00') => new Date(`${dayAgo(days)}T${time}:00Z`);

async function aCoached({ acceptedAgo = 100, workoutsAgo = [] as readonly number[], of = coach } = {}) {
  const client = await aClient(test, { of, checkInAnchor: null });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: at(acceptedAgo) });
  for (const days of workoutsAgo) {
    await anEvent(test, { of: client, type: 'workout.completed', occurredAt: at(days), data: { day: dayAgo(days) } });
  }
  return client;
}

const visit = ({ api, coachId }: Client, when: Date) => {
  test.setNow(when);
  return api.retention.recordVisit({ coachId });
};
const visitsOf = async ({ coachId, clientId }: Client) => {
  const { rows } = await test.owner.execute<{ day: string; first: string; last: string }>(sql`
    select day::text, to_char(first_at at time zone 'UTC', 'HH24:MI') as first,
      to_char(last_at at time zone 'UTC', 'HH24:MI') as last
    from client_visits where coach_id = ${coachId} and client_id = ${clientId} order by day`);
  return rows;
};
async function featuresAt({ coachId, clientId }: Client, day: string) {
  const rows = await listActivity(test.owner, { coachId, timeZone: 'UTC' }, [day]);
  const row = rows.find((one) => one.clientId === clientId);
  return row && featuresOf(row, day);
}
const riskOf = async ({ clientId }: Client) => {
  const { clients } = await coach.api.retention.getEngagement({ coachId: coach.id });
  return clients.find((one) => one.clientId === clientId);
};

describe('a visit', () => {
  it('is one row a day with the first and the last time, also for two at once', async () => {
    const client = await aCoached();
    await Promise.all([visit(client, at(3, '08:00')), visit(client, at(3, '08:00'))]);
    await visit(client, at(3, '08:05'));
    expect(await visit(client, at(3, '19:30'))).toEqual({ day: dayAgo(3) });
    await visit(client, at(1, '07:00'));
    expect(await visitsOf(client)).toEqual([
      { day: dayAgo(3), first: '08:00', last: '19:30' },
      { day: dayAgo(1), first: '07:00', last: '07:00' },
    ]);
  });

  it('counts on the day of the coach', async () => {
    const far = await aCoach(test, { timeZone: 'Pacific/Auckland', plan: 'pro' });
    const client = await aCoached({ of: far });
    expect(await visit(client, at(2, '20:00'))).toEqual({ day: dayAgo(1) });
  });

  it('is the last log-in of the model, unless the client did something later, and never changes an earlier day', async () => {
    const client = await aCoached({ workoutsAgo: [20, 12] });
    expect(await featuresAt(client, dayAgo(8))).toMatchObject({ silentDays: 4, loginDaysAgo: 4 });
    await visit(client, at(9));
    const before = await featuresAt(client, dayAgo(8));
    expect(before).toMatchObject({ silentDays: 4, loginDaysAgo: 1 });
    await visit(client, at(2));
    expect(await featuresAt(client, dayAgo(8))).toEqual(before);
    test.setNow(NOON);
    expect((await riskOf(client))?.daysSince).toMatchObject({ activity: 12, visit: 2 });
  });

  it('counts in reports and in the engagement score, and is in both copies of the data', async () => {
    const client = await aCoached();
    await updateRelationship(test, client, { checkInAnchor: dayAgo(28) });
    expect((await riskOf(client))?.engagement?.score).toBe(0);
    await visit(client, at(7));
    await visit(client, at(1));
    test.setNow(NOON);
    // Only the visit of yesterday counts: e^(-1/7) of .10, of .90 that were due.
    expect((await riskOf(client))?.engagement?.score).toBe(Math.round((10 * Math.exp(-1 / 7)) / 0.9));
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients[0]?.engagement).toEqual((await riskOf(client))?.engagement);
    const { total } = await coach.api.reports.getInteractions({ coachId: coach.id, from: dayAgo(6), to: TODAY });
    expect([total.now.visitDays, total.before.visitDays]).toEqual([1, 1]);
  });
});

describe('leaving', () => {
  const leavingsOf = async (client: Client) => {
    const rows = await selectLeavings(test.owner, { coachId: coach.id, timeZone: 'UTC' });
    return rows.filter(({ clientId }) => clientId === client.clientId).map(({ day, byPayment }) => [day, byPayment]);
  };
  const subscribe = (client: Client, from: number, until: number | null) =>
    aClientSubscription(test, {
      of: client,
      changes: [{ on: dayAgo(from), monthlyCents: 100 }],
      endsOn: until === null ? null : dayAgo(until),
    });
  const pay = (client: Client, days: number, options: { failed?: boolean; refundedCents?: number } = {}) =>
    aPayment(test, { by: client, on: dayAgo(days), ...options });

  it('is the end of a subscription that no other one follows', async () => {
    const client = await aCoached();
    await subscribe(client, 90, null);
    expect(await leavingsOf(client)).toEqual([]);
    const other = await aCoached();
    await subscribe(other, 90, 60);
    expect(await leavingsOf(other)).toEqual([[dayAgo(60), false]]);
    await subscribe(other, 50, null);
    expect(await leavingsOf(other)).toEqual([]);
  });

  it('is the refund of a whole payment, not of a part', async () => {
    const client = await aCoached();
    await pay(client, 80, { refundedCents: 40 });
    expect(await leavingsOf(client)).toEqual([]);
    await pay(client, 60, { refundedCents: 100 });
    expect(await leavingsOf(client)).toEqual([[dayAgo(60), false]]);
  });

  it('after a failed payment is a separate label, which no week of the model has', async () => {
    const [client, paid] = [await aCoached(), await aCoached()];
    for (const one of [client, paid]) {
      await pay(one, 45, { failed: true });
      await subscribe(one, 90, 40);
    }
    await pay(paid, 43);
    expect(await leavingsOf(client)).toEqual([[dayAgo(40), true]]);
    expect(await leavingsOf(paid)).toEqual([[dayAgo(40), false]]);
    const day = dayAgo(50);
    const rows = await listActivity(test.owner, { coachId: coach.id, timeZone: 'UTC' }, [day]);
    const leavings = await selectLeavings(test.owner, { coachId: coach.id, timeZone: 'UTC' });
    expect(labelWeeks(rows, leavings, TODAY)).toMatchObject([{ clientId: paid.clientId, day, leftInMonth: true }]);
  });

  it('is not answered with a nudge while a payment has failed', async () => {
    const client = await aCoached({ workoutsAgo: [24, 27, 30] });
    expect((await riskOf(client))?.action).toBe('call');
    await pay(client, 3, { failed: true });
    expect((await riskOf(client))?.action).toBe('payment');
    await pay(client, 1);
    expect((await riskOf(client))?.action).toBe('call');
  });
});

describe('a known reason', () => {
  const say = (
    { clientId }: Pick<Client, 'clientId'>,
    { from, until, reason = 'ill' as const, reasonId = randomUUID(), by = coach }: Reason,
  ) =>
    by.api.retention.saveKnownReason({
      coachId: by.id,
      clientId,
      reasonId,
      reason,
      fromDay: dayAgo(from),
      untilDay: dayAgo(until),
    });
  type Reason = { from: number; until: number; reason?: 'ill' | 'talked'; reasonId?: string; by?: Coach };
  const end = ({ clientId }: Client, reasonId: string) =>
    coach.api.retention.endKnownReason({ coachId: coach.id, clientId, reasonId });

  it('makes its days no silence, and is shown until its end', async () => {
    const client = await aCoached({ workoutsAgo: [24, 27, 30, 33, 36, 39] });
    expect(await riskOf(client)).toMatchObject({ level: 'High Risk', knownReason: null });
    const reason = await say(client, { from: 23, until: -4 });
    expect(await riskOf(client)).toMatchObject({ daysSince: { activity: 24 }, action: null, knownReason: reason });
    expect((await riskOf(client))?.level).not.toBe('High Risk');
    // Silence starts again on the day after.
    test.setNow(new Date(`${dayAgo(-11)}T12:00:00Z`));
    expect(await riskOf(client)).toMatchObject({ daysSince: { activity: 35 }, action: 'nudge', knownReason: null });
  });

  it('counts from when the coach said so, and never changes an earlier day', async () => {
    const client = await aCoached({ workoutsAgo: [24] });
    const before = await featuresAt(client, dayAgo(1));
    expect(before).toMatchObject({ silentDays: 23 });
    const { id } = await say(client, { from: 10, until: -10 });
    expect(await featuresAt(client, dayAgo(1))).toEqual(before);
    expect(await featuresAt(client, TODAY)).toMatchObject({ silentDays: 0 });
    test.setNow(at(-3));
    await end(client, id);
    expect(await featuresAt(client, TODAY)).toMatchObject({ silentDays: 0 });
    expect(await featuresAt(client, dayAgo(-5))).toMatchObject({ silentDays: 2 });
  });

  it('replaces the one before, is stored once, and hides nothing when it ends at once', async () => {
    const client = await aCoached({ workoutsAgo: [9] });
    const first = await say(client, { from: 8, until: -2 });
    const reasonId = randomUUID();
    const second = { from: 3, until: -7, reason: 'talked' as const, reasonId };
    await Promise.all([say(client, second), say(client, second)]);
    expect((await riskOf(client))?.knownReason).toMatchObject({ id: reasonId, reason: 'talked' });
    await end(client, reasonId);
    await end(client, reasonId);
    await end(client, first.id);
    expect(await riskOf(client)).toMatchObject({ daysSince: { activity: 9 }, knownReason: null });
  });

  it('is refused for long or past days, on another plan, and under the id of another client’s reason', async () => {
    const client = await aCoached();
    await expect(say(client, { from: 0, until: -92 })).rejects.toMatchObject({ status: 400 });
    await expect(say(client, { from: 0, until: 1 })).rejects.toMatchObject({ status: 400 });
    await expect(say(client, { from: 93, until: 2 })).rejects.toMatchObject({ code: 'OUT_OF_RANGE' });
    const plus = await aCoach(test, { plan: 'plus' });
    await expect(say(client, { from: 0, until: 0, by: plus })).rejects.toMatchObject({ status: 403 });
    const reasonId = randomUUID();
    await say(client, { from: 0, until: 0, reasonId });
    await expect(say(await aCoached(), { from: 0, until: 0, reasonId })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the reason of leaving', () => {
  const note = (client: Client, reason: 'price' | 'moved' = 'price', text = 'Too dear') =>
    coach.api.retention.saveDeparture({ coachId: coach.id, clientId: client.clientId, reason, note: text });
  const months = async () => (await coach.api.retention.getRetentionHistory({ coachId: coach.id })).departures;
  const archive = ({ clientId }: Client, when: Date) => {
    test.setNow(when);
    return coach.api.clients.setClientStatus({ coachId: coach.id, clientId, status: 'archived' });
  };

  it('is recorded with the archive in one request, once, and not for a client who never came', async () => {
    const left = await aCoached();
    const ending = { coachId: coach.id, clientId: left.clientId, reason: 'moved' as const, note: ' To Oslo ' };
    test.setNow(NOON);
    await Promise.all([coach.api.retention.archiveClient(ending), coach.api.retention.archiveClient(ending)]);
    expect(await months()).toEqual([{ month: '2026-03', left: 1, reasons: [{ reason: 'moved', count: 1 }] }]);
    const [row] = await test.owner.select().from(departures).where(eq(departures.clientId, left.clientId));
    expect(row).toMatchObject({ reason: 'moved', note: 'To Oslo' });
    const invited = await anInvitation(test, { from: coach });
    const { status } = await coach.api.retention.archiveClient({ ...ending, clientId: invited.clientId });
    expect(status).toBe('archived');
    expect(await months()).toHaveLength(1);
  });

  it('is counted by month, once for each client, also after the client deleted their account', async () => {
    const [price, moved, silent] = [await aCoached(), await aCoached(), await aCoached()];
    await expect(note(price)).rejects.toMatchObject({ code: 'NOT_LEFT' });
    await archive(price, at(31));
    await note(price);
    await archive(moved, at(1));
    await Promise.all([note(moved, 'moved', ''), note(moved, 'moved', '')]);
    await archive(silent, at(0));
    const counted = [
      { month: '2026-03', left: 2, reasons: [{ reason: 'moved', count: 1 }] },
      { month: '2026-01', left: 1, reasons: [{ reason: 'price', count: 1 }] },
    ];
    test.setNow(NOON);
    expect(await months()).toEqual(counted);
    await price.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
    expect(await months()).toEqual(counted);
    const { rows } = await test.owner.execute(sql`select day::text, note from departures
      where coach_id = ${coach.id} and client_id is null`);
    expect(rows).toEqual([{ day: '2026-01-01', note: '' }]);
  });

  it('does not count while the client is back', async () => {
    const client = await aCoached();
    await archive(client, at(1));
    await note(client);
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'active' });
    test.setNow(NOON);
    expect(await months()).toEqual([]);
  });
});

describe('a recommended action', () => {
  const take = ({ clientId }: Client, actionId: string = randomUUID()) =>
    coach.api.retention.takeRiskAction({ coachId: coach.id, clientId, actionId, action: 'call' });

  it('is recorded once with what was known, shown for two weeks, and can be undone', async () => {
    const client = await aCoached({ workoutsAgo: [24, 27] });
    const actionId = randomUUID();
    const [taken] = await Promise.all([take(client, actionId), take(client, actionId)]);
    expect(taken).toEqual({ id: actionId, action: 'call', doneAt: NOON.toISOString() });
    expect((await riskOf(client))?.taken).toEqual(taken);
    const { rows } = await test.owner.execute(sql`select level, silent_days from risk_actions
      where coach_id = ${coach.id} order by id`);
    expect(rows).toEqual([{ level: (await riskOf(client))?.level, silent_days: 24 }]);
    test.setNow(at(-15));
    expect((await riskOf(client))?.taken).toBeNull();
    test.setNow(NOON);
    await coach.api.retention.undoRiskAction({ coachId: coach.id, clientId: client.clientId, actionId });
    expect((await riskOf(client))?.taken).toBeNull();
  });

  it('is recorded for a client without a level as well, and refused under the id of another client’s action', async () => {
    const client = await aCoached({ acceptedAgo: 2 });
    const taken = await take(client);
    expect(await riskOf(client)).toMatchObject({ level: null, taken });
    await expect(take(await aCoached(), taken.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the history', () => {
  it('has the levels of twelve weeks as of their days, and what clients at risk pay', async () => {
    const silent = await aCoached({ workoutsAgo: [24, 27, 30, 33, 36, 39] });
    const usual = await aCoached({ workoutsAgo: Array.from({ length: 40 }, (_, index) => 1 + 2 * index) });
    await aClientSubscription(test, { of: silent, changes: [{ on: dayAgo(90), monthlyCents: 12_000 }] });
    await aClientSubscription(test, { of: usual, changes: [{ on: dayAgo(90), monthlyCents: 9900 }] });
    const { levels, atRisk } = await coach.api.retention.getRetentionHistory({ coachId: coach.id });
    expect(levels).toHaveLength(12);
    expect(levels.at(-1)).toEqual({ day: TODAY, counts: { 'High Risk': 1, 'Moderate Risk': 0, 'On Track': 1 } });
    expect(levels.find(({ day }) => day === dayAgo(28))?.counts['On Track']).toBe(2);
    expect(atRisk).toEqual([{ currency: 'USD', monthlyCents: 12_000, clients: 1 }]);
  });

  it('is the level of one client on their page as well', async () => {
    const client = await aCoached({ workoutsAgo: [24, 27, 30] });
    const ask = (clientId: string) => coach.api.retention.getClientRisk({ coachId: coach.id, clientId });
    expect(await ask(client.clientId)).toEqual({ ...(await riskOf(client)), health: null });
    await expect(ask(randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});
