import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { shareTestApp, type TestApp } from '../../test/app.ts';
import { someNotifications } from '../../test/factories/platform.ts';
import { aClient, aCoach, anOperator, aPerson, type Coach, type Person } from '../../test/people.ts';
import { Unavailable } from '../platform/db/failures.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { createPageSessionReader } from './page-session.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** The session in a page for this Cookie header, and how often the database was asked. */
async function pageOf(cookie: string | undefined, at?: Coach) {
  // Each statement and each transaction takes a connection.
  const connect = vi.spyOn(test.services.db.pool, 'connect');
  const hostedCoach = at
    ? { coachId: at.id, domain: 'portal.example.org', origin: 'https://portal.example.org', isServed: true }
    : null;
  const request = { headers: { cookie }, event: {}, id: 'request', hostedCoach };
  const found = await createPageSessionReader(test.services)(request);
  const isElsewhere = found === 'elsewhere';
  return { page: isElsewhere ? undefined : found, isElsewhere, asked: connect.mock.calls.length, event: request.event };
}
const cookieOf = ({ caller }: Person): string => caller.cookie ?? '';
const expire = ({ id }: Person, when: string) =>
  test.owner.execute(sql`update sessions set expires_at = now() + ${when}::interval where user_id = ${id}`);

it('is what the app would be answered, for one statement', async () => {
  const coach = await aCoach(test);
  const person = await aPerson(test);
  const client = await aClient(test, { of: coach, person });
  await aClient(test, { of: await aCoach(test), person });
  await someNotifications(test, { of: person, count: 3 });
  const brand = { name: `Fit ${randomUUID()}`, color: '#1a73e8', logoId: null, iconId: null };
  const branded = await aCoach(test);
  await branded.api.branding.saveBrand({ coachId: branded.id, ...brand });
  await branded.api.branding.publishBrand({ coachId: branded.id });
  for (const one of [branded, coach, client, await anOperator(test), await aPerson(test)]) {
    const answer = await one.api.identity.getSession();
    const { page, asked, event } = await pageOf(cookieOf(one));
    expect(page).toEqual({ session: answer, isDue: false });
    expect(event).toEqual({ userId: one.id, role: answer?.role });
    expect(asked).toBe(1);
    vi.restoreAllMocks();
  }
  expect((await pageOf(cookieOf(branded))).page?.session?.coach?.brand?.name).toBe(brand.name);
  const { page } = await pageOf(cookieOf(client));
  expect(page?.session).toMatchObject({ unreadNotifications: 3, coachings: [{}, {}] });
});

it('is no one for visitors, for no statement', async () => {
  for (const cookie of [undefined, 'theme=dark']) {
    expect(await pageOf(cookie)).toEqual({
      page: { session: null, isDue: false },
      isElsewhere: false,
      asked: 0,
      event: {},
    });
  }
});

it('is left out for a cookie without a valid signature', async () => {
  const cookie = cookieOf(await aCoach(test));
  const tampered = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'x' ? 'y' : 'x'}`);
  for (const one of [tampered, `${sessionCookieName(test.services.env.appUrl)}=`, `${cookie.slice(0, -8)}`]) {
    expect(await pageOf(one)).toMatchObject({ page: undefined, asked: 0, event: {} });
  }
});

it('is left out for sessions that have expired or were ended', async () => {
  const [expired, ended] = [await aCoach(test), await aCoach(test)];
  await expire(expired, '-1 s');
  await ended.caller.send('POST', '/auth/v1/sign-out', {});
  for (const one of [expired, ended]) expect((await pageOf(cookieOf(one))).page).toBeUndefined();
});

it('is left out for an operator who views as a coach and sees no texts', async () => {
  const [operator, coach] = [await anOperator(test), await aCoach(test)];
  const reason = 'You wrote that your calendar looks wrong.';
  await operator.caller.send('POST', `/rest/v1/operator/accounts/${coach.id}/views`, { reason });
  expect(await pageOf(cookieOf(operator))).toMatchObject({ page: undefined, event: {} });
});

it('says when the session is due to be extended', async () => {
  const coach = await aCoach(test);
  await expire(coach, '5 days');
  expect((await pageOf(cookieOf(coach))).page).toMatchObject({ session: { user: { id: coach.id } }, isDue: true });
});

it('is left out while the database is away or slow', async () => {
  const cookie = cookieOf(await aCoach(test));
  const query = vi.spyOn(test.services.db.pool, 'query');
  query.mockImplementation(() => Promise.reject(new Unavailable('away')));
  expect((await pageOf(cookie)).page).toBeUndefined();
  query.mockImplementation(() => new Promise(() => undefined));
  const before = performance.now();
  expect((await pageOf(cookie)).page).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(5000);
});

it('leaves no scope on the connection', async () => {
  await pageOf(cookieOf(await aCoach(test)));
  const { rows } = await test.services.db.pool.query(
    "select nullif(current_setting('app.role', true), '') as role, nullif(current_setting('app.user_id', true), '') as person",
  );
  expect(rows).toEqual([{ role: null, person: null }]);
});

it('at a coach’s domain is of their clients alone, and shows no other coach', async () => {
  const [coach, other] = [await aCoach(test), await aCoach(test)];
  const client = await aClient(test, { of: coach });
  expect((await pageOf(cookieOf(client), coach)).page?.session?.coachings).toHaveLength(1);
  const former = await aClient(test, { of: coach, status: 'ended' });
  expect((await pageOf(cookieOf(former), coach)).isElsewhere).toBe(false);
  for (const person of [coach, other, await anOperator(test), await aClient(test, { of: other })]) {
    expect(await pageOf(cookieOf(person), coach)).toMatchObject({ page: undefined, isElsewhere: true });
  }
  // The app asks, and is answered about the coach of the domain.
  await aClient(test, { of: other, person: client });
  await client.api.coaches.chooseCoach({ coachId: other.id });
  expect(await pageOf(cookieOf(client), coach)).toMatchObject({ page: undefined, isElsewhere: false });
});
