import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aCheckIn, aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';

const TODAY = '2026-03-02';
const NOON = new Date(`${TODAY}T12:00:00Z`);
const dayAgo = (days: number) => addDays(TODAY, -days);

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

/** A client with a weekly check-in on each of the `checkInsAgo` days. */
async function aChecked(checkInsAgo: readonly number[], firstAgo = 56) {
  const client = await aClient(test, { of: coach, person: { timeZone: 'UTC' }, checkInAnchor: dayAgo(firstAgo) });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: new Date(`${dayAgo(60)}T09:00:00Z`) });
  for (const days of checkInsAgo) await aCheckIn(test, { by: client, day: dayAgo(days), adherence: 80, weightKg: 70 });
  return client;
}

const riskOf = ({ clientId }: Client) => coach.api.retention.getClientRisk({ coachId: coach.id, clientId });
const visitAgo = async ({ api }: Client, days: number) => {
  test.setNow(new Date(`${dayAgo(days)}T10:00:00Z`));
  await api.retention.recordVisit({ coachId: coach.id });
  test.setNow(NOON);
};

describe('the Client Health Score', () => {
  it('is the score of lists, with the items that moved it since a week ago', async () => {
    const client = await aChecked([56, 49, 42, 35, 28, 21, 14, 7]);
    await visitAgo(client, 8);
    await visitAgo(client, 1);
    const { engagement, health } = await riskOf(client);
    expect(health).toMatchObject({ score: engagement?.score, label: engagement?.label });
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients[0]?.engagement).toEqual(engagement);
    // Check-ins were complete then as well. The visit is of yesterday, as it was a week ago.
    expect(health?.items.map(({ part, change }) => [part, change])).toEqual([
      ['check_ins', 0],
      ['plan_answer', 0],
      ['weigh_ins', 0],
      ['visits', 0],
    ]);
  });

  it('falls with a missed check-in, whose items say so, and add up', async () => {
    const client = await aChecked([56, 49, 42, 35, 28, 21, 14]);
    const { health } = await riskOf(client);
    const changes = new Map(health?.items.map(({ part, change }) => [part, change]));
    expect(changes.get('check_ins')).toBeLessThan(0);
    const sum = [...changes.values()].reduce<number>((total, change) => total + (change ?? 0), 0);
    expect(health && health.score - (health.scoreBefore ?? 0)).toBe(sum);
  });

  it('counts as many periods a week ago as now, also with daily check-ins', async () => {
    const client = await aChecked(Array.from({ length: 30 }, (_, days) => days));
    await coach.api.checkins.setCheckInPlan({
      coachId: coach.id,
      clientId: client.clientId,
      firstDay: dayAgo(40),
      every: { days: 1 },
      zone: 'coach',
      templateId: null,
    });
    const { health } = await riskOf(client);
    expect(health?.scoreBefore).toBe(health?.score);
  });

  it('has no change in the first week, and is none for a client who objects', async () => {
    const client = await aChecked([5], 5);
    expect((await riskOf(client)).health).toMatchObject({ scoreBefore: null, items: [{ change: null }, {}, {}] });
    await client.api.retention.setOwnScoring({ objected: true });
    expect(await riskOf(client)).toMatchObject({ notScored: 'objected', engagement: null, health: null });
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(clients[0]?.engagement).toBeNull();
    const { engagement } = await coach.api.clients.getClient({ coachId: coach.id, clientId: client.clientId });
    expect(engagement).toBeNull();
    await client.api.retention.setOwnScoring({ objected: false });
    expect((await riskOf(client)).health).not.toBeNull();
  });
});
