import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxSecret } from '../src/core/payments/provider.ts';
import { createTestApp, type TestApp } from './app.ts';
import { TEST_SECRET } from './cluster.ts';
import { aClient, aCoach, type Client, type Coach } from './people.ts';
import { PDF } from './uploads.ts';

const ORIGIN = 'http://localhost:3000';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});
afterAll(() => test.close());

/** Every kind of route that uses the database. */
const requests = () => {
  const headers = { origin: ORIGIN, cookie: coach.caller.cookie ?? '' };
  const json = { ...headers, 'content-type': 'application/json' };
  const event = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'invoice.paid',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'in_1' } },
  });
  const upload = new URLSearchParams({
    coachId: coach.id,
    clientId: client.clientId,
    id: randomUUID(),
    purpose: 'message',
    name: 'plan.pdf',
  });
  return {
    procedure: test.app.inject({ method: 'GET', url: `/rest/v1/dashboards/coach/${coach.id}`, headers }),
    session: test.app.inject({ method: 'GET', url: '/rest/v1/session', headers }),
    'sign-in': test.app.inject({
      method: 'POST',
      url: '/auth/v1/sign-in/email',
      // Without the cookie, because signing in again ends the session of the same browser.
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      remoteAddress: '10.9.9.9',
      payload: { email: coach.email, password: 'correct-horse-1' },
    }),
    'sign-up': test.app.inject({
      method: 'POST',
      url: '/auth/v1/sign-up/email',
      headers: json,
      remoteAddress: '10.9.9.8',
      payload: { email: `${randomUUID()}@example.com`, password: 'correct-horse-1', name: 'Kim Park' },
    }),
    'auth session': test.app.inject({ method: 'GET', url: '/auth/v1/get-session', headers }),
    upload: test.app.inject({
      method: 'POST',
      url: `/rest/v1/files?${upload}`,
      payload: PDF,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    }),
    download: test.app.inject({ method: 'GET', url: `/rest/v1/files/${coach.id}/${randomUUID()}`, headers }),
    export: test.app.inject({ method: 'GET', url: `/exports/${coach.id}/clients.csv`, headers }),
    webhook: test.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload: event,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload: event,
          secret: sandboxSecret(TEST_SECRET),
          timestamp: Math.floor(Date.now() / 1000),
        }),
      },
    }),
  };
};

const TABLES = 'users, user_roles, sessions, accounts, rate_limits, webhook_events, files, client_coach_relationships';

/** Connections of the database's owner, which `terminate` does not end. */
async function openOwner() {
  const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: test.databaseUrl }));
  if (!holder || !watcher) throw new Error('there is no owner');
  await Promise.all([holder.connect(), watcher.connect()]);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const others = `datname = current_database() and pid not in (pg_backend_pid(), ${rows[0]?.pid})`;
  const count = async (statement: string) => (await watcher.query(statement)).rowCount ?? 0;
  return {
    holder,
    waiting: () => count(`select 1 from pg_stat_activity where ${others} and wait_event_type = 'Lock'`),
    terminate: () => count(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`),
    close: () => Promise.all([holder.end(), watcher.end()]),
  };
}

describe('a terminated database connection', () => {
  it('answers 503 on every kind of route, and the next request succeeds', async () => {
    const owner = await openOwner();
    try {
      // Each request waits in the database, so that the termination affects all of them.
      await owner.holder.query(`begin; lock table ${TABLES} in access exclusive mode`);
      const running = requests();
      const answers = Promise.all(
        Object.entries(running).map(async ([kind, request]) => ({ kind, ...(await request) })),
      );
      await expect.poll(owner.waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(Object.keys(running).length);
      await owner.terminate();
      for (const { kind, statusCode, body, headers } of await answers) {
        expect({ kind, statusCode, body: JSON.parse(body) }).toEqual({
          kind,
          statusCode: 503,
          body: expect.objectContaining({
            code: 'SERVICE_UNAVAILABLE',
            message: 'The service is briefly unavailable. Please try again in a moment.',
          }),
        });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      await owner.holder.query('rollback');
      const again = Object.entries(requests()).map(async ([kind, request]) => [kind, (await request).statusCode]);
      expect(Object.fromEntries(await Promise.all(again))).toEqual({
        procedure: 200,
        session: 200,
        'sign-in': 200,
        'sign-up': 200,
        'auth session': 200,
        upload: 200,
        download: 404,
        export: 200,
        webhook: 200,
      });
    } finally {
      await owner.close();
    }
  });

  it('does not end the process during requests', async () => {
    const owner = await openOwner();
    const statuses = new Set<number>();
    let on = true;
    const load = Array.from({ length: 8 }, async () => {
      while (on) statuses.add((await coach.caller.get(`/rest/v1/dashboards/coach/${coach.id}`)).status);
    });
    let terminated = 0;
    try {
      for (let round = 0; round < 5; round += 1) {
        await delay(100);
        terminated += await owner.terminate();
      }
    } finally {
      on = false;
      await Promise.all(load);
      await owner.close();
    }
    expect(terminated).toBeGreaterThan(5);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await coach.caller.get('/rest/v1/session')).status).toBe(200);
  });
});
