import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import type { Duplex, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createCoach, createUser, type SeededUser } from '../../seed/factories.ts';
import { cookieOf, createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../test/app.ts';
import { TEST_SECRET } from '../../test/cluster.ts';
import { identityScope } from '../core/tenancy/access.ts';
import { publish } from '../platform/realtime/live.ts';
import { buildApp } from './app.ts';

const ORIGIN = 'http://localhost:3000';
/** A connection that the client keeps alive would delay the server's stop. */
const ONCE = { connection: 'close' };

const secondProcess = fileURLToPath(new URL('../../test/second-process.ts', import.meta.url));

let test: TestApp;
/** A second process of the product on the same database. */
let second: ChildProcessByStdio<Writable, Readable, null>;
let urls: readonly [string, string];
beforeAll(async () => {
  test = await createTestApp({ TRUST_PROXY: '1' });
  second = spawn(process.execPath, ['--import', 'tsx', secondProcess], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      DATA_DIR: test.services.env.dataDir,
      DATABASE_URL: test.databaseUrl,
      AUTH_SECRET: TEST_SECRET,
      TRUST_PROXY: '1',
    },
  });
  const [address] = await Promise.race([
    once(createInterface({ input: second.stdout }), 'line'),
    once(second, 'exit').then(() => Promise.reject(new Error('the second process did not start'))),
  ]);
  urls = [await test.app.listen({ port: 0 }), String(address)];
}, 60_000);
afterAll(async () => {
  const stopped = once(second, 'exit');
  second.stdin.end();
  expect(await stopped).toEqual([0, null]);
  await test.close();
});

async function cookieFor({ email }: SeededUser): Promise<string> {
  const answer = await fetch(`${urls[0]}/auth/v1/sign-in/email`, {
    method: 'POST',
    headers: { origin: ORIGIN, ...ONCE, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return cookieOf({ cookies: answer.headers.getSetCookie() });
}

async function createPair() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash });
  const client = await createUser(test.owner, 'Client', { passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, { person: client, checkInAnchor: '2026-01-05' });
  const cookies = { coach: await cookieFor(coach), client: await cookieFor(client) };
  const post = (cookie: string, path: string, body: object = {}) =>
    fetch(`${urls[0]}${path}`, {
      method: 'POST',
      headers: { cookie, origin: ORIGIN, ...ONCE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const say = (cookie: string, rest: string, body: object = {}) =>
    post(cookie, `/rest/v1/conversations/${clientId}/${rest}`, { coachId: coach.id, ...body });
  return { coach, coachId: coach.id, personId: client.id, clientId, cookies, post, say };
}

type Attempt = { headers?: Record<string, string>; options?: Partial<ManagerOptions & SocketOptions> };

/** A socket that tries to join once. */
function open(url: string, { headers = {}, options = {} }: Attempt): Socket {
  const socket = io(url, {
    path: '/rest/v1/socket',
    addTrailingSlash: false,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin: ORIGIN, ...headers },
    ...options,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** Why the socket was refused: our code, or the message of the transport. */
function refusalOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('joined'));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
}

/** Resolves to the reason when the socket ends. */
const endOf = (socket: Socket) =>
  new Promise<string>((resolve) => void socket.once('disconnect', (reason) => resolve(reason)));

/** Opens a connection that never answers the server. */
async function openSilent(url: string, cookie: string): Promise<Duplex> {
  const request = http.get(`${url}/rest/v1/socket?EIO=4&transport=websocket`, {
    headers: {
      cookie,
      origin: ORIGIN,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'c3RyaWRld2VsbC10ZXN0cw==',
    },
  });
  const [, line] = await once(request, 'upgrade');
  line.resume();
  return line;
}

/**
 * Joins a screen's socket at one of the two processes, and collects its events. Notifications are collected separately,
 * because a job delivers them some time after their cause.
 */
async function join(cookie: string, at: 0 | 1 = 0, attempt: Attempt = {}) {
  const options = { auth: { missedMs: 0 }, ...attempt.options };
  const socket = open(urls[at], { ...attempt, options, headers: { cookie, ...attempt.headers } });
  const events: Record<string, string>[] = [];
  const notified: Record<string, string>[] = [];
  socket.on('event', (event) => (event.event === 'notification' ? notified : events).push(event));
  expect(await refusalOf(socket)).toBe('joined');
  return { socket, events, notified };
}

describe('a socket', () => {
  it('receives the ids of its person’s events, from any process, and no others', async () => {
    const { coachId, clientId, cookies, say } = await createPair();
    const stranger = await createPair();
    const [coach, client, other] = await Promise.all([
      join(cookies.coach, 1),
      join(cookies.client, 0),
      join(stranger.cookies.client, 1),
    ]);
    const body = { id: randomUUID(), body: 'A secret' };
    for (const _ of [1, 2]) expect((await say(cookies.client, 'messages', body)).status).toBe(200);
    const message = { event: 'message', coachId, conversationId: clientId };
    const notification = { event: 'notification', id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    await expect.poll(() => coach.events).toEqual([message]);
    await expect.poll(() => coach.notified).toEqual([notification]);
    await expect.poll(() => client.events).toEqual([message]);
    await say(cookies.coach, 'read', { seq: 1 });
    await expect.poll(() => client.events).toEqual([message, { ...message, event: 'read' }]);
    await say(cookies.client, 'typing');
    await expect.poll(() => coach.events.at(-1)).toEqual({ ...message, event: 'typing' });
    // A person's own typing sends them no event.
    expect(client.events.map(({ event }) => event)).toEqual(['message', 'read']);
    expect(JSON.stringify([coach.events, client.events])).not.toContain('secret');
    // The stranger's first event is from their own conversation, so they received none of this one.
    await stranger.say(stranger.cookies.coach, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => other.events).toMatchObject([{ conversationId: stranger.clientId }]);
    await expect.poll(() => other.notified).toHaveLength(1);
  });

  it('receives what happened to its person since its screen loaded, and nothing older', async () => {
    const { coachId, clientId, cookies, say } = await createPair();
    const loadedAt = performance.now();
    const witness = await join(cookies.coach, 1);
    for (const body of ['One', 'Two']) await say(cookies.client, 'messages', { id: randomUUID(), body });
    await expect.poll(() => witness.events).toHaveLength(2);
    const since = (missedMs: unknown) => join(cookies.coach, 1, { options: { auth: { missedMs } } });
    const missed = await since(performance.now() - loadedAt);
    await expect.poll(() => missed.events).toEqual([{ event: 'message', coachId, conversationId: clientId }]);
    const present = await since(0);
    await say(cookies.coach, 'read', { seq: 2 });
    await expect.poll(() => present.events.map(({ event }) => event)).toEqual(['read']);
  });

  it('is asked to load everything when it may have missed more than is known', async () => {
    const { cookies, say } = await createPair();
    const since = (missedMs: unknown) => join(cookies.coach, 1, { options: { auth: { missedMs } } });
    const joined = [await since(120_001), await since('yesterday'), await since(undefined)];
    await say(cookies.coach, 'typing');
    await say(cookies.client, 'messages', { id: randomUUID(), body: 'One' });
    for (const { events } of joined)
      await expect.poll(() => events.map(({ event }) => event)).toEqual(['resync', 'message']);
  });

  it('receives one event for several messages that make one notification', async () => {
    const { cookies, say } = await createPair();
    const coach = await join(cookies.coach, 1);
    for (const body of ['One', 'Two']) await say(cookies.client, 'messages', { id: randomUUID(), body });
    await expect.poll(() => coach.events.map(({ event }) => event)).toEqual(['message', 'message']);
    await test.delivered();
    // A later event has arrived, so a second notification would have arrived too.
    await say(cookies.client, 'typing');
    await expect.poll(() => coach.events.at(-1)).toMatchObject({ event: 'typing' });
    expect(coach.notified).toHaveLength(1);
  });

  it('receives nothing that was rolled back', async () => {
    const { coach, cookies } = await createPair();
    const heard = await join(cookies.coach, 1);
    const { db } = test.services;
    const work = db.write(identityScope, async (tx) => {
      await publish(tx, [coach.id], { event: 'never' });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    await db.write(identityScope, (tx) => publish(tx, [coach.id], { event: 'then' }));
    await expect.poll(() => heard.events).toEqual([{ event: 'then' }]);
  });

  it('receives an event for a thousand people', async () => {
    const { coach, cookies } = await createPair();
    const heard = await join(cookies.coach, 1);
    const people = [...Array.from({ length: 1000 }, () => randomUUID()), coach.id, coach.id, null];
    await test.services.db.write(identityScope, (tx) => publish(tx, people, { event: 'all' }));
    await test.services.db.write(identityScope, (tx) => publish(tx, [null], { event: 'without-recipients' }));
    await test.services.db.write(identityScope, (tx) => publish(tx, [coach.id], { event: 'then' }));
    await expect.poll(() => heard.events).toEqual([{ event: 'all' }, { event: 'then' }]);
  });

  it('also works where only polling is possible', async () => {
    const { cookies, say } = await createPair();
    const polling = await join(cookies.coach, 0, { options: { transports: ['polling'] } });
    await say(cookies.client, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => polling.events.at(-1)).toMatchObject({ event: 'message' });
  });

  it('is disconnected when it sends data', async () => {
    const { cookies } = await createPair();
    for (const words of [
      ['join', 'user:another'],
      ['event', { event: 'message' }],
    ] as const) {
      const { socket } = await join(cookies.coach);
      const ended = endOf(socket);
      socket.emit(words[0], words[1]);
      expect(await ended).toBe('io server disconnect');
    }
    const { socket } = await join(cookies.coach);
    const ended = endOf(socket);
    socket.emit('huge', 'x'.repeat(100_000));
    expect(await ended).toBe('transport close');
  });
});

describe('a socket is refused', () => {
  it.each(['', 'stridewell.session_token=x.y', `stridewell.session_token=${'%'.repeat(99)}`])(
    'without a session (%s)',
    async (cookie) => {
      expect(await refusalOf(open(urls[0], { headers: { cookie } }))).toBe('UNAUTHORIZED');
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost:3001', ''])(
    'from a page of another site (%s)',
    async (origin) => {
      const { cookies } = await createPair();
      const headers = { cookie: cookies.coach, origin };
      expect(await refusalOf(open(urls[0], { headers }))).toBe('websocket error');
      // Same-origin reads carry no Origin header, and no other site can read the answer.
      const polling = open(urls[0], { headers, options: { transports: ['polling'] } });
      expect(await refusalOf(polling)).toBe(origin === '' ? 'joined' : 'xhr poll error');
    },
  );

  it('in a room or namespace of another name', async () => {
    const { cookies, personId } = await createPair();
    const headers = { cookie: cookies.coach };
    expect(await refusalOf(open(`${urls[0]}/user:${personId}`, { headers }))).toBe('Invalid namespace');
    const stranger = await createPair();
    const attempt = {
      options: { auth: { missedMs: 0, userId: stranger.coachId }, query: { userId: stranger.coachId } },
    };
    const { events, notified } = await join(cookies.coach, 0, attempt);
    await stranger.say(stranger.cookies.client, 'messages', { id: randomUUID(), body: 'Not for you' });
    const own = await createPair();
    const other = await join(own.cookies.coach);
    await own.say(own.cookies.client, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => [...other.events, ...other.notified].length).toBe(2);
    expect([...events, ...notified]).toEqual([]);
  });

  it('with more than twenty sockets at once, until one of them is closed', async () => {
    const { cookies } = await createPair();
    const sockets = Array.from({ length: 25 }, () => open(urls[0], { headers: { cookie: cookies.coach } }));
    const outcomes = await Promise.all(sockets.map(refusalOf));
    expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_SOCKETS')).toHaveLength(5);
    // The other process, and another person, have separate limits.
    await join(cookies.coach, 1);
    await join(cookies.client, 0);
    sockets.find(({ connected }) => connected)?.disconnect();
    const again = () => refusalOf(open(urls[0], { headers: { cookie: cookies.coach } }));
    await expect.poll(again).toBe('joined');
  });

  it('from an address that tries too often', async () => {
    test.setNow(new Date());
    onTestFinished(() => test.setNow(null));
    const { limiter } = test.services;
    // An entry forged by the caller comes before the address that the proxy adds.
    const attempt = (address: string) =>
      refusalOf(open(urls[0], { headers: { 'x-forwarded-for': `${randomUUID()}, ${address}` } }));
    for (let count = 0; count < 600; count += 1)
      await limiter.consume('socket:203.0.113.9', { windowSeconds: 60, max: 600 });
    expect(await attempt('203.0.113.9')).toBe('websocket error');
    expect(await attempt('203.0.113.10')).toBe('UNAUTHORIZED');
  });
});

describe('a session that ends', () => {
  it('by signing out ends its sockets, in another process, too', async () => {
    const { cookies, post } = await createPair();
    const [own, others] = await Promise.all([join(cookies.coach, 1), join(cookies.client, 1)]);
    const ended = endOf(own.socket);
    expect((await post(cookies.coach, '/auth/v1/sign-out')).status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    expect(others.socket.connected).toBe(true);
    expect(await refusalOf(open(urls[1], { headers: { cookie: cookies.coach } }))).toBe('UNAUTHORIZED');
  });

  it('of one device leaves those of another', async () => {
    const { coach, cookies, post } = await createPair();
    const elsewhere = await cookieFor(coach);
    const [here, there] = await Promise.all([join(cookies.coach), join(elsewhere)]);
    const ended = endOf(there.socket);
    expect((await post(elsewhere, '/auth/v1/sign-out')).status).toBe(200);
    await ended;
    expect(here.socket.connected).toBe(true);
  });

  it('by expiry ends its sockets, and an extended session does not', async () => {
    const ending = await createPair();
    const extended = await createPair();
    const expire = (userId: string, seconds: number) =>
      test.owner.execute(
        sql`update sessions set expires_at = now() + ${seconds} * interval '1 second' where user_id = ${userId}`,
      );
    for (const { coachId } of [ending, extended]) await expire(coachId, 2);
    const [gone, stays] = [await join(ending.cookies.coach), await join(extended.cookies.coach)];
    await expire(extended.coachId, 3600);
    await endOf(gone.socket);
    await extended.say(extended.cookies.client, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => stays.events.at(-1)).toMatchObject({ event: 'message' });
  });
});

describe('a database that was away', () => {
  it('makes screens reload, and ends the sockets of sessions that ended meanwhile', async () => {
    const { cookies, coachId, say } = await createPair();
    const ended = await createPair();
    const [coach, gone] = [await join(cookies.coach, 1), await join(ended.cookies.coach, 1)];
    // As if the session had ended while no process listened.
    await test.owner.execute(sql`update sessions set expires_at = now() where user_id = ${ended.coachId}`);
    const { rowCount } = await test.owner.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'LISTEN stridewell_live'
        and datname = current_database()`,
    );
    expect(rowCount).toBe(2);
    await expect.poll(() => coach.events, { timeout: 10_000 }).toEqual([{ event: 'resync' }]);
    await expect.poll(() => gone.socket.connected).toBe(false);
    await say(cookies.client, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => coach.events.at(-1)).toMatchObject({ event: 'message', coachId });
  });
});

describe('a server that stops', () => {
  it.each(['websocket', 'polling'])('is not held up by a socket over %s', async (transport) => {
    const { cookies } = await createPair();
    const third = await buildApp(test.services, { maxEventLoopDelayMs: 0 });
    const url = await third.listen({ port: 0 });
    const socket = open(url, { headers: { cookie: cookies.client }, options: { transports: [transport] } });
    expect(await refusalOf(socket)).toBe('joined');
    const ended = endOf(socket);
    await third.close();
    expect(await ended).toMatch(/^transport/);
  });

  it('cuts off connections that do not close', async () => {
    const { cookies } = await createPair();
    const third = await buildApp(test.services, { maxEventLoopDelayMs: 0 });
    const url = await third.listen({ port: 0 });
    const line = await openSilent(url, cookies.client);
    await third.close();
    await expect.poll(() => line.destroyed).toBe(true);
  });
});
