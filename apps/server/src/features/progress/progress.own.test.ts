import { randomUUID } from 'node:crypto';
import type { MeasurementValues } from '@stridewell/contract/progress/progress';
import { addDays } from '@stridewell/contract/time';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { countStatements } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCheckIn, aClient, aCoach, type Person, updateRelationship } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { mintClientScope, mintCoachScope } from '../../core/tenancy/mint.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { measurements } from './progress.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

const DAY = '2026-01-05';
const MEASURED_BY_COACH = { code: 'MEASURED_BY_COACH' };

async function pair({ zone = 'UTC' } = {}) {
  const coach = await aCoach(test, { plan: 'plus', timeZone: 'UTC' });
  const client = await aClient(test, { of: coach, person: { timeZone: zone } });
  const place = { coachId: coach.id, clientId: client.clientId };
  const actionsOf = ({ api }: Person) => ({
    save: (values: MeasurementValues, day: string) => api.progress.saveMeasurements({ ...place, day, values }),
    read: () => api.progress.getProgress(place),
  });
  return {
    ...place,
    userId: client.id,
    coachApi: coach.api,
    clientApi: client.api,
    scope: mintClientScope({
      ...place,
      userId: client.id,
      relationshipStatus: 'active',
      seat: 'covered',
      numbersOff: false,
    }),
    formerScope: mintClientScope({
      ...place,
      userId: client.id,
      relationshipStatus: 'ended',
      seat: 'none',
      numbersOff: false,
    }),
    client: actionsOf(client),
    coach: actionsOf(coach),
  };
}
type Pair = Awaited<ReturnType<typeof pair>>;

const rowsOf = ({ coachId, clientId }: Pair) =>
  test.owner
    .select({ kind: measurements.kind, value: measurements.value, source: measurements.source, id: measurements.id })
    .from(measurements)
    .where(and(eq(measurements.coachId, coachId), eq(measurements.clientId, clientId)));

describe('a measurement of a client', () => {
  it('is visible to both sides, with its author', async () => {
    const of = await pair();
    expect(await of.client.save({ weight: 80.4, waist: 81 }, DAY)).toEqual({ saved: 2 });
    const { measurements: seen } = await of.coach.read();
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual({ kind: 'weight', day: DAY, value: 80.4, source: 'client' });
    expect((await of.client.read()).measurements).toEqual(seen);
    await of.coach.save({ hips: 99 }, DAY);
    const { coachId, clientId } = of;
    const { entries } = await of.coachApi.clients.listTimeline({ coachId, clientId, filter: 'measurement' });
    expect(entries).toMatchObject([
      { by: 'coach', values: [{ kind: 'hips' }] },
      { by: 'client', values: [{}, {}] },
    ]);
  });

  it('is the weight on their dashboard and takes precedence over the check-in of the same day', async () => {
    const of = await pair();
    await aCheckIn(test, { by: of, day: DAY, weightKg: 81 });
    await aCheckIn(test, { by: of, day: '2026-01-12', weightKg: 80.5 });
    await of.client.save({ weight: 80.1 }, '2026-01-12');
    await of.client.save({ weight: 79.9 }, '2026-01-14');
    // More than half a year before.
    await of.client.save({ weight: 90 }, '2025-06-01');
    test.setNow(new Date('2026-01-20T12:00:00Z'));
    const dashboard = await of.clientApi.dashboard.getClientDashboard();
    test.setNow(null);
    expect(dashboard?.weights).toEqual([
      { day: DAY, weightKg: 81 },
      { day: '2026-01-12', weightKg: 80.1 },
      { day: '2026-01-14', weightKg: 79.9 },
    ]);
  });

  it('changes nothing when it is sent twice, even concurrently', async () => {
    const of = await pair();
    await Promise.all([1, 2, 3].map(() => of.client.save({ weight: 80.4 }, DAY)));
    const before = await rowsOf(of);
    expect(before).toMatchObject([{ kind: 'weight', value: 80.4, source: 'client' }]);
    await of.client.save({ weight: 80.4 }, DAY);
    expect(await rowsOf(of)).toEqual(before);
    // When the coach types the same value, it stays the client's.
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

  it('is refused as a whole if the coach measured one of its values on that day', async () => {
    const of = await pair();
    await of.coach.save({ waist: 80 }, DAY);
    for (const values of [{ waist: 79 }, { waist: null }, { waist: 79, hips: 99 }]) {
      await expect(of.client.save(values, DAY)).rejects.toMatchObject(MEASURED_BY_COACH);
    }
    // The same value changes nothing and is accepted.
    expect(await of.client.save({ waist: 80 }, DAY)).toEqual({ saved: 1 });
    expect(await rowsOf(of)).toMatchObject([{ kind: 'waist', value: 80, source: 'coach' }]);
    await of.client.save({ hips: 99 }, DAY);
    // A value that the coach corrects becomes the coach's.
    await of.coach.save({ hips: 98 }, DAY);
    await expect(of.client.save({ hips: 97 }, DAY)).rejects.toMatchObject(MEASURED_BY_COACH);
  });

  it('of the coach wins when both measure concurrently', async () => {
    const of = await pair();
    const [mine] = await Promise.allSettled([of.client.save({ neck: 38 }, DAY), of.coach.save({ neck: 39 }, DAY)]);
    // Either the client is first and corrected by the coach, or second and refused.
    expect([
      { status: 'fulfilled', value: { saved: 1 } },
      { status: 'rejected', reason: expect.objectContaining(MEASURED_BY_COACH) },
    ]).toContainEqual(mine);
    expect(await rowsOf(of)).toMatchObject([{ kind: 'neck', value: 39, source: 'coach' }]);
  });

  it('cannot be later than today in the client’s time zone', async () => {
    const [east, west] = [await pair({ zone: 'Pacific/Auckland' }), await pair({ zone: 'America/Los_Angeles' })];
    test.setNow(new Date('2026-01-10T07:30:00Z'));
    try {
      // It is the 10th in Auckland and for both coaches, but still the 9th in Los Angeles.
      expect((await east.client.read()).today).toBe('2026-01-10');
      expect((await west.client.read()).today).toBe('2026-01-09');
      expect((await west.coach.read()).today).toBe('2026-01-10');
      await east.client.save({ waist: 80 }, '2026-01-10');
      await west.client.save({ waist: 80 }, '2026-01-09');
      const ahead = { code: 'DAY_AHEAD' };
      await expect(west.client.save({ waist: 80 }, '2026-01-10')).rejects.toMatchObject(ahead);
      await expect(east.client.save({ waist: 80 }, '2026-01-11')).rejects.toMatchObject(ahead);
    } finally {
      test.setNow(null);
    }
  });

  // The security walk sends other kinds and values that are no numbers, which the types forbid.
  it.each([{ weight: 19.9 }, { weight: 400.1 }, { body_fat: 76 }, { waist: 9 }, {}])(
    'is refused when it is %o',
    async (values) => {
      const of = await pair();
      await expect(of.client.save(values, DAY)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      expect(await rowsOf(of)).toEqual([]);
    },
  );
});

describe('writing is refused', () => {
  it('to a former client, who can still read everything', async () => {
    const of = await pair();
    await of.client.save({ weight: 80 }, DAY);
    await updateRelationship(test, of, { status: 'paused' });
    await of.client.save({ weight: 79 }, DAY);
    expect((await of.client.read()).closed).toBeNull();
    await updateRelationship(test, of, { status: 'ended' });
    for (const values of [{ weight: 78 }, { weight: null }, { waist: 80 }]) {
      await expect(of.client.save(values, DAY)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await of.client.read()).toMatchObject({ closed: 'ended', measurements: [{ value: 79 }] });
    const { coachId, clientId } = of;
    expect(await of.clientApi.progress.listPhotos({ coachId, clientId })).toMatchObject({ days: [] });
  });

  it("to a client beyond the coach's plan", async () => {
    const of = await pair();
    const acceptedAt = new Date('2020-01-01');
    for (let older = 0; older < 5; older += 1) await createClient(test.owner, of.coachId, { acceptedAt });
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, of.coachId));
    await expect(of.client.save({ weight: 80 }, DAY)).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
    expect((await of.client.read()).closed).toBe('not_covered');
    expect(await rowsOf(of)).toEqual([]);
    expect(await of.coach.save({ weight: 80 }, DAY)).toEqual({ saved: 1 });
  });

  it('to any other person, even in the database itself', async () => {
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
    // The client can read the coach's values, but neither change them nor write in the coach's name.
    expect((await as(of.scope, sql`select * from measurements`)).rows).toHaveLength(2);
    await expect(as(of.scope, values('coach'))).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await as(of.scope, sql`update measurements set value = 1 where kind = 'waist'`)).rowCount).toBe(0);
    expect((await as(of.scope, sql`delete from measurements where kind = 'waist'`)).rowCount).toBe(0);
    await expect(
      as(of.scope, sql`update measurements set source = 'coach' where kind = 'weight'`),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(as(of.formerScope, values('client'))).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await as(of.formerScope, sql`update measurements set value = 1`)).rowCount).toBe(0);
    expect((await as(of.formerScope, sql`delete from measurements`)).rowCount).toBe(0);
    expect((await as(of.formerScope, sql`select * from measurements`)).rows).toHaveLength(2);
    expect(await rowsOf(of)).toEqual(before);
  });
});

describe('the weeks of check-ins', () => {
  it('are the last twelve, each with its check-ins', async () => {
    const of = await pair();
    await aCheckIn(test, { by: of, day: DAY, adherence: 80 });
    await aCheckIn(test, { by: of, day: '2026-01-19', adherence: 90 });
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

it('needs the same number of statements for any number of measurements', async () => {
  const of = await pair();
  const before = await countStatements(of.client.read);
  for (let week = 0; week < 3; week += 1) {
    await of.client.save({ weight: 80 + week, waist: 80 }, addDays(DAY, week * 7));
    await aCheckIn(test, { by: of, day: addDays(DAY, week), weightKg: 80 });
  }
  expect(await countStatements(of.client.read)).toBe(before);
  expect(before).toBe(6);
});
