import { randomUUID } from 'node:crypto';
import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { connectAccount, startCalendarProviders, visitProvider } from '../../../test/calendar-sign-in.ts';
import { aCalendarConnection } from '../../../test/factories/automation.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { calendarSignIns } from './integrations.calendars.table.ts';

let test: TestApp;
let providers: Awaited<ReturnType<typeof startCalendarProviders>>;
let coach: Coach;
let account: string;
const google = () => providers.servers.google;
beforeAll(async () => {
  providers = await startCalendarProviders();
  test = await createTestApp(providers.env);
});
afterAll(async () => {
  await test.close();
  providers.stop();
});
beforeEach(async () => {
  test.setNow(null);
  google().reset();
  coach = await aCoach(test, { plan: 'plus', timeZone: 'UTC' });
  account = google().addAccount();
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  google().put(account, 'event', { start: at(24), end: at(25) });
});
/** No test makes a request that the provider refuses, unless it is about that. */
afterEach(() => expect(google().violations).toEqual([]));

type Visit = Parameters<typeof connectAccount>[4];
const visit = (by = coach, changes: Partial<Visit> = {}) =>
  visitProvider(test, providers.servers, by, 'google', { account, ...changes });
const finish = (answer: Awaited<ReturnType<typeof visit>>, by = coach) =>
  by.api.calendarConnections.finishSignIn(answer);
const connect = (by = coach, changes: Partial<Visit> = {}) =>
  connectAccount(test, providers.servers, by, 'google', { account, ...changes });
const list = async (by = coach) => (await by.api.calendarConnections.listConnections({ coachId: by.id })).connections;
const busyOf = (by: Coach) => test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, by.id));
/** Waits until the queue has revoked what it can. @returns how many revocations are tried again later */
async function revoked(): Promise<number> {
  return vi.waitFor(async () => {
    const { rows } = await test.owner.execute<{ state: string }>(
      sql`select state from pgboss.job where name = 'integrations.revoke_token'`,
    );
    expect(rows.filter(({ state }) => state === 'created' || state === 'active')).toEqual([]);
    return rows.filter(({ state }) => state === 'retry').length;
  }, 8000);
}

describe('a sign-in at a provider', () => {
  it('counts once, also when it comes twice at once', async () => {
    const answer = await visit();
    expect((await outcomesOf([finish(answer), finish(answer)])).sort()).toEqual(['OK', 'SIGN_IN_EXPIRED']);
    expect(await list()).toHaveLength(1);
    expect(await test.owner.select().from(calendarSignIns)).toEqual([]);
    expect(await busyOf(coach)).toHaveLength(1);
  });

  it('counts for ten minutes, in the session that began it, with its state and provider', async () => {
    const answer = await visit();
    const session = (await test.signIn(coach.email)).api;
    const other = await aCoach(test, { plan: 'plus' });
    const wrong = [
      session.calendarConnections.finishSignIn(answer),
      finish({ ...answer, coachId: other.id }, other),
      finish({ ...answer, state: `${answer.state.slice(0, -1)}${answer.state.endsWith('A') ? 'B' : 'A'}` }),
      finish({ ...answer, state: `${coach.id}.${randomUUID()}.x` }),
      finish({ ...answer, state: '' }),
      finish({ ...answer, kind: 'microsoft' }),
      finish({ ...answer, state: 'x'.repeat(201) }),
    ];
    expect(await outcomesOf(wrong)).toEqual([...Array(6).fill('SIGN_IN_EXPIRED'), 'BAD_REQUEST']);
    const late = await visit();
    test.setNow(new Date(Date.now() + 11 * 60_000));
    expect(await outcomesOf([finish(late)])).toEqual(['SIGN_IN_EXPIRED']);
    test.setNow(null);
    expect(await outcomesOf([finish(answer)])).toEqual(['OK']);
  });

  it('leads back to the page of integrations, and nowhere else', async () => {
    for (const url of [
      '/calendar-sign-ins/google?state=//evil.example',
      '/calendar-sign-ins/google?state=a&state=b&code=x',
      `/calendar-sign-ins/other?state=${coach.id}.x`,
      '/calendar-sign-ins/google',
    ])
      expect((await test.app.inject({ url })).headers.location).toBe('/');
    const { headers } = await test.app.inject({ url: `/calendar-sign-ins/google?state=${coach.id}.x&error=%0d%0a` });
    expect(headers.location).toBe(`/coach/${coach.id}/integrations?provider=google&state=${coach.id}.x`);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('says so when the coach or the provider refuses, and stores nothing', async () => {
    const only = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';
    const partly = await visit(coach, { scope: only });
    const refused = await finish(await visit(coach, { account: null }));
    expect(refused).toEqual({ connection: null, reconnected: false });
    expect(await outcomesOf([finish(partly)])).toEqual(['SIGN_IN_REFUSED']);
    const forged = await visit();
    expect(await outcomesOf([finish({ ...forged, code: 'forged' })])).toEqual(['SIGN_IN_REFUSED']);
    expect(google().violations.splice(0)).toEqual(['code']);
    const failed = await visit();
    google().meanwhile = ({ path }) => (path === '/token' ? { status: 503 } : undefined);
    await expect(finish(failed)).rejects.toMatchObject({
      code: 'CALENDAR_UNREADABLE',
      message: expect.stringContaining('did not answer'),
    });
    expect(await list()).toEqual([]);
  });

  it('connects no more than the plan has, and keeps no access that it does not use', async () => {
    const answers: Awaited<ReturnType<typeof visit>>[] = [];
    for (const name of [account, google().addAccount(), google().addAccount(), google().addAccount()])
      answers.push(await visit(coach, { account: name }));
    const outcomes = await outcomesOf(answers.map((answer) => finish(answer)));
    expect(outcomes.sort()).toEqual(['OK', 'OK', 'OK', 'TOO_MANY_CALENDARS']);
    expect(await outcomesOf([visit()])).toEqual(['TOO_MANY_CALENDARS']);
    await revoked();
    expect(google().revoked).toHaveLength(1);
    expect(await list()).toHaveLength(3);
  });

  it('needs the plan, when it begins and when it ends', async () => {
    const answer = await visit();
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coach.id));
    expect(await outcomesOf([finish(answer), visit()])).toEqual(['FEATURE_REQUIRED', 'FEATURE_REQUIRED']);
    expect(await busyOf(coach)).toEqual([]);
  });

  it('is not offered where it is not set up, and a connection from before says so', async () => {
    const bare = await createTestApp({ GOOGLE_CALENDAR_CLIENT_ID: '', GOOGLE_CALENDAR_CLIENT_SECRET: '' });
    try {
      const by = await aCoach(bare);
      const { calendarConnections: api } = by.api;
      expect((await api.listConnections({ coachId: by.id })).providers).toEqual([]);
      const begin = { coachId: by.id, kind: 'google', connectionId: null } as const;
      expect(await outcomesOf([api.beginSignIn(begin)])).toEqual(['NOT_FOUND']);
      const id = await aCalendarConnection(bare, { of: by });
      const { connection } = await api.readConnection({ coachId: by.id, id });
      expect(connection.failing?.problem).toBe('not_set_up');
    } finally {
      await bare.close();
    }
  });
});

describe('an account', () => {
  it('is reconnected with itself alone, by its coach alone', async () => {
    const { id } = await connect();
    const other = google().addAccount();
    const stranger = await aCoach(test, { plan: 'plus' });
    const outcomes = await outcomesOf([
      connect(coach, { account: other, connectionId: id }),
      connect(stranger, { connectionId: id }),
      visitProvider(test, providers.servers, coach, 'microsoft', { account, connectionId: id }),
    ]);
    expect(outcomes).toEqual(['OTHER_ACCOUNT', 'NOT_FOUND', 'NOT_FOUND']);
    await revoked();
    expect(google().revoked).toEqual([other]);
    expect(await connect(coach, { connectionId: id })).toMatchObject({ id, failing: null });
    // Also without saying so, because a second connection would block the same times twice.
    expect(await connect()).toMatchObject({ id });
    const { entries } = await coach.api.audit.listOwnEntries({});
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('calendar_'))).toEqual([
      'calendar_connection.reconnected',
      'calendar_connection.reconnected',
      'calendar_connection.added',
    ]);
  });

  it('of two coaches stays with the second when the first disconnects, and then its access is revoked', async () => {
    const second = await aCoach(test, { plan: 'plus', timeZone: 'UTC' });
    const [first, theirs] = [await connect(), await connect(second)];
    const remove = (by: Coach, id: string) => by.api.calendarConnections.deleteConnection({ coachId: by.id, id });
    await remove(coach, theirs.id);
    expect(await list(second)).toHaveLength(1);
    await remove(coach, first.id);
    await revoked();
    expect([google().revoked, await busyOf(coach)]).toEqual([[], []]);
    google().remove(account, 'event');
    const read = await second.api.calendarConnections.readConnection({ coachId: second.id, id: theirs.id });
    expect([read.connection.failing, await busyOf(second)]).toEqual([null, []]);
    await remove(second, theirs.id);
    await revoked();
    expect(google().revoked).toEqual([account]);
  });

  it('has its access revoked with the deletion of the coach’s account', async () => {
    await connect();
    await coach.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
    await revoked();
    expect(google().revoked).toEqual([account]);
  });

  it('is disconnected while the provider is away, which is asked again later', async () => {
    const { id } = await connect();
    google().meanwhile = ({ path }) => (path === '/revoke' ? { status: 503 } : undefined);
    const remove = () => coach.api.calendarConnections.deleteConnection({ coachId: coach.id, id });
    expect(await outcomesOf([remove(), remove()])).toEqual(['OK', 'OK']);
    expect([await revoked(), await busyOf(coach)]).toEqual([1, []]);
  });
});
