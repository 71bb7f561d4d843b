import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { selectActivity } from './retention.features.data.ts';
import { featuresOf } from './retention.features.rules.ts';

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
  const rows = await selectActivity(test.owner, { coachId, timeZone: 'UTC' }, [day]);
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

  it('is refused for another coach, and after the end of the coaching', async () => {
    const client = await aCoached();
    const other = await aCoach(test, { plan: 'pro' });
    await expect(client.api.retention.recordVisit({ coachId: other.id })).rejects.toMatchObject({ status: 404 });
    await updateRelationship(test, client, { status: 'ended' });
    await expect(visit(client, NOON)).rejects.toMatchObject({ status: 403 });
    expect(await visitsOf(client)).toEqual([]);
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
    // Nothing of .25 + .45 + .10 was done; e^(-1/7) of .10.
    expect((await riskOf(client))?.engagement?.score).toBe(Math.round((10 * Math.exp(-1 / 7)) / 0.9));
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients[0]?.engagement).toEqual((await riskOf(client))?.engagement);
    const { total } = await coach.api.reports.getInteractions({ coachId: coach.id, from: dayAgo(6), to: TODAY });
    expect([total.now.visitDays, total.before.visitDays]).toEqual([1, 1]);
  });
});
