import { randomUUID } from 'node:crypto';
import { coveredClients, PLAN_ORDER, PLANS, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { ROLES } from '@stridewell/contract/people.rules';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { createBuyers, until } from '../../../test/buyers.ts';
import {
  aClient,
  aCoach,
  anOperator,
  type Client,
  type Coach,
  notificationsOf,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { planCap } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** `count` clients who accepted on consecutive days, the first one longest ago. */
async function clientsOf(coach: { id: string }, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const acceptedAt = new Date(Date.UTC(2026, 0, 5 + index, 12));
    clients.push(await aClient(test, { of: coach, acceptedAt, createdAt: acceptedAt }));
  }
  return clients;
}

const submit = ({ api }: Client, id: string = randomUUID()) => api.checkins.submitCheckIn({ ...newCheckIn(), id });
/** The clients who can write, found by trying. */
const writing = async (clients: readonly Client[]) =>
  (await outcomesOf(clients.map((client) => submit(client)))).map((outcome) => outcome === 'OK');
const setPlan = (coachId: string, plan: string | null) =>
  test.owner.execute(sql`update users set plan = ${plan} where id = ${coachId}`);
const clientOf = ({ api }: Coach, { coachId, clientId }: Pair) => api.clients.getClient({ coachId, clientId });
const readOnlyOf = async ({ id: coachId, api }: Coach) => {
  const { clients } = await api.clients.listClients({ coachId });
  return clients.flatMap(({ clientId, readOnly }) => (readOnly ? [clientId] : [])).sort();
};
const idsOf = (clients: readonly Client[]) => clients.map(({ clientId }) => clientId).sort();
const COACH_PLAN_FULL = { code: 'COACH_PLAN_FULL' };

const times = (count: number, value: boolean) => Array.from({ length: count }, () => value);

describe('a coach with eight clients whose plan has ended', () => {
  it('lets the first five write; the others only read until there is room', async () => {
    const coach = await aCoach(test, { plan: 'plus' });
    const clients = await clientsOf(coach, 8);
    const [first, above] = [clients.slice(0, 5), clients.slice(5)];
    expect(await writing(clients)).toEqual(times(8, true));
    expect(await readOnlyOf(coach)).toEqual([]);

    await setPlan(coach.id, 'base');
    expect(await writing(first)).toEqual(times(5, true));
    for (const client of above) {
      await expect(submit(client)).rejects.toMatchObject({
        ...COACH_PLAN_FULL,
        message:
          'Your coach has more clients than their plan covers. You can read everything, and write again as soon as that is sorted out.',
      });
      const dashboard = await client.api.dashboard.getClientDashboard();
      expect(dashboard).toMatchObject({ readOnly: true, weights: [{ weightKg: 80 }] });
      expect(await client.api.checkins.getCheckInForm()).toMatchObject({ readOnly: true, last: { weightKg: 80 } });
    }
    const [archived] = first;
    if (!archived) throw new Error('there are eight clients');
    expect(await archived.api.checkins.getCheckInForm()).toMatchObject({ readOnly: false });

    // The coach sees the same on every screen.
    expect(await readOnlyOf(coach)).toEqual(idsOf(above));
    for (const client of first) expect(await clientOf(coach, client)).toMatchObject({ readOnly: false });
    for (const client of above) expect(await clientOf(coach, client)).toMatchObject({ readOnly: true });
    expect(await coach.api.dashboard.getCoachDashboard({ coachId: coach.id })).toMatchObject({
      cover: { state: 'ready', data: { cap: 5, readOnly: 3 } },
      clientMetrics: { data: { totalActiveClients: 5 } },
    });

    // One archived: the next one is covered, and the plan no longer matters to the archived one.
    await updateRelationship(test, archived, { status: 'archived' });
    expect(await writing(above)).toEqual([true, false, false]);
    expect(await readOnlyOf(coach)).toEqual(idsOf(above.slice(1)));
    await expect(submit(archived)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await archived.api.dashboard.getClientDashboard()).toMatchObject({ readOnly: false });
    expect(await clientOf(coach, archived)).toMatchObject({ status: 'archived', readOnly: false });

    await setPlan(coach.id, 'plus');
    expect(await writing(clients.slice(1))).toEqual(times(7, true));
    expect(await readOnlyOf(coach)).toEqual([]);
  });

  it('covers five after a refund, and all again with another subscription', async () => {
    const buyers = createBuyers(test);
    const { api, email } = await buyers.subscriber('plus');
    const session = () => buyers.sessionOf({ api });
    const clients = await clientsOf((await session()).user, 8);
    await (await anOperator(test)).api.billing.refundCoach({ email });
    await until(async () => (await session()).plan.plan, 'base');
    expect(await writing(clients)).toEqual([...times(5, true), ...times(3, false)]);
    await until(async () => (await buyers.mailsTo(email)).includes('Your Coach Plus has ended'), true);
    expect((await test.mailTo(email)).text.replace(/\s+/g, ' ')).toContain(
      'Coach Base covers 5 clients. If you have more, those who have been with you longest stay as they are, and the others become read-only',
    );

    const secret = await buyers.checkout('plus', { api });
    expect(await buyers.pay(secret, email)).toMatchObject({ status: 'complete' });
    await until(async () => (await session()).plan.plan, 'plus');
    expect(await writing(clients)).toEqual(times(8, true));
  });
});

describe('a client without a covered seat', () => {
  it('stores and notifies nothing, even with concurrent requests', async () => {
    const coach = await aCoach(test, { plan: 'plus' });
    const last = (await clientsOf(coach, 6)).at(-1);
    if (!last) throw new Error('there are six clients');
    const id = randomUUID();
    const before = await submit(last, id);
    await setPlan(coach.id, 'base');
    const outcomes = await outcomesOf(Array.from({ length: 4 }, () => submit(last)));
    expect(outcomes).toEqual(Array(4).fill(COACH_PLAN_FULL.code));
    // Repeating a request that was allowed gets the same answer.
    expect(await submit(last, id)).toEqual(before);
    const { coachId, clientId } = last;
    expect(await coach.api.checkins.listCheckIns({ coachId, clientId })).toMatchObject({ checkIns: [{ id }] });
    expect(await notificationsOf(test, coach)).toHaveLength(1);
  });

  it('does not depend on the clients of another coach with the same plan', async () => {
    const [full, small] = [await aCoach(test, { plan: 'base' }), await aCoach(test, { plan: 'base' })];
    await clientsOf(full, 6);
    expect(await writing(await clientsOf(small, 1))).toEqual([true]);
  });
});

describe('the rule in the database', () => {
  it('has the caps of the plans, for every plan and role on record', async () => {
    const coach = await aCoach(test);
    for (const storedPlan of [...PLAN_ORDER, null]) {
      for (const role of ROLES) {
        const { rows } = await test.owner.execute<{ cap: number }>(
          sql`select plan_client_cap(${storedPlan}::text, ${role}::text) as cap`,
        );
        const cap = PLANS[resolvePlan({ storedPlan, role }, 'server')].clientCap;
        expect(rows, `${storedPlan} ${role}`).toEqual([{ cap }]);
        await test.owner.execute(sql`update users set plan = ${storedPlan} where id = ${coach.id}`);
        await test.owner.execute(sql`update user_roles set role = ${role} where user_id = ${coach.id}`);
        const { rows: counted } = await test.owner.execute(sql`select ${planCap(coach.id)} as cap`);
        expect(counted, `${storedPlan} ${role}`).toEqual([{ cap }]);
      }
    }
    const { rows } = await test.owner.execute<{ cap: number }>(sql`select plan_client_cap(null, null) as cap`);
    expect(rows).toEqual([{ cap: PLANS.base.clientCap }]);
  });

  it('counts and orders like the rule of the contract, for any clients', async () => {
    const coach = await aCoach(test, { plan: 'base' });
    const statuses = ['active', 'invited', 'paused', 'archived', 'ended'];
    for (let index = 0; index < 24; index += 1) {
      const day = (offset: number) => new Date(Date.UTC(2026, 1, 1 + ((index * 7 + offset) % 5)));
      await createClient(test.owner, coach.id, {
        clientId: randomUUID(),
        status: statuses[(index * 3) % 5] ?? 'active',
        createdAt: day(0),
        acceptedAt: index % 3 === 0 ? null : day(2),
      });
    }
    const rows = await test.owner
      .select()
      .from(relationships)
      .where(eq(relationships.coachId, coach.id))
      .orderBy(asc(relationships.clientId));
    const covered = coveredClients(rows, 'base');
    expect(covered.size).toBe(5);
    const current = rows.filter(({ status }) => !['archived', 'ended'].includes(status));
    const details = await Promise.all(current.map((row) => clientOf(coach, row)));
    const found = details.filter(({ readOnly }) => !readOnly).map(({ clientId }) => clientId);
    expect(found).toEqual([...covered].sort());
    const { rows: told } = await test.owner.execute<{ client_id: string }>(
      sql`select client_id from coachings where coach_id = ${coach.id} and is_relationship_covered(coach_id, client_id)
        order by client_id`,
    );
    expect(told.map((row) => row.client_id)).toEqual([...covered].sort());
  });

  it('cannot be called directly', async () => {
    const { coachId, clientId } = await createClient(test.owner, (await aCoach(test)).id);
    const asCoach = { role: 'coach', userId: coachId, coachId };
    for (const question of [`plan_client_cap('pro', null)`, `is_relationship_covered('${coachId}', '${clientId}')`]) {
      const asked = asAppRole(test, asCoach, (query) => query(`select ${question}`));
      await expect(asked).rejects.toMatchObject({ code: '42501' });
    }
  });
});
