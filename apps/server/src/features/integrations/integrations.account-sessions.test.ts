import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { connectAccount, startCalendarProviders } from '../../../test/calendar-sign-in.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { externalBusyTimes } from '../calendar/calendar.busy.table.ts';
import { coachSessions } from '../calendar/calendar.table.ts';
import { calendarConnections } from './integrations.calendars.table.ts';
import { readConnection } from './integrations.read.service.ts';
import { writeDueSessions, writeSessions } from './integrations.sessions.service.ts';
import { calendarWrites } from './integrations.sessions.table.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const DAY_MS = 24 * 3_600_000;
const at = (time: string) => `2026-03-10T${time}:00.000Z`;
const [TEN, ELEVEN, NOON, ONE] = ['10:00', '11:00', '12:00', '13:00'].map(at) as [string, string, string, string];
const WAIT = { waitMs: 5000 };

let test: TestApp;
let providers: Awaited<ReturnType<typeof startCalendarProviders>>;
let coach: Coach;
let client: Client;
let account: string;
let connectionId: string;
let calendarId: string;
beforeAll(async () => {
  providers = await startCalendarProviders();
  test = await createTestApp(providers.env);
});
afterAll(async () => {
  await test.close();
  providers.stop();
});

const key = () => ({ coachId: coach.id, id: connectionId });
const write = () => writeSessions(test.services, key(), WAIT);
const read = () => readConnection(test.services, key(), WAIT.waitMs);
const schedule = async (startsAt = TEN, location = 'Studio 2') =>
  (
    await coach.api.calendar.createSession({
      coachId: coach.id,
      id: randomUUID(),
      clientId: client.clientId,
      clientName: null,
      sessionTypeId: null,
      sessionType: 'Knee rehab',
      startsAt,
      minutes: 60,
      location,
      notes: 'Torn ligament',
      repeat: null,
    })
  ).session;
const choose = (sessionCalendarId: string | null, showsNames = false, by = coach) =>
  by.api.calendarConnections.updateConnection({
    coachId: by.id,
    id: connectionId,
    name: 'Account',
    bufferBefore: 0,
    bufferAfter: 0,
    blocking: [calendarId],
    sessionCalendarId,
    showsNames,
  });
const edit = ({ id, version }: { id: string; version: number }, change: { startsAt?: string; location?: string }) =>
  coach.api.calendar.updateSession({ coachId: coach.id, id, version, apply: 'this', change });
const cancel = ({ id, version }: { id: string; version: number }) =>
  coach.api.calendar.cancelSession({ coachId: coach.id, id, version, apply: 'this', reason: '' });
const rows = () => test.owner.select().from(calendarWrites).where(eq(calendarWrites.coachId, coach.id));
const connection = async () =>
  (await coach.api.calendarConnections.listConnections({ coachId: coach.id })).connections[0];
const questions = async () => (await coach.api.calendarConnections.listQuestions({ coachId: coach.id })).questions;
async function answer(choice: 'follow' | 'keep') {
  const [question] = await questions();
  if (!question) throw new Error('there is no question');
  const { sessionId, askedAt, version } = question;
  await coach.api.calendarConnections.answerQuestion({
    coachId: coach.id,
    sessionId,
    askedAt,
    version,
    answer: choice,
  });
}
/** Starts of the sessions that take place. */
const planned = async () => {
  const stored = await test.owner.select().from(coachSessions).where(eq(coachSessions.coachId, coach.id));
  return stored.flatMap(({ cancelledAt, sessionDate }) => (cancelledAt ? [] : [sessionDate.toISOString()])).sort();
};
const busy = () => test.owner.select().from(externalBusyTimes).where(eq(externalBusyTimes.coachId, coach.id));
const setPlan = (plan: string) => test.owner.update(users).set({ plan }).where(eq(users.id, coach.id));

describe.each(['google', 'microsoft'] as const)('sessions in a calendar of %s', (kind) => {
  const server = () => providers.servers[kind];
  const connect = (changes: { toWrite?: boolean; scope?: string } = {}, by = coach) =>
    connectAccount(test, providers.servers, by, kind, {
      account,
      ...(connectionId && { connectionId }),
      ...changes,
    });
  const there = () => server().sessions(account);
  const starts = () => there().map(({ start }) => start);
  const isChange = ({ method, path }: { method: string; path: string }) => method !== 'GET' && path.includes('/events');
  const changes = () =>
    server()
      .requests.filter((line) => !line.startsWith('GET') && line.includes('/events'))
      .map((line) => line.split(' ')[0]);
  /** Moves the event of a session there. */
  const move = (start: string, end: string, more: { allDay?: boolean } = {}) => {
    const [event] = there();
    server().put(account, event?.id ?? '', { start, end, ...more });
  };
  const removeThere = () => server().remove(account, there()[0]?.id ?? '');

  beforeEach(async () => {
    test.setNow(null);
    await test.owner.delete(externalBusyTimes);
    await test.owner.delete(calendarConnections);
    coach = await aCoach(test, { timeZone: 'UTC' });
    client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
    test.setNow(NOW);
    server().reset();
    account = server().addAccount();
    connectionId = '';
    const connected = await connect();
    connectionId = connected.id;
    calendarId = connected.calendars[0]?.id ?? '';
    expect(connected.adding).toBe('sign_in');
    expect((await connect({ toWrite: true })).adding).toBe('yes');
  });
  /** No request was one that the provider refuses, and no session made its coach busy. */
  afterEach(async () => {
    expect(server().violations).toEqual([]);
    expect(await busy()).toEqual([]);
  });

  async function aWrittenSession() {
    const session = await schedule();
    await choose(calendarId);
    await write();
    await read();
    return session;
  }

  it('are short, follow the session, and cost no change while nothing changes', async () => {
    const session = await aWrittenSession();
    expect(starts()).toEqual([TEN]);
    const text = JSON.stringify(there());
    expect(text).toMatch(/Session NP.*Studio 2/);
    expect(text).not.toMatch(/Nina|Knee|ligament|attendees/);
    expect((await connection())?.sessions).toMatchObject({ calendarId, count: 1, failing: null });
    server().requests.length = 0;
    await write();
    expect(server().requests).toEqual([]);

    const { session: moved } = await edit(session, { startsAt: ELEVEN, location: '' });
    await choose(calendarId, true);
    await write();
    expect(JSON.stringify(there())).toMatch(/Session Nina Park/);
    expect(JSON.stringify(there())).not.toContain('Studio');
    expect(starts()).toEqual([ELEVEN]);
    await cancel(moved);
    await write();
    await read();
    expect([there(), await rows(), await questions()]).toEqual([[], [], []]);
    await coach.api.calendar.restoreSession({ coachId: coach.id, id: session.id, version: moved.version + 1 });
    await write();
    await read();
    expect([starts(), await questions()]).toEqual([[ELEVEN], []]);
  });

  it('are written once when answers are lost, also when the session changes before the next try', async () => {
    await choose(calendarId);
    for (const movesTo of [null, NOON]) {
      const session = await schedule(movesTo ? ELEVEN : TEN);
      server().loses = true;
      await write();
      expect((await connection())?.sessions?.failing?.problem).toBe('unreachable');
      if (movesTo) await edit(session, { startsAt: movesTo });
      await read();
      server().loses = false;
      await Promise.all([write(), write(), writeDueSessions(test.services)]);
      expect(starts()).toEqual(await planned());
    }
    await read();
    expect([starts(), await questions()]).toEqual([[TEN, NOON], []]);
    // An event that was deleted there before its creation was confirmed arrives again.
    await schedule(ELEVEN);
    server().loses = true;
    await write();
    server().loses = false;
    server().remove(account, there()[1]?.id ?? '');
    await write();
    await write();
    expect(starts()).toEqual([TEN, ELEVEN, NOON]);
    // Nothing is left of one whose creation was lost and that was canceled then.
    const other = await schedule(ONE);
    server().loses = true;
    await write();
    server().loses = false;
    expect(starts()).toEqual([TEN, ELEVEN, NOON, ONE]);
    await cancel(other);
    await write();
    expect(starts()).toEqual([TEN, ELEVEN, NOON]);
  });

  it('are asked about when they were moved there, and follow either answer', async () => {
    await aWrittenSession();
    move(NOON, ONE);
    await read();
    expect(await questions()).toMatchObject([{ kind: 'moved', movedTo: { startsAt: NOON, minutes: 60 } }]);
    await write();
    expect(starts()).toEqual([NOON]);
    await answer('follow');
    await write();
    await read();
    expect([starts(), await planned(), await questions()]).toEqual([[NOON], [NOON], []]);
    move(TEN, ELEVEN, { allDay: true });
    // Written before it is read, over another version.
    await choose(calendarId, true);
    await write();
    expect(await questions()).toMatchObject([{ kind: 'unclear', movedTo: null }]);
    await answer('keep');
    await write();
    await read();
    expect([starts(), await planned(), await questions()]).toEqual([[NOON], [NOON], []]);
  });

  it.each(['changes', 'a full refresh'])('are asked about when they were deleted, from %s', async (how) => {
    await aWrittenSession();
    removeThere();
    if (how !== 'changes') server().oldest = Number.POSITIVE_INFINITY;
    await read();
    expect((await questions()).map((one) => one.kind)).toEqual(['deleted']);
    await write();
    expect(there()).toEqual([]);
    await answer('keep');
    await write();
    server().oldest = 0;
    await read();
    expect([starts(), await questions()]).toEqual([[TEN], []]);
    removeThere();
    await read();
    await answer('follow');
    await write();
    expect([there(), await planned()]).toEqual([[], []]);
  });

  it('are not deleted in lists that leave them out or name them twice', async () => {
    await aWrittenSession();
    await schedule(NOON);
    await write();
    for (const { id } of there()) server().hidden.add(id);
    server().doubles = true;
    server().oldest = Number.POSITIVE_INFINITY;
    await read();
    test.setNow(new Date(NOW.getTime() + DAY_MS));
    await read();
    expect([await questions(), (await connection())?.failing]).toEqual([[], null]);
  });

  it('wait as long as the provider asks, also after a change, and arrive then', async () => {
    const session = await schedule();
    await choose(calendarId);
    server().meanwhile = (request) =>
      isChange(request) ? { status: 429, headers: { 'retry-after': '7200' } } : undefined;
    await write();
    expect((await connection())?.sessions?.failing?.problem).toBe('rate_limited');
    server().meanwhile = null;
    await edit(session, { startsAt: NOON });
    await write();
    expect(there()).toEqual([]);
    test.setNow(new Date(NOW.getTime() + 7_300_000));
    await writeDueSessions(test.services);
    await write();
    expect(starts()).toEqual([NOON]);
    expect((await connection())?.sessions?.failing).toBeNull();
  });

  it('stop with the plan and with the permission, and catch up', async () => {
    await aWrittenSession();
    await setPlan('base');
    await schedule(NOON);
    await write();
    expect(starts()).toEqual([TEN]);
    await setPlan('pro');
    server().revoke(account);
    await write();
    expect((await connection())?.sessions?.failing?.problem).toBe('sign_in_again');
    // Asks for adding again, because sessions are added.
    expect((await connect()).adding).toBe('yes');
    await write();
    expect(starts()).toEqual([TEN, NOON]);
  });

  it('are not added where the account may not, or its coach does not allow it', async () => {
    const { calendars } = await connectAccount(test, providers.servers, coach, kind, {
      account: server().addAccount([
        { id: 'main', name: 'Main', own: true },
        { id: 'theirs', name: 'Theirs', own: false },
      ]),
    });
    expect(await outcomesOf([choose(calendars[0]?.id ?? '')])).toEqual(['NOT_WRITABLE']);
    const scope = kind === 'google' ? READ_SCOPES : 'https://graph.microsoft.com/Calendars.Read';
    server().revoke(account);
    expect(await outcomesOf([connect({ toWrite: true, scope })])).toEqual(['WRITING_REFUSED']);
    // A sign-in to read alone takes nothing from the events that are there, and says what is missing.
    const again = await connect({ scope });
    expect(again.adding).toBe('sign_in');
    expect(await outcomesOf([choose(calendarId)])).toEqual(['NOT_WRITABLE']);
    const other = await aCoach(test, { timeZone: 'UTC' });
    expect(await outcomesOf([choose(calendarId, false, other), connect({ toWrite: true }, other)])).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  it('are still added after their coach connected the same account a second time', async () => {
    await aWrittenSession();
    const connectAgain = () => connectAccount(test, providers.servers, coach, kind, { account });
    const again = await connectAgain();
    expect([again.id, again.adding, again.sessions?.failing]).toEqual([connectionId, 'yes', null]);
    await schedule(NOON);
    await write();
    expect([starts(), (await connection())?.sessions?.failing]).toEqual([[TEN, NOON], null]);
    // Tokens that no longer work are replaced, although the new ones can only read.
    server().revoke(account);
    await read();
    expect((await connectAgain()).adding).toBe('sign_in');
  });

  it('say that the calendar cannot be changed', async () => {
    await schedule();
    await choose(calendarId);
    server().meanwhile = (request) => (isChange(request) ? { status: 403 } : undefined);
    await write();
    expect((await connection())?.sessions?.failing?.problem).toBe('read_only');
  });

  describe('with meetings', () => {
    const choosing = (makesMeetings: boolean) =>
      coach.api.calendarConnections.updateConnection({
        coachId: coach.id,
        id: connectionId,
        name: 'Account',
        bufferBefore: 0,
        bufferAfter: 0,
        blocking: [calendarId],
        sessionCalendarId: calendarId,
        makesMeetings,
      });
    const linksOf = async (by: Client) =>
      (await by.api.bookings.getBookings({})).bookings.map(({ meetingUrl }) => meetingUrl);
    const isLink = expect.stringMatching(/^https:\/\/(meet\.google|teams\.microsoft)\.com\//);

    it('get a link each, where they have neither place nor link, which the client sees', async () => {
      await schedule(TEN, '');
      await schedule(ELEVEN);
      await schedule(NOON, '');
      await choosing(true);
      await write();
      const links = await linksOf(client);
      expect(links).toEqual([isLink, null, isLink]);
      expect(links[0]).not.toBe(links[2]);
      server().requests.length = 0;
      await write();
      expect(server().requests).toEqual([]);
      // They end with their events.
      await choose(null);
      await write();
      expect(await linksOf(client)).toEqual([null, null, null]);
    });

    it('get it later where it is made in the background', async () => {
      await schedule(TEN, '');
      server().meetings = 'pending';
      await choosing(true);
      await write();
      expect(await linksOf(client)).toEqual([null]);
      server().meetings = 'made';
      await write();
      expect(await linksOf(client)).toEqual([isLink]);
      await read();
      expect([starts(), await questions()]).toEqual([[TEN], []]);
    });

    it.each([false, true])('get another one for another client, with lost answers: %s', async (loses) => {
      const other = await aClient(test, { of: coach, person: { name: 'Omar Haddad' } });
      const session = await schedule(TEN, '');
      await choosing(true);
      await write();
      const [first] = await linksOf(client);
      const change = { clientId: other.clientId, clientName: null };
      const { id, version } = session;
      await coach.api.calendar.updateSession({ coachId: coach.id, id, version, apply: 'this', change });
      expect([await linksOf(client), await linksOf(other)]).toEqual([[], [null]]);
      server().loses = loses;
      await write();
      if (loses) expect(await linksOf(other)).toEqual([null]);
      await read();
      server().loses = false;
      await write();
      await write();
      const [second] = await linksOf(other);
      expect([second, starts(), await questions()]).toEqual([isLink, [TEN], []]);
      expect(second).not.toBe(first);
    });

    it('are written without one where the account has none', async () => {
      if (kind === 'google') return;
      server().meetings = 'none';
      await schedule(TEN, '');
      await choosing(true);
      await write();
      expect([starts(), await linksOf(client), (await connection())?.sessions?.failing]).toEqual([[TEN], [null], null]);
    });
  });

  it('are removed when the account is disconnected, and those that remain are known when it is back', async () => {
    await schedule('2026-03-01T10:00:00.000Z');
    await aWrittenSession();
    server().meanwhile = (request) => (request.method === 'DELETE' ? { status: 503 } : undefined);
    const disconnect = () => coach.api.calendarConnections.deleteConnection({ coachId: coach.id, id: connectionId });
    expect(await disconnect()).toEqual({ id: connectionId, remaining: 1 });
    server().meanwhile = null;
    connectionId = '';
    const back = await connect();
    expect(await busy()).toEqual([]);
    connectionId = back.id;
    calendarId = back.calendars[0]?.id ?? '';
    await connect({ toWrite: true });
    await choose(calendarId);
    await write();
    expect(starts()).toEqual(await planned());
    server().requests.length = 0;
    expect((await disconnect()).remaining).toBe(0);
    expect(changes()).toContain('DELETE');
  });
});

const READ_SCOPES =
  'https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly';
