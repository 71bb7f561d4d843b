import { randomUUID } from 'node:crypto';
import type { TimelineEntry } from '@stridewell/contract/clients.timeline.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import type { ClientProgress } from '@stridewell/contract/progress';
import { addDays } from '@stridewell/contract/time';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { mintClientScope, mintCoachScope } from '../../core/tenancy/mint.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { measurements } from './progress.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAY = '2026-01-05';

async function pair({ zone = 'UTC' } = {}) {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { passwordHash, plan: 'plus', timeZone: 'UTC' });
  const person = await createUser(test.owner, 'Client', { passwordHash, timeZone: zone });
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: '2026-01-05' });
  const [asCoach, asClient] = [await test.signIn(coach.email), await test.signIn(person.email)];
  const path = `/rest/v1/clients/${clientId}`;
  const saveAs = (caller: typeof asCoach) => (values: object, day: string) =>
    caller.send<{ code?: string; saved?: number }>('POST', `${path}/measurements`, { coachId: coach.id, day, values });
  const readAs = (caller: typeof asCoach) => async () =>
    (await caller.get<ClientProgress>(`${path}/progress?coachId=${coach.id}`)).body;
  return {
    ...{ coachId: coach.id, clientId, userId: person.id, path, asCoach, asClient },
    scope: mintClientScope({ userId: person.id, coachId: coach.id, clientId }),
    client: { save: saveAs(asClient), read: readAs(asClient) },
    coach: { save: saveAs(asCoach), read: readAs(asCoach) },
  };
}
type Pair = Awaited<ReturnType<typeof pair>>;

const rowsOf = ({ coachId, clientId }: Pair) =>
  test.owner
    .select({ kind: measurements.kind, value: measurements.value, source: measurements.source, id: measurements.id })
    .from(measurements)
    .where(and(eq(measurements.coachId, coachId), eq(measurements.clientId, clientId)));

const setStatus = ({ coachId, clientId }: Pair, status: 'ended' | 'paused') =>
  test.owner
    .update(relationships)
    .set({ status })
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));

describe('what a client measures', () => {
  it('is there for both at once, and says who entered it', async () => {
    const of = await pair();
    expect(await of.client.save({ weight: 80.4, waist: 81 }, DAY)).toMatchObject({ status: 200, body: { saved: 2 } });
    const { measurements: seen } = await of.coach.read();
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual({ kind: 'weight', day: DAY, value: 80.4, source: 'client' });
    expect((await of.client.read()).measurements).toEqual(seen);
    await of.coach.save({ hips: 99 }, DAY);
    const timeline = `${of.path}/timeline?coachId=${of.coachId}&filter=measurement`;
    const { body } = await of.asCoach.get<{ entries: Extract<TimelineEntry, { kind: 'measurement' }>[] }>(timeline);
    expect(body.entries.map(({ by, values }) => [by, values.length])).toEqual([
      ['coach', 1],
      ['client', 2],
    ]);
  });

  it('is the weight of their dashboard, where it goes before that of a check-in of the day', async () => {
    const of = await pair();
    const row = { coachId: of.coachId, clientId: of.clientId };
    await test.owner
      .insert(checkIns)
      .values([
        checkInRow({ ...row, day: DAY, weightKg: 81 }),
        checkInRow({ ...row, day: '2026-01-12', weightKg: 80.5, submittedAt: new Date('2026-01-12T18:00:00Z') }),
      ]);
    await of.client.save({ weight: 80.1 }, '2026-01-12');
    await of.client.save({ weight: 79.9 }, '2026-01-14');
    // More than half a year before.
    await of.client.save({ weight: 90 }, '2025-06-01');
    test.setNow(new Date('2026-01-20T12:00:00Z'));
    const { body } = await of.asClient.get<ClientDashboard>('/rest/v1/dashboards/client');
    test.setNow(null);
    expect(body.weights).toEqual([
      { day: DAY, weightKg: 81 },
      { day: '2026-01-12', weightKg: 80.1 },
      { day: '2026-01-14', weightKg: 79.9 },
    ]);
  });

  it('changes nothing when it is sent twice, also at once', async () => {
    const of = await pair();
    const answers = await Promise.all([1, 2, 3].map(() => of.client.save({ weight: 80.4 }, DAY)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const before = await rowsOf(of);
    expect(before).toMatchObject([{ kind: 'weight', value: 80.4, source: 'client' }]);
    await of.client.save({ weight: 80.4 }, DAY);
    expect(await rowsOf(of)).toEqual(before);
    // The coach who types the same takes nothing over.
    await of.coach.save({ weight: 80.4 }, DAY);
    expect(await rowsOf(of)).toEqual(before);
    await Promise.all([of.client.save({ weight: 79 }, DAY), of.client.save({ weight: 78 }, DAY)]);
    const after = await rowsOf(of);
    expect(after).toHaveLength(1);
    expect([78, 79]).toContain(after[0]?.value);
    await of.client.save({ weight: null }, DAY);
    await of.client.save({ weight: null }, DAY);
    expect(await rowsOf(of)).toEqual([]);
  });

  it('leaves alone what the coach measured on that day, and the rest of the entry with it', async () => {
    const of = await pair();
    await of.coach.save({ waist: 80 }, DAY);
    for (const values of [{ waist: 79 }, { waist: null }, { waist: 79, hips: 99 }]) {
      expect(await of.client.save(values, DAY)).toMatchObject({ status: 409, body: { code: 'MEASURED_BY_COACH' } });
    }
    // The same value changes nothing, and is no reason to complain.
    expect((await of.client.save({ waist: 80 }, DAY)).status).toBe(200);
    expect(await rowsOf(of)).toMatchObject([{ kind: 'waist', value: 80, source: 'coach' }]);
    expect((await of.client.save({ hips: 99 }, DAY)).status).toBe(200);
    // The coach corrects what the client entered, and it is theirs from then on.
    await of.coach.save({ hips: 98 }, DAY);
    expect((await of.client.save({ hips: 97 }, DAY)).status).toBe(409);
  });

  it('of two at once is either, never both', async () => {
    const of = await pair();
    const [mine, theirs] = await Promise.all([of.client.save({ neck: 38 }, DAY), of.coach.save({ neck: 39 }, DAY)]);
    expect(theirs.status).toBe(200);
    expect([200, 409]).toContain(mine.status);
    expect(await rowsOf(of)).toMatchObject([{ kind: 'neck', value: 39, source: 'coach' }]);
  });

  it('is of today at the latest, where the client lives', async () => {
    const [east, west] = [await pair({ zone: 'Pacific/Auckland' }), await pair({ zone: 'America/Los_Angeles' })];
    test.setNow(new Date('2026-01-10T07:30:00Z'));
    try {
      // The 10th in Auckland as for both coaches, still the 9th in Los Angeles.
      expect((await east.client.read()).today).toBe('2026-01-10');
      expect((await west.client.read()).today).toBe('2026-01-09');
      expect((await west.coach.read()).today).toBe('2026-01-10');
      expect((await east.client.save({ waist: 80 }, '2026-01-10')).status).toBe(200);
      expect((await west.client.save({ waist: 80 }, '2026-01-09')).status).toBe(200);
      expect(await west.client.save({ waist: 80 }, '2026-01-10')).toMatchObject({
        status: 400,
        body: { code: 'DAY_AHEAD' },
      });
      expect((await east.client.save({ waist: 80 }, '2026-01-11')).status).toBe(400);
    } finally {
      test.setNow(null);
    }
  });

  it.each([{ weight: 19.9 }, { weight: 400.1 }, { body_fat: 76 }, { waist: 9 }, { waist: '80' }, {}, { arm: 30 }])(
    'is refused when it is %o',
    async (values) => {
      const of = await pair();
      expect((await of.client.save(values, DAY)).status).toBe(400);
      expect(await rowsOf(of)).toEqual([]);
    },
  );
});

describe('who may not write', () => {
  it('is a former client, who reads everything', async () => {
    const of = await pair();
    await of.client.save({ weight: 80 }, DAY);
    await setStatus(of, 'paused');
    expect((await of.client.save({ weight: 79 }, DAY)).status).toBe(200);
    expect((await of.client.read()).closed).toBeNull();
    await setStatus(of, 'ended');
    for (const values of [{ weight: 78 }, { weight: null }, { waist: 80 }]) {
      expect((await of.client.save(values, DAY)).status).toBe(403);
    }
    expect(await of.client.read()).toMatchObject({ closed: 'ended', measurements: [{ value: 79 }] });
    expect((await of.asClient.get(`${of.path}/photos?coachId=${of.coachId}`)).status).toBe(200);
  });

  it("is a client whom the coach's plan does not cover", async () => {
    const of = await pair();
    for (let older = 0; older < 5; older += 1) {
      const person = await createUser(test.owner, 'Client');
      await createClient(test.owner, of.coachId, { person, acceptedAt: new Date('2020-01-01') });
    }
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, of.coachId));
    expect(await of.client.save({ weight: 80 }, DAY)).toMatchObject({ status: 403, body: { code: 'COACH_PLAN_FULL' } });
    expect((await of.client.read()).closed).toBe('not_covered');
    expect(await rowsOf(of)).toEqual([]);
    expect((await of.coach.save({ weight: 80 }, DAY)).status).toBe(200);
  });

  it('is anybody else, also past the procedures', async () => {
    const [of, other] = [await pair(), await pair()];
    await of.client.save({ weight: 80 }, DAY);
    await of.coach.save({ waist: 80 }, DAY);
    const before = await rowsOf(of);
    const as = <Result>(scope: Scope, statement: ReturnType<typeof sql>) =>
      test.services.db.write(scope, (tx) => tx.execute<Result & Record<string, unknown>>(statement));
    const values = (source: string, owner = of) =>
      sql`insert into measurements (coach_id, id, client_id, kind, day, value, source, recorded_at)
        values (${owner.coachId}, ${randomUUID()}, ${owner.clientId}, 'hips', ${DAY}, 99, ${source}, now())`;
    const foreign = [other.scope, mintCoachScope(other.coachId)];
    for (const scope of foreign) {
      const { rows } = await as(scope, sql`select * from measurements where client_id = ${of.clientId}`);
      expect(rows).toEqual([]);
      await expect(as(scope, values(scope.role))).rejects.toMatchObject({ cause: { code: '42501' } });
      expect((await as(scope, sql`delete from measurements`)).rowCount).toBe(0);
    }
    // What is the coach's the client reads; neither changing it nor writing in the coach's name is possible.
    expect((await as(of.scope, sql`select * from measurements`)).rows).toHaveLength(2);
    await expect(as(of.scope, values('coach'))).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await as(of.scope, sql`update measurements set value = 1 where kind = 'waist'`)).rowCount).toBe(0);
    expect((await as(of.scope, sql`delete from measurements where kind = 'waist'`)).rowCount).toBe(0);
    await expect(
      as(of.scope, sql`update measurements set source = 'coach' where kind = 'weight'`),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
    await setStatus(of, 'ended');
    await expect(as(of.scope, values('client'))).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await as(of.scope, sql`update measurements set value = 1`)).rowCount).toBe(0);
    expect((await as(of.scope, sql`delete from measurements`)).rowCount).toBe(0);
    expect((await as(of.scope, sql`select * from measurements`)).rows).toHaveLength(2);
    expect(await rowsOf(of)).toEqual(before);
  });
});

describe('the weeks of check-ins', () => {
  it('are twelve, with what was reported in them', async () => {
    const of = await pair();
    const row = { coachId: of.coachId, clientId: of.clientId };
    await test.owner
      .insert(checkIns)
      .values([
        checkInRow({ ...row, day: DAY, adherence: 80 }),
        checkInRow({ ...row, day: '2026-01-19', adherence: 90, submittedAt: new Date('2026-01-19T18:00:00Z') }),
      ]);
    test.setNow(new Date('2026-01-21T12:00:00Z'));
    try {
      const { weeks, adherence } = await of.client.read();
      expect(weeks).toHaveLength(12);
      expect(weeks.slice(-4).map(({ state, adherence: told }) => [state, told])).toEqual([
        ['none', null],
        ['done', 80],
        ['missed', null],
        ['done', 90],
      ]);
      expect(adherence).toEqual({ done: 2, expected: 3 });
      expect((await of.coach.read()).weeks).toEqual(weeks);
    } finally {
      test.setNow(null);
    }
  });
});

it('costs the same however much there is', async () => {
  const of = await pair();
  const statements = async () => {
    test.logLines.length = 0;
    await of.client.read();
    return test.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request').statements;
  };
  const before = await statements();
  for (let week = 0; week < 3; week += 1) {
    const day = addDays(DAY, week * 7);
    await of.client.save({ weight: 80 + week, waist: 80 }, day);
    await test.owner
      .insert(checkIns)
      .values(checkInRow({ coachId: of.coachId, clientId: of.clientId, day: addDays(DAY, week), weightKg: 80 }));
  }
  expect(await statements()).toBe(before);
  expect(before).toBe(6);
});
