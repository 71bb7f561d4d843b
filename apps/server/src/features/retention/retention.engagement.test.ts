import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { recordStatements } from '../../../test/statements.ts';
import { readHistory } from './retention.history.service.ts';

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

const ago = (days: number) => new Date(`${addDays(TODAY, -days)}T09:00:00Z`);

type History = { fullName?: string; acceptedAgo?: number; workoutsAgo?: readonly number[]; of?: Coach };

async function aCoached({ fullName = 'Nina Park', acceptedAgo = 100, workoutsAgo = [], of = coach }: History = {}) {
  const client = await aClient(test, { of, fullName, checkInAnchor: null });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(acceptedAgo) });
  for (const days of workoutsAgo) {
    await anEvent(test, { of: client, type: 'workout.completed', occurredAt: ago(days), data: { day: TODAY } });
  }
  return client;
}

const report = (of: Coach = coach) => of.api.retention.getEngagement({ coachId: of.id });
const clientsOf = async (of?: Coach) => (await report(of)).clients;
const object = ({ api }: Client, objected = true) => api.retention.setOwnScoring({ objected });

/** Every third day until `last` days ago. */
const until = (last: number, count = 20) => Array.from({ length: count }, (_, index) => last + 3 * index);

describe('the risk of clients', () => {
  it('stands by level with reasons, the days since each act and what to do, highest first', async () => {
    const usual = await aCoached({ fullName: 'Ana Usual', workoutsAgo: until(1) });
    const silent = await aCoached({ fullName: 'Ben Silent', workoutsAgo: until(24) });
    const { today, clients } = await report();
    expect(today).toBe(TODAY);
    expect(clients).toMatchObject([
      {
        clientId: silent.clientId,
        name: 'Ben Silent',
        level: 'High Risk',
        notScored: null,
        daysSince: { activity: 24, workout: 24, checkIn: null, message: null },
        action: 'call',
      },
      { clientId: usual.clientId, level: 'On Track', daysSince: { activity: 1, workout: 1 }, action: null },
    ]);
    expect(clients[0]?.reasons[0]).toEqual({ reason: 'silentDays', value: 24 });
    // Every third day until 24 days ago, and until yesterday.
    expect(clients.map(({ activeDays }) => activeDays)).toEqual([
      [2, 3, 2, 2, 2, 0, 0, 0],
      [3, 2, 2, 3, 2, 2, 3, 2],
    ]);
    expect(clients[0]?.reasons.length).toBeLessThanOrEqual(3);
  });

  it('is compared with a week ago', async () => {
    await aCoached({ workoutsAgo: until(16) });
    const [now] = await clientsOf();
    expect(now?.levelBefore).toBe('On Track');
    expect(now?.level).not.toBe('On Track');
    // The same day seen a week later.
    test.setNow(new Date(NOON.getTime() + 7 * 86_400_000));
    const [later] = await clientsOf();
    expect(later?.levelBefore).toBe(now?.level);
  });

  it('is said to be missing for clients who are new, invited or paused', async () => {
    await aCoached({ fullName: 'Ana New', acceptedAgo: 1 });
    await aCoached({ fullName: 'Ben Week', acceptedAgo: 7, workoutsAgo: [1] });
    const invited = await aCoached({ fullName: 'Cleo Invited' });
    await updateRelationship(test, invited, { status: 'invited', personId: null });
    const paused = await aCoached({ fullName: 'Dan Paused', workoutsAgo: until(10) });
    await anEvent(test, { of: paused, type: 'relationship.paused', actor: 'coach', occurredAt: ago(5) });
    await updateRelationship(test, paused, { status: 'paused' });
    expect((await clientsOf()).map(({ name, level, notScored }) => [name, level, notScored])).toEqual([
      ['Ben Week', 'On Track', null],
      ['Ana New', null, 'new'],
      ['Cleo Invited', null, 'invited'],
      ['Dan Paused', null, 'paused'],
    ]);
  });

  it('has no silence in a pause that ended', async () => {
    const back = await aCoached({ workoutsAgo: until(60) });
    await anEvent(test, { of: back, type: 'relationship.paused', actor: 'coach', occurredAt: ago(50) });
    await anEvent(test, { of: back, type: 'relationship.resumed', actor: 'coach', occurredAt: ago(2) });
    expect(await clientsOf()).toMatchObject([{ levelBefore: null, daysSince: { activity: 2 }, action: null }]);
  });

  it('uses the engagement that the list of clients shows', async () => {
    const client = await aCoached({ workoutsAgo: until(1) });
    await updateRelationship(test, client, { checkInAnchor: addDays(TODAY, -28) });
    const [risk] = await clientsOf();
    const { clients } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(risk?.engagement).toEqual(clients[0]?.engagement);
    expect(risk?.engagement).not.toBeNull();
  });

  it('holds no chance while no model is measured, and is empty without clients', async () => {
    expect(await report()).toEqual({ today: TODAY, model: { state: 'prior', clients: 0 }, clients: [] });
    await aCoached();
    expect(await clientsOf()).toMatchObject([{ chance: null, curve: [] }]);
  });

  it('needs a plan that includes it, as does the page about the model', async () => {
    const plus = await aCoach(test, { plan: 'plus' });
    await expect(report(plus)).rejects.toMatchObject({ status: 403 });
    await expect(plus.api.retention.getModelCard({ coachId: plus.id })).rejects.toMatchObject({ status: 403 });
  });

  it('takes as many statements for many clients as for one', async () => {
    await aCoached({ workoutsAgo: [1] });
    await report();
    const few = (await recordStatements(() => report())).length;
    for (let index = 0; index < 4; index += 1) await aCoached({ workoutsAgo: [index] });
    expect((await recordStatements(() => report())).length).toBe(few);
  });
});

describe('an objection', () => {
  it('leaves the client out of levels and of the history that trains the model', async () => {
    const client = await aCoached({ workoutsAgo: until(24) });
    const staying = await aCoached({ fullName: 'Zoe Staying', workoutsAgo: until(24) });
    const history = async () => {
      const rows = await readHistory({ reader: test.owner, log: test.services.log, now: NOON });
      return [client, staying].map(({ clientId }) => rows.some((row) => row.clientId === clientId));
    };
    expect(await history()).toEqual([true, true]);
    expect(await object(client)).toEqual({ objectedAt: NOON.toISOString() });
    expect(await history()).toEqual([false, true]);
    expect((await clientsOf()).find(({ clientId }) => clientId === client.clientId)).toEqual({
      clientId: client.clientId,
      name: 'Nina Park',
      level: null,
      levelBefore: null,
      chance: null,
      curve: [],
      notScored: 'objected',
      reasons: [],
      daysSince: { activity: null, workout: null, checkIn: null, message: null, visit: null },
      activeDays: [],
      usageChange: null,
      engagement: null,
      action: null,
      suggestedAt: null,
      knownReason: null,
      taken: null,
    });
    expect(await object(client, false)).toEqual({ objectedAt: null });
    expect(await history()).toEqual([true, true]);
  });

  it('keeps its time when it is repeated, also at once', async () => {
    const client = await aCoached();
    await Promise.all([object(client), object(client)]);
    test.setNow(new Date(NOON.getTime() + 60_000));
    expect(await object(client)).toEqual({ objectedAt: NOON.toISOString() });
    expect(await client.api.retention.getOwnScoring()).toEqual({ objectedAt: NOON.toISOString() });
  });

  it('holds with one coach, and outlasts a pause', async () => {
    const client = await aCoached();
    const other = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
    await aClient(test, { of: other, person: client });
    await object(client);
    const objectedWith = async (of: Coach) => (await clientsOf(of)).map(({ notScored }) => notScored);
    const objected = [...(await objectedWith(coach)), ...(await objectedWith(other))];
    expect(objected.filter((one) => one === 'objected')).toHaveLength(1);
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'paused' });
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'active' });
    expect([...(await objectedWith(coach)), ...(await objectedWith(other))]).toEqual(objected);
  });
});
