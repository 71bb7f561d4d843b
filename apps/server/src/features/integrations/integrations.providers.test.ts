import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { connectAccount, startCalendarProviders } from '../../../test/calendar-sign-in.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { calendarConnections, connectedCalendars } from './integrations.calendars.table.ts';
import { readDueCalendars } from './integrations.read.service.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const MINUTE_MS = 60_000;
const hour = (at: number, day = '2026-03-09') => ({
  start: `${day}T${String(at).padStart(2, '0')}:00:00Z`,
  end: `${day}T${String(at + 1).padStart(2, '0')}:00:00Z`,
});

let test: TestApp;
let providers: Awaited<ReturnType<typeof startCalendarProviders>>;
let coach: Coach;
let account: string;
beforeAll(async () => {
  providers = await startCalendarProviders();
  test = await createTestApp(providers.env);
});
afterAll(async () => {
  await test.close();
  providers.stop();
});

let minutes = 0;
/** Reads a quarter of an hour later. */
async function readLater(after = 15) {
  minutes += after;
  test.setNow(new Date(NOW.getTime() + minutes * MINUTE_MS));
  await readDueCalendars(test.services);
}
const stored = async () => {
  const rows = await test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, coach.id));
  return rows.map(({ startsAt }) => startsAt.toISOString()).sort();
};
const connection = async () =>
  (await coach.api.calendarConnections.listConnections({ coachId: coach.id })).connections[0];
const failing = async () => (await connection())?.failing?.problem ?? null;
const setPlan = (plan: string) => test.owner.update(users).set({ plan }).where(eq(users.id, coach.id));

describe.each(['google', 'microsoft'] as const)('calendars of %s', (kind) => {
  const server = () => providers.servers[kind];
  const connect = () => connectAccount(test, providers.servers, coach, kind, { account });
  const isEvents = ({ path }: { path: string }) => /events$|delta$/.test(path);
  const countEvents = () => server().requests.filter((line) => /events$|delta$/.test(line)).length;

  beforeEach(async () => {
    test.setNow(null);
    minutes = 0;
    await test.owner.delete(externalBusyTimes);
    await test.owner.delete(calendarConnections);
    coach = await aCoach(test, { timeZone: 'UTC' });
    test.setNow(NOW);
    server().reset();
    account = server().addAccount();
    for (const [index, at] of [8, 10, 12, 14, 16].entries()) server().put(account, `event${index}`, hour(at));
  });
  /** After each test, both sides are equal, and no request was one that the provider refuses. */
  afterEach(async () => {
    expect(await stored()).toEqual(server().busy(account));
    expect(server().violations).toEqual([]);
  });

  it('are read over several pages, and only their times are stored', async () => {
    expect(await connect()).toMatchObject({ kind, name: account, readAt: NOW.toISOString(), failing: null });
    expect(await stored()).toHaveLength(5);
    const everything = JSON.stringify([
      await test.owner.select().from(externalBusyTimes),
      await test.owner.select().from(calendarConnections),
      await test.owner.select().from(connectedCalendars),
    ]);
    expect(everything).not.toMatch(/Dentist|x-rays|maya@|refresh-|access-/u);
  });

  it('are asked for changes alone: new, moved, free, declined and deleted events', async () => {
    await connect();
    server().requests.length = 0;
    await readLater();
    expect(countEvents()).toBe(1);
    server().put(account, 'new', hour(20));
    server().put(account, 'event0', hour(6));
    server().put(account, 'event1', { ...hour(10), free: true });
    server().put(account, 'event2', { ...hour(12), declined: true });
    await readLater();
    expect(await stored()).toHaveLength(4);
    server().remove(account, 'event3');
    await readLater();
    expect(await failing()).toBeNull();
  });

  it('lose no event when a token is no longer known, and are read as a whole once a day', async () => {
    await connect();
    server().remove(account, 'event0');
    server().put(account, 'new', hour(20));
    server().oldest = Number.POSITIVE_INFINITY;
    await readLater();
    expect(await stored()).toEqual(server().busy(account));
    server().requests.length = 0;
    server().oldest = 0;
    await readLater(24 * 60);
    expect(countEvents()).toBe(3);
    expect(await failing()).toBeNull();
  });

  it('keep all times while a full refresh fails in the middle', async () => {
    await connect();
    server().remove(account, 'event0');
    server().oldest = Number.POSITIVE_INFINITY;
    let asked = 0;
    server().meanwhile = (request) => {
      asked += Number(isEvents(request));
      return asked === 3 ? { status: 502, body: '<html></html>' } : undefined;
    };
    await readLater();
    expect([await failing(), (await stored()).length]).toEqual(['unreachable', 5]);
    server().meanwhile = null;
    await readLater(60);
    expect(await failing()).toBeNull();
  });

  it('keep all times when the answer is no list', async () => {
    await connect();
    for (const body of [
      '<html></html>',
      '{"items":[{"id":1}],"value":[{"id":1}]}',
      '{"items":[],"value":[]}',
      '{"value":[{"id":"a","start":{"dateTime":"2026","timeZone":"UTC"}}],"items":[{"id":"a","start":{"date":"x"}}]}',
      'x'.repeat(9_000_000),
    ]) {
      server().meanwhile = (request) => (isEvents(request) ? { body } : undefined);
      await readLater(24 * 60);
      expect(await failing()).toBe(body.length > 1000 ? 'too_complex' : 'unreachable');
      expect(await stored()).toHaveLength(5);
    }
    server().meanwhile = null;
    await readLater(60);
  });

  it('wait as long as the provider asks, also when the coach wants to read', async () => {
    const { id } = await connect();
    server().remove(account, 'event0');
    server().meanwhile = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await readLater();
    expect(await failing()).toBe('rate_limited');
    server().meanwhile = null;
    server().requests.length = 0;
    await readLater(60);
    await coach.api.calendarConnections.readConnection({ coachId: coach.id, id });
    expect(server().requests).toEqual([]);
    await readLater(60);
    expect(await failing()).toBeNull();
  });

  it('survive events that stand on two pages or on none', async () => {
    server().doubles = true;
    server().hidden.add('event4');
    await connect();
    expect(await stored()).toHaveLength(4);
    await readLater();
    server().put(account, 'event0', hour(6));
    server().put(account, 'event1', hour(7));
    server().put(account, 'event2', hour(9));
    await readLater();
  });

  it('follow a series as a whole', async () => {
    for (const day of [10, 11, 12]) {
      server().put(account, `series_202603${day}T090000Z`, { ...hour(9, `2026-03-${day}`), series: 'series' });
    }
    providers.servers.microsoft.series.set('series', { showAs: 'busy', isAllDay: false });
    await connect();
    expect(await stored()).toHaveLength(8);
    // The provider names one of the deleted dates alone.
    server().remove(account, 'series_20260310T090000Z');
    await readLater();
    expect(await failing()).toBeNull();
    providers.servers.microsoft.series.clear();
  });

  it('renew their token once, for two processes at once', async () => {
    const { id } = await connect();
    server().put(account, 'new', hour(20));
    test.setNow(new Date(NOW.getTime() + 2 * 60 * MINUTE_MS));
    const read = () => coach.api.calendarConnections.readConnection({ coachId: coach.id, id });
    const answers = await Promise.all([read(), read(), readDueCalendars(test.services)]);
    expect(answers.slice(0, 2)).toMatchObject(Array(2).fill({ connection: { failing: null } }));
    expect(server().renewals).toBe(1);
    // A token that ended early is replaced as well.
    server().expireAccess(account);
    server().remove(account, 'new');
    await Promise.all([read(), read()]);
    expect([server().renewals, await failing()]).toEqual([2, null]);
  });

  it('keep their times when access was revoked, and catch up after the next sign-in', async () => {
    const { id } = await connect();
    server().remove(account, 'event0');
    server().put(account, 'new', hour(20));
    server().revoke(account);
    await readLater();
    expect(await failing()).toBe('sign_in_again');
    expect(await stored()).toHaveLength(5);
    server().requests.length = 0;
    const again = await connectAccount(test, providers.servers, coach, kind, { account, connectionId: id });
    expect(again).toMatchObject({ id, failing: null });
    expect(countEvents()).toBeLessThanOrEqual(4);
    expect(await stored()).toEqual(server().busy(account));
    await readLater();
    expect(await failing()).toBeNull();
  });

  it('count nowhere without the plan, also when it ends in the middle of a read', async () => {
    await connect();
    server().put(account, 'new', hour(20));
    server().meanwhile = async (request) => {
      if (isEvents(request)) await setPlan('base');
      return undefined;
    };
    await readLater();
    server().meanwhile = null;
    const window = { from: '2026-03-08T00:00:00Z', to: '2026-03-12T00:00:00Z' };
    const shown = async () => (await coach.api.calendar.getCalendar({ coachId: coach.id, ...window })).busy;
    expect(await shown()).toEqual([]);
    server().requests.length = 0;
    await readLater();
    expect(server().requests).toEqual([]);
    await setPlan('pro');
    server().put(account, 'later', hour(22));
    await readLater(60);
    expect(await shown()).toHaveLength(7);
  });

  it('are removed when the account has them no more, and only then', async () => {
    account = server().addAccount([
      { id: 'main', name: 'Main', own: true },
      { id: 'work', name: 'Work', own: true },
      { id: 'holidays', name: 'Holidays', own: false },
    ]);
    server().put(account, 'main-event', hour(9));
    server().put(account, 'work-event', hour(11), 'work');
    server().put(account, 'holiday', hour(13), 'holidays');
    const { calendars } = await connect();
    expect(calendars.map(({ name, blocks }) => [name, blocks])).toEqual([
      ['Holidays', false],
      ['Main', true],
      ['Work', true],
    ]);
    expect(await stored()).toEqual(server().busy(account, 'main', 'work'));
    server().meanwhile = ({ path }) => (decodeURIComponent(path).includes('work/') ? { status: 404 } : undefined);
    await readLater();
    expect(await failing()).toBe('refused');
    expect(await stored()).toHaveLength(2);
    server().meanwhile = null;
    server().removeCalendar(account, 'work');
    await readLater(60);
    expect((await connection())?.calendars.map(({ name }) => name)).toEqual(['Holidays', 'Main']);
    expect(await failing()).toBeNull();
  });
});

describe('whole days', () => {
  it.each(['google', 'microsoft'] as const)('of %s are those of the coach', async (kind) => {
    test.setNow(null);
    const by = await aCoach(test, { timeZone: 'America/New_York' });
    test.setNow(NOW);
    const server = providers.servers[kind];
    server.reset();
    const name = server.addAccount();
    server.put(name, 'trip', { start: '2026-03-07T00:00:00Z', end: '2026-03-09T00:00:00Z', allDay: true });
    await connectAccount(test, providers.servers, by, kind, { account: name });
    const rows = await test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, by.id));
    // The clocks change on March 8.
    expect(rows.map(({ startsAt, endsAt, allDay }) => [startsAt.toISOString(), endsAt.toISOString(), allDay])).toEqual([
      ['2026-03-07T05:00:00.000Z', '2026-03-09T04:00:00.000Z', true],
    ]);
  });
});

describe('repeated events of Microsoft', () => {
  it('take their details from the series, which is asked for where it is not listed', async () => {
    test.setNow(null);
    const by = await aCoach(test, { timeZone: 'UTC' });
    test.setNow(NOW);
    const server = providers.servers.microsoft;
    server.reset();
    server.listsSeries = false;
    const name = server.addAccount();
    server.series.set('free', { showAs: 'free', isAllDay: false });
    server.put(name, 'free1', { ...hour(9), series: 'free' });
    server.put(name, 'lost1', { ...hour(11), series: 'lost' });
    await connectAccount(test, providers.servers, by, 'microsoft', { account: name });
    const rows = await test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, by.id));
    expect(rows.map(({ startsAt }) => startsAt.toISOString())).toEqual(['2026-03-09T11:00:00.000Z']);
    server.series.clear();
    server.listsSeries = true;
  });
});
