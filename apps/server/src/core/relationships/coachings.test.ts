import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  anInvitation,
  aPerson,
  type Coach,
  type Pair,
  type Person,
} from '../../../test/people.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Relationships whose row in the directory is missing or differs, and rows without a relationship. */
async function differences() {
  const { rows } = await test.owner.execute(sql`
    with told as (select r.coach_id, r.client_id, r.person_id as user_id, r.status, r.created_at, r.accepted_at, r.photo_id,
      case when r.status = 'invited' then r.email end as invited_email,
      case when r.status = 'invited' then i.expires_at end as invited_until,
      p.time_zone
      from client_coach_relationships r left join invitations i on i.coach_id = r.coach_id and i.client_id = r.client_id
      left join preferences p on p.user_id = r.person_id),
    found as (select coach_id, client_id, user_id, status, created_at, accepted_at, photo_id, invited_email,
      invited_until, time_zone from coachings)
    (select 'missing' as is, * from (table told except table found) one)
    union all (select 'unexpected', * from (table found except table told) one)`);
  return rows;
}

const zoneOf = async ({ coachId, clientId }: Pair) => {
  const { rows } = await test.owner.execute<{ time_zone: string | null }>(
    sql`select time_zone from coachings where coach_id = ${coachId} and client_id = ${clientId}`,
  );
  return rows[0]?.time_zone;
};

const statusOf = async ({ coachId, clientId }: Pair) => {
  const { rows } = await test.owner.execute<{ status: string; user_id: string | null }>(
    sql`select status, user_id from coachings where coach_id = ${coachId} and client_id = ${clientId}`,
  );
  return rows[0];
};

const setStatus = ({ api }: Coach, { coachId, clientId }: Pair, status: 'invited' | 'active' | 'paused' | 'archived') =>
  api.clients.setClientStatus({ coachId, clientId, status });
const accept = ({ api }: Person, { coachId, clientId }: Pair) => api.clients.acceptOwnInvitation({ coachId, clientId });
const decline = ({ api }: Person, { coachId, clientId }: Pair) =>
  api.clients.declineOwnInvitation({ coachId, clientId });
const leave = ({ api }: Person, { coachId }: Pair) =>
  api.coaches.endRelationship({ coachId }, { context: { coachId } });
const deleteAccount = ({ api }: Person) => api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });

let coach: Coach;
let person: Person;
beforeEach(async () => {
  [coach, person] = [await aCoach(test), await aPerson(test)];
});

describe('the directory of coachings follows', () => {
  it('an invitation that is declined, sent again, withdrawn and restored', async () => {
    const pair = await anInvitation(test, { from: coach, to: person.email });
    const seen = async () => (await person.api.clients.listOwnInvitations()).invitations.length;
    expect([await differences(), await seen()]).toEqual([[], 1]);
    await decline(person, pair);
    expect([await differences(), await seen(), await statusOf(pair)]).toMatchObject([[], 0, { status: 'declined' }]);
    await setStatus(coach, pair, 'invited');
    expect([await differences(), await seen()]).toEqual([[], 1]);
    await coach.api.clients.resendInvitation({ coachId: pair.coachId, clientId: pair.clientId });
    expect(await differences()).toEqual([]);
    await setStatus(coach, pair, 'archived');
    expect([await differences(), await seen()]).toEqual([[], 0]);
  });

  it('a client from the invitation to the end', async () => {
    const pair = await anInvitation(test, { from: coach, to: person.email });
    await accept(person, pair);
    expect(await statusOf(pair)).toEqual({ status: 'active', user_id: person.id });
    for (const status of ['paused', 'active', 'archived', 'active'] as const) {
      await setStatus(coach, pair, status);
      expect([await differences(), await statusOf(pair)]).toMatchObject([[], { status }]);
    }
    await leave(person, pair);
    expect([await differences(), await statusOf(pair)]).toMatchObject([[], { status: 'ended' }]);
  });

  it('the time zone of a client, for every coach', async () => {
    const [own, other] = [
      await aClient(test, { of: coach, person }),
      await aClient(test, { of: await aCoach(test), person }),
    ];
    await setStatus(coach, own, 'archived');
    await person.api.identity.savePreferences({ unitSystem: 'metric', timeZone: 'Asia/Tokyo' });
    await setStatus(coach, own, 'active');
    expect([await differences(), await zoneOf(own), await zoneOf(other)]).toEqual([[], 'Asia/Tokyo', 'Asia/Tokyo']);
    const { token, ...third } = await anInvitation(test, { from: await aCoach(test), to: person.email });
    const details = { fullName: person.name, goal: '', unitSystem: 'metric', timeZone: 'Europe/Berlin' } as const;
    await person.api.clients.acceptInvitation({ ...details, token });
    expect([await differences(), await zoneOf(third)]).toEqual([[], 'Asia/Tokyo']);
  });

  it('the photo of a client', async () => {
    const client = await aClient(test, { of: coach });
    const { coachId, clientId } = client;
    const shown = { coachId, clientId, id: randomUUID(), purpose: 'avatar' };
    expect((await uploadFile(test, coach.caller, blackPng(40, 40), shown)).status).toBe(200);
    await coach.api.clients.setClientPhoto({ coachId, clientId, fileId: shown.id });
    expect(await client.api.identity.getSession()).toMatchObject({ client: { photoId: shown.id } });
    expect(await differences()).toEqual([]);
  });

  it('a client who deletes the account', async () => {
    const others = [await aCoach(test), await aCoach(test)];
    const pairs = await Promise.all([coach, ...others].map((of) => aClient(test, { of, person })));
    await deleteAccount(person);
    expect(await differences()).toEqual([]);
    for (const pair of pairs) expect(await statusOf(pair)).toEqual({ status: 'ended', user_id: null });
  });

  it('a coach who deletes the account', async () => {
    const pair = await aClient(test, { of: coach, person });
    const invited = await anInvitation(test, { from: coach });
    await deleteAccount(coach);
    expect(await differences()).toEqual([]);
    expect(await statusOf(pair)).toEqual({ status: 'ended', user_id: person.id });
    expect(await statusOf(invited)).toEqual({ status: 'ended', user_id: null });
  });

  it('any order of changes, and the session follows it', async () => {
    const acts = ['accept', 'decline', 'leave', 'invited', 'active', 'paused', 'archived'] as const;
    const steps = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...acts)), { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const coaches = [await aCoach(test), await aCoach(test)] as const;
        const trainee = await aPerson(test);
        const pairs = [
          await anInvitation(test, { from: coaches[0], to: trainee.email }),
          await anInvitation(test, { from: coaches[1], to: trainee.email }),
        ] as const;
        for (const [who, act] of taken) {
          const pair = pairs[who === 0 ? 0 : 1];
          const change = { accept, decline, leave }[act as string];
          // Some changes are refused: a declined invitation cannot be accepted.
          await outcomesOf([
            change ? change(trainee, pair) : setStatus(coaches[who === 0 ? 0 : 1], pair, act as 'active'),
          ]);
        }
        expect(await differences()).toEqual([]);
        const session = await trainee.api.identity.getSession();
        const current = session?.coachings.filter(({ status }) => status === 'active' || status === 'paused') ?? [];
        if (current.length > 0) expect(current).toContainEqual(session?.coachings[0]);
      }),
      { numRuns: 5 },
    );
  });
});

describe('the directory of coachings shows', () => {
  it('coaches and people their own rows, and others none', async () => {
    const other = await aCoach(test);
    const pairs = [await aClient(test, { of: coach, person }), await aClient(test, { of: other, person })];
    const [own] = pairs;
    const stranger = await aClient(test, { of: other });
    const rows = (scope: object) =>
      asAppRole(test, scope, async (query) =>
        (await query<{ client_id: string }>('select client_id from coachings')).rows.map((row) => row.client_id).sort(),
      );
    const ids = { userId: person.id, coachId: coach.id, clientId: own?.clientId ?? '' };
    expect(await rows({})).toEqual([]);
    expect(await rows({ role: 'coach', userId: coach.id, coachId: coach.id })).toEqual([own?.clientId]);
    expect(await rows({ role: 'client', ...ids })).toEqual([own?.clientId]);
    expect(await rows({ role: 'client', ...ids, userId: stranger.id })).toEqual([]);
    expect(await rows({ role: 'user', userId: person.id })).toEqual(pairs.map(({ clientId }) => clientId).sort());
    expect(await rows({ role: 'system_files', userId: person.id })).toEqual([]);
  });

  it('only one row to the scope of one relationship', async () => {
    const [own, other] = [await aClient(test, { of: coach, person }), await aClient(test, { of: coach })];
    for (const by of [own, other]) await aCheckIn(test, { by, day: '2026-01-05' });
    const { coachId, clientId } = own;
    for (const table of ['client_coach_relationships', 'check_ins']) {
      const seen = await asAppRole(test, { role: 'system_relationship', coachId, clientId }, (query) =>
        query(`select client_id from ${table}`),
      );
      expect(seen.rows, table).toEqual([{ client_id: clientId }]);
    }
    const told = await asAppRole(test, { role: 'system_relationship', coachId, clientId }, (query) =>
      query(`update client_coach_relationships set goal = 'Swim'`),
    );
    expect(told.rowCount).toBe(1);
  });

  it('no coach which coaching is the current one', async () => {
    await aClient(test, { of: coach, person });
    await person.api.coaches.chooseCoach({ coachId: coach.id });
    const seen = await asAppRole(test, { role: 'coach', userId: coach.id, coachId: coach.id }, (query) =>
      query('select * from current_coaches'),
    );
    expect(seen.rows).toEqual([]);
  });
});
