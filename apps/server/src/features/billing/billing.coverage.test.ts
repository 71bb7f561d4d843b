import { randomUUID } from 'node:crypto';
import { coveredClients, PLAN_ORDER, PLANS, resolvePlan } from '@stridewell/contract/billing.rules';
import type { CheckIn } from '@stridewell/contract/checkins';
import type { ClientDetail, ClientSummary } from '@stridewell/contract/clients';
import type { ClientDashboard, CoachDashboard } from '@stridewell/contract/dashboard';
import { ROLES } from '@stridewell/contract/identity.rules';
import type { Notification } from '@stridewell/contract/notifications';
import { and, asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { createBuyers, until } from '../../../test/buyers.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Trained = { clientId: string; caller: Caller };
type Refused = { code?: string; message?: string };

/** `count` clients who accepted one day after another, the first one longest ago. */
async function clientsOf(coachId: string, count: number): Promise<Trained[]> {
  const passwordHash = await hashOfPassword();
  const made: Trained[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await createUser(test.owner, 'Client', { passwordHash });
    const acceptedAt = new Date(Date.UTC(2026, 0, 5 + index, 12));
    const options = { person, acceptedAt, createdAt: acceptedAt, checkInAnchor: '2026-01-05' };
    const { clientId } = await createClient(test.owner, coachId, options);
    made.push({ clientId, caller: await test.signIn(person.email) });
  }
  return made;
}

const submit = ({ caller }: Trained, id: string = randomUUID()) =>
  caller.send<CheckIn & Refused>('POST', '/rest/v1/check_ins', { ...newCheckIn(), id });
/** Who may write, as the calls of the clients themselves find out. */
const writing = async (clients: readonly Trained[]) =>
  (await Promise.all(clients.map((client) => submit(client)))).map(({ status }) => status === 200);
const setPlan = (coachId: string, plan: string | null) =>
  test.owner.execute(sql`update users set plan = ${plan} where id = ${coachId}`);
const setStatus = (coachId: string, clientId: string, status: string) =>
  test.owner
    .update(relationships)
    .set({ status })
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));
const listOf = async (caller: Caller, coachId: string) =>
  (await caller.get<{ clients: ClientSummary[] }>(`/rest/v1/client_coach_relationships?coachId=${coachId}`)).body
    .clients;
const readOnlyOf = async (caller: Caller, coachId: string) =>
  (await listOf(caller, coachId)).flatMap(({ clientId, readOnly }) => (readOnly ? [clientId] : [])).sort();
const idsOf = (clients: readonly Trained[]) => clients.map(({ clientId }) => clientId).sort();

const times = (count: number, value: boolean) => Array.from({ length: count }, () => value);

describe('a coach with eight clients whose plan has ended', () => {
  it('keeps the first five writing; the others read, and write again once there is room', async () => {
    const coach = await createCoach(test.owner, { plan: 'plus', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    const clients = await clientsOf(coach.id, 8);
    const [first, above] = [clients.slice(0, 5), clients.slice(5)];
    expect(await writing(clients)).toEqual(times(8, true));
    expect(await readOnlyOf(caller, coach.id)).toEqual([]);

    await setPlan(coach.id, 'base');
    expect(await writing(first)).toEqual(times(5, true));
    for (const client of above) {
      expect(await submit(client)).toMatchObject({
        status: 403,
        body: {
          code: 'COACH_PLAN_FULL',
          message:
            'Your coach has more clients than their plan covers. You can read everything, and write again as soon as that is sorted out.',
        },
      });
      const { body } = await client.caller.get<ClientDashboard>('/rest/v1/dashboards/client');
      expect(body).toMatchObject({ readOnly: true, weights: [{ weightKg: 80 }] });
      const form = await client.caller.get('/rest/v1/check_ins/form');
      expect(form).toMatchObject({ status: 200, body: { readOnly: true, last: { weightKg: 80 } } });
    }
    expect((await first[0]?.caller.get('/rest/v1/check_ins/form'))?.body).toMatchObject({ readOnly: false });

    // The coach sees the same, on every screen.
    expect(await readOnlyOf(caller, coach.id)).toEqual(idsOf(above));
    for (const { clientId } of clients) {
      const { body } = await caller.get<ClientDetail>(`/rest/v1/clients/${clientId}?coachId=${coach.id}`);
      expect(body.readOnly).toBe(idsOf(above).includes(clientId));
    }
    const { body: dashboard } = await caller.get<CoachDashboard>(`/rest/v1/dashboards/coach/${coach.id}`);
    expect(dashboard.cover).toEqual({ state: 'ready', data: { cap: 5, readOnly: 3 } });
    expect(dashboard.clientMetrics).toMatchObject({ data: { totalActiveClients: 5 } });

    // One archived: the next one is covered, and the archived one is no matter of the plan any more.
    const [archived] = first;
    if (!archived) throw new Error('there are eight clients');
    await setStatus(coach.id, archived.clientId, 'archived');
    expect(await writing(above)).toEqual([true, false, false]);
    expect(await readOnlyOf(caller, coach.id)).toEqual(idsOf(above.slice(1)));
    expect(await submit(archived)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await archived.caller.get('/rest/v1/dashboards/client')).body).toMatchObject({ readOnly: false });
    const former = await caller.get(`/rest/v1/clients/${archived.clientId}?coachId=${coach.id}`);
    expect(former.body).toMatchObject({ status: 'archived', readOnly: false });

    await setPlan(coach.id, 'plus');
    expect(await writing(clients.slice(1))).toEqual(times(7, true));
    expect(await readOnlyOf(caller, coach.id)).toEqual([]);
  });

  it('had a subscription that was refunded; another one opens them again', async () => {
    const buyers = createBuyers(test);
    const { caller, email } = await buyers.subscriber('plus');
    const coachId = (await buyers.sessionOf(caller)).user.id;
    const clients = await clientsOf(coachId, 8);
    const operator = await createUser(test.owner, 'Operator', { passwordHash: await hashOfPassword() });
    await (await test.signIn(operator.email)).send('POST', '/rest/v1/billing/refunds', { email });
    await until(async () => (await buyers.sessionOf(caller)).plan.plan, 'base');
    expect(await writing(clients)).toEqual([...times(5, true), ...times(3, false)]);
    await until(async () => (await buyers.mailsTo(email)).includes('Your Coach Plus has ended'), true);
    expect((await test.mailTo(email)).text.replace(/\s+/g, ' ')).toContain(
      'Coach Base covers 5 clients. If you have more, those who have been with you longest go on as before, and the others become read-only',
    );

    const { secret } = await buyers.checkout('plus', caller);
    expect((await buyers.pay(secret, email)).body.status).toBe('complete');
    await until(async () => (await buyers.sessionOf(caller)).plan.plan, 'plus');
    expect(await writing(clients)).toEqual(times(8, true));
  });
});

describe('a client without a covered seat', () => {
  it('stores and tells nothing, however often and however many at once', async () => {
    const coach = await createCoach(test.owner, { plan: 'plus', passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
    const clients = await clientsOf(coach.id, 6);
    const last = clients[5];
    if (!last) throw new Error('there are six clients');
    const id = randomUUID();
    const before = await submit(last, id);
    await setPlan(coach.id, 'base');
    const refused = await Promise.all(Array.from({ length: 4 }, () => submit(last)));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    // What was sent while it was allowed is answered as ever.
    expect(await submit(last, id)).toMatchObject({ status: 200, body: before.body });
    const list = await caller.get<{ checkIns: CheckIn[] }>(
      `/rest/v1/check_ins?coachId=${coach.id}&clientId=${last.clientId}`,
    );
    expect(list.body.checkIns.map((checkIn) => checkIn.id)).toEqual([id]);
    const bell = await caller.get<{ notifications: Notification[] }>('/rest/v1/notifications');
    expect(bell.body.notifications).toHaveLength(1);
  });

  it('is not the concern of another coach with the same plan', async () => {
    const [full, small] = await Promise.all([createCoach(test.owner), createCoach(test.owner)]);
    await clientsOf(full.id, 6);
    const [only] = await clientsOf(small.id, 1);
    expect(only && (await submit(only)).status).toBe(200);
  });
});

describe('the rule in the database', () => {
  it('has the caps of the plans, for every plan and role on record', async () => {
    for (const storedPlan of [...PLAN_ORDER, null]) {
      for (const role of ROLES) {
        const { rows } = await test.owner.execute<{ cap: number }>(
          sql`select plan_client_cap(${storedPlan}::text, ${role}::text) as cap`,
        );
        expect(rows, `${storedPlan} ${role}`).toEqual([
          { cap: PLANS[resolvePlan({ storedPlan, role }, 'server')].clientCap },
        ]);
      }
    }
    const { rows } = await test.owner.execute<{ cap: number }>(sql`select plan_client_cap(null, null) as cap`);
    expect(rows).toEqual([{ cap: PLANS.base.clientCap }]);
  });

  it('counts and orders like the rule of the contract, whatever the clients are like', async () => {
    const coach = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
    const caller = await test.signIn(coach.email);
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
    const found: string[] = [];
    for (const { clientId, status } of rows) {
      const { body } = await caller.get<ClientDetail>(`/rest/v1/clients/${clientId}?coachId=${coach.id}`);
      if (!body.readOnly && !['archived', 'ended'].includes(status)) found.push(clientId);
    }
    expect(found).toEqual([...covered].sort());
  });

  it('tells only the two people of a relationship', async () => {
    const [coach, other] = await Promise.all([createCoach(test.owner), createCoach(test.owner)]);
    const mine = await createClient(test.owner, coach.id);
    const second = await createClient(test.owner, coach.id);
    const theirs = await createClient(test.owner, other.id);
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    const asked = async (
      scope: Record<string, string>,
      { coachId, clientId }: { coachId: string; clientId: string },
    ) => {
      await app.query('begin');
      for (const [name, value] of Object.entries(scope)) {
        await app.query('select set_config($1, $2, true)', [`app.${name}`, value]);
      }
      const { rows } = await app.query<{ covered: boolean | null }>(
        'select is_relationship_covered($1, $2) as covered',
        [coachId, clientId],
      );
      await app.query('rollback');
      return rows[0]?.covered;
    };
    try {
      const asCoach = { role: 'coach', user_id: coach.id, coach_id: coach.id };
      const asClient = { role: 'client', coach_id: coach.id, client_id: mine.clientId };
      expect(await asked(asCoach, mine)).toBe(true);
      expect(await asked(asClient, mine)).toBe(true);
      expect(await asked(asCoach, theirs)).toBe(false);
      expect(await asked(asCoach, { coachId: coach.id, clientId: theirs.clientId })).toBe(false);
      expect(await asked(asClient, second)).toBe(false);
      expect(await asked({ role: 'user', user_id: coach.id }, mine)).toBe(false);
      expect(await asked({}, mine)).toBe(false);
      await expect(app.query(`select plan_client_cap('pro', null)`)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await app.end();
    }
  });
});
