import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, anInvitation, type Coach, notificationsOf } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'base' });
});

type Status = 'active' | 'paused' | 'archived';
const change = async (changes: readonly { clientId: string; status: Status }[], { api, id } = coach) =>
  (await api.clients.setClientStatuses({ coachId: id, changes: [...changes] })).results;
const archive = (clients: readonly { clientId: string }[], of = coach) =>
  change(
    clients.map(({ clientId }) => ({ clientId, status: 'archived' })),
    of,
  );
const outcomes = (results: readonly { outcome: string }[]) => results.map(({ outcome }) => outcome);
const seatsOf = async ({ id, api }: Coach) => (await api.clients.listClients({ coachId: id })).seats;

describe('changing several clients at once', () => {
  it('archives all that can be archived, and returns outcomes in the order of the request', async () => {
    const active = await aClient(test, { of: coach });
    const ended = await aClient(test, { of: coach, status: 'ended' });
    const archived = await aClient(test, { of: coach, status: 'archived' });
    const invited = await anInvitation(test, { from: coach });
    const unknown = { clientId: randomUUID() };
    const results = await archive([unknown, invited, archived, ended, active]);
    expect(outcomes(results)).toEqual(['not_found', 'changed', 'unchanged', 'not_possible', 'changed']);
    expect(results.map(({ clientId }) => clientId)).toEqual(
      [unknown, invited, archived, ended, active].map(({ clientId }) => clientId),
    );
    expect(await seatsOf(coach)).toMatchObject({ used: 0 });
    expect((await notificationsOf(test, active)).map(({ type }) => type)).toContain('coaching_ended');
    // Repeating the request changes nothing and sends no notification.
    expect(outcomes(await archive([active, invited]))).toEqual(['unchanged', 'unchanged']);
    expect((await notificationsOf(test, active)).filter(({ type }) => type === 'coaching_ended')).toHaveLength(1);
  });

  it('restores each to its former status while there are seats', async () => {
    const clients = [await aClient(test, { of: coach }), await aClient(test, { of: coach, status: 'paused' })] as const;
    await archive(clients);
    for (let seat = 0; seat < 4; seat += 1) await createClient(test.owner, coach.id);
    const back = [
      { clientId: clients[0].clientId, status: 'active' as const },
      { clientId: clients[1].clientId, status: 'paused' as const },
    ];
    expect(outcomes(await change(back)).sort()).toEqual(['changed', 'no_seat']);
    expect(await seatsOf(coach)).toEqual({ used: 5, cap: 5 });
  });

  it('does not activate a client who never accepted', async () => {
    const invited = await anInvitation(test, { from: coach });
    expect(outcomes(await change([{ clientId: invited.clientId, status: 'active' }]))).toEqual(['not_possible']);
  });

  it('never changes another coach’s client', async () => {
    const other = await aCoach(test);
    const theirs = await aClient(test, { of: other });
    expect(outcomes(await archive([theirs]))).toEqual(['not_found']);
    expect(await seatsOf(other)).toMatchObject({ used: 1 });
  });

  it('changes each client once for two concurrent requests', async () => {
    const clients = [await aClient(test, { of: coach }), await aClient(test, { of: coach })] as const;
    const both = await Promise.all([archive(clients), archive([clients[1], clients[0]])]);
    expect(both.flatMap(outcomes).sort()).toEqual(['changed', 'changed', 'unchanged', 'unchanged']);
  });

  it('bills once', async () => {
    const paying = await aCoach(test);
    const clients = [await aClient(test, { of: paying }), await aClient(test, { of: paying })];
    await archive(clients, paying);
    const { rows } = await test.owner.execute(
      sql`select 1 from pgboss.job where name = 'billing.seats' and data->>'coachId' = ${paying.id}`,
    );
    expect(rows).toHaveLength(1);
  });
});
