import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createCoach, createUser, type SeededUser } from '../../../seed/factories.ts';
import { cookieOf, createTestApp, hashOfPassword, PASSWORD, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { buildApp } from '../../app.ts';
import { createServices, type Services } from '../../services.ts';

const ORIGIN = 'http://localhost:3000';
/** A connection that the client keeps for later would keep the server from stopping. */
const ONCE = { connection: 'close' };

let test: TestApp;
/** A second process of the product on the same database. */
let secondServices: Services;
let second: FastifyInstance;
let urls: readonly [string, string];
beforeAll(async () => {
  test = await createTestApp();
  const { env, log } = test.services;
  secondServices = await createServices({ env, log, databaseUrl: test.databaseUrl, secret: TEST_SECRET });
  second = await buildApp(secondServices, { maxEventLoopDelayMs: 0 });
  urls = [await test.app.listen({ port: 0 }), await second.listen({ port: 0 })];
});
afterAll(async () => {
  await second.close();
  await secondServices.close();
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
  const post = (cookie: string, rest: string, body: object = {}) =>
    fetch(`${urls[0]}/rest/v1/conversations/${clientId}/${rest}`, {
      method: 'POST',
      headers: { cookie, origin: ORIGIN, ...ONCE, 'content-type': 'application/json' },
      body: JSON.stringify({ coachId: coach.id, ...body }),
    });
  return { coachId: coach.id, clientId, cookies, post };
}

/** The stream of one screen at one of the two processes. */
async function listen(cookie: string, at: 0 | 1) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(`${urls[at]}/rest/v1/events`, { headers: { cookie, ...ONCE }, signal: stop.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const events: Record<string, string>[] = [];
  const state = { ended: false };
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) events.push(JSON.parse(part.replace(/^data: /, '')));
    }
    state.ended = true;
  };
  read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  await expect.poll(() => events.length).toBe(1);
  expect(events.shift()).toEqual({ event: 'hello' });
  return { events, state };
}

describe('a live stream', () => {
  it('brings ids of what happened to both people, from any process, and to nobody else', async () => {
    const { coachId, clientId, cookies, post } = await createPair();
    const stranger = await createPair();
    const [coach, client, other] = await Promise.all([
      listen(cookies.coach, 1),
      listen(cookies.client, 0),
      listen(stranger.cookies.client, 1),
    ]);
    const body = { id: randomUUID(), body: 'A secret' };
    for (const _ of [1, 2]) expect((await post(cookies.client, 'messages', body)).status).toBe(200);
    const message = { event: 'message', coachId, conversationId: clientId };
    await expect.poll(() => coach.events).toEqual([message]);
    await expect.poll(() => client.events).toEqual([message]);
    await post(cookies.coach, 'read', { seq: 1 });
    await expect.poll(() => client.events).toEqual([message, { ...message, event: 'read' }]);
    await post(cookies.client, 'typing');
    await expect.poll(() => coach.events.at(-1)).toEqual({ ...message, event: 'typing' });
    // The one who types knows it.
    expect(client.events.map(({ event }) => event)).toEqual(['message', 'read']);
    // What the stranger hears of their own shows that nothing came before it.
    await stranger.post(stranger.cookies.coach, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => other.events).toMatchObject([{ conversationId: stranger.clientId }]);
  });

  it('ends with its session, in another process, too', async () => {
    const { cookies } = await createPair();
    const [own, others] = await Promise.all([listen(cookies.coach, 1), listen(cookies.client, 1)]);
    const headers = { cookie: cookies.coach, origin: ORIGIN, ...ONCE, 'content-type': 'application/json' };
    await fetch(`${urls[0]}/auth/v1/sign-out`, { method: 'POST', headers, body: '{}' });
    await expect.poll(() => own.state.ended).toBe(true);
    expect(others.state.ended).toBe(false);
    expect((await fetch(`${urls[1]}/rest/v1/events`, { headers })).status).toBe(401);
  });

  it.each(['', 'stridewell.session_token=x.y'])('is not for visitors (%s)', async (cookie) => {
    expect((await fetch(`${urls[0]}/rest/v1/events`, { headers: { cookie, ...ONCE } })).status).toBe(401);
  });

  it('asks its screens to look again after the database was away, and goes on', async () => {
    const { cookies, post } = await createPair();
    const coach = await listen(cookies.coach, 1);
    const { rowCount } = await test.owner.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'LISTEN stridewell_live'
        and datname = current_database()`,
    );
    expect(rowCount).toBe(2);
    await expect.poll(() => coach.events, { timeout: 10_000 }).toEqual([{ event: 'resync' }]);
    await post(cookies.client, 'messages', { id: randomUUID(), body: 'Hello' });
    await expect.poll(() => coach.events.at(-1)).toMatchObject({ event: 'message' });
  });

  it('does not hold up a server that stops', async () => {
    const { cookies } = await createPair();
    const third = await buildApp(secondServices, { maxEventLoopDelayMs: 0 });
    const url = await third.listen({ port: 0 });
    const answer = await fetch(`${url}/rest/v1/events`, { headers: { cookie: cookies.client, ...ONCE } });
    await third.close();
    expect(await answer.text()).toContain('hello');
  });
});
