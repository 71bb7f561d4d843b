import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '@stridewell/contract/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, createTestApp, type TestApp } from './app.ts';
import { CALLERS, type CallerName, createWorld, fingerprint, type World } from './world.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
});
afterAll(() => test.close());

type Case = {
  /** The call on what belongs to the first coach and its client. */
  call: (caller: Caller, world: World) => Promise<Answer>;
  /** Who may make it; everybody else is refused. */
  allowed: readonly CallerName[];
  /** Calls with bad input, made by somebody who is allowed: refused with 400 or 404, never 500. */
  bad?: readonly ((caller: Caller, world: World) => Promise<Answer>)[];
};

const SIGNED_IN = CALLERS.filter((name) => name !== 'anonymous');
const COACHES = ['coach'] as const;
const CLIENTS = ['client', 'otherClient', 'clientOfOtherCoach'] as const;
const JUNK = [{}, { coachId: 'x' }, { coachId: ['a', 'b'] }, { id: { $gt: '' } }, { coachId: "' or 1=1 --" }];
const LONG = 'x'.repeat(500_000);

const get =
  (path: (world: World) => string): Case['call'] =>
  (caller, world) =>
    caller.get(`/rest/v1${path(world)}`);
const send =
  (method: 'POST' | 'PATCH', path: (world: World) => string, body: (world: World) => object): Case['call'] =>
  (caller, world) =>
    caller.send(method, `/rest/v1${path(world)}`, body(world));
const badGets = (...paths: string[]) => paths.map((path) => get(() => path));
const badSends = (method: 'POST' | 'PATCH', path: string, ...bodies: object[]) =>
  [...bodies, ...JUNK].map((body) =>
    send(
      method,
      () => path,
      () => body,
    ),
  );

const answers = { weightKg: 80, adherence: 90, energy: 4, sleepHours: 7, note: '' };
const ledger = { kind: 'revenue', amountCents: 100, occurredOn: '2026-01-05', category: 'Coaching' };

const CASES: Record<string, Case> = {
  'identity.getSession': { call: get(() => '/session'), allowed: CALLERS },
  'identity.getRole': { call: get(() => '/user_roles'), allowed: SIGNED_IN },
  'identity.getCoach': { call: get(() => '/coaches'), allowed: SIGNED_IN },
  'billing.getPlanAccess': { call: get(() => '/users'), allowed: SIGNED_IN },
  'billing.canAddMoreClients': {
    call: send(
      'POST',
      () => '/rpc/can_add_more_clients',
      () => ({}),
    ),
    allowed: ['coach', 'otherCoach', 'baseCoach'],
  },
  'clients.listClients': {
    call: get(({ coachId }) => `/client_coach_relationships?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/client_coach_relationships', '/client_coach_relationships?coachId=x'),
  },
  'clients.getClient': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/clients/x?coachId=y', `/clients/${randomUUID()}`),
  },
  'clients.addClient': {
    call: send(
      'POST',
      () => '/clients',
      ({ coachId }) => ({ coachId, clientId: randomUUID(), fullName: 'New', email: `${randomUUID()}@example.com` }),
    ),
    allowed: COACHES,
    bad: badSends('POST', '/clients', { fullName: LONG }, { email: 'no address' }),
  },
  'clients.getInvitation': {
    call: get(() => `/invitations/${'x'.repeat(75)}`),
    allowed: [],
    bad: badGets('/invitations/x', `/invitations/${'%00'.repeat(30)}`),
  },
  'clients.acceptInvitation': {
    call: send(
      'POST',
      () => `/invitations/${'x'.repeat(75)}/accept`,
      () => ({
        fullName: 'A',
        goal: '',
        unitSystem: 'metric',
        timeZone: 'UTC',
        password: 'long-enough-1',
      }),
    ),
    allowed: [],
    bad: badSends('POST', `/invitations/${'x'.repeat(75)}/accept`, { timeZone: 'Mars/Olympus' }),
  },
  'checkins.getCheckInForm': { call: get(() => '/check_ins/form'), allowed: [...CLIENTS, 'formerClient'] },
  'checkins.submitCheckIn': {
    call: send(
      'POST',
      () => '/check_ins',
      () => ({ ...answers, id: randomUUID() }),
    ),
    allowed: CLIENTS,
    bad: badSends(
      'POST',
      '/check_ins',
      { ...answers, id: 'x' },
      { ...answers, id: randomUUID(), weightKg: 1e9 },
      { ...answers, id: randomUUID(), energy: 2.5 },
      { ...answers, id: randomUUID(), note: LONG },
      { ...answers, id: randomUUID(), note: 'a\u0000b' },
    ),
  },
  'checkins.listCheckIns': {
    call: get(({ coachId, clientId }) => `/check_ins?coachId=${coachId}&clientId=${clientId}`),
    allowed: COACHES,
    bad: badGets('/check_ins', '/check_ins?coachId=1&clientId=2'),
  },
  'notifications.listNotifications': { call: get(() => '/notifications'), allowed: SIGNED_IN },
  'notifications.markNotificationRead': {
    call: send(
      'PATCH',
      ({ notificationId }) => `/notifications/${notificationId}`,
      () => ({}),
    ),
    allowed: ['client'],
    bad: badSends('PATCH', '/notifications/x'),
  },
  'notifications.markAllNotificationsRead': {
    call: send(
      'PATCH',
      () => '/notifications',
      () => ({}),
    ),
    allowed: SIGNED_IN,
  },
  'calendar.listSessions': {
    call: get(({ coachId }) => `/coach_sessions?coachId=${coachId}&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`),
    allowed: COACHES,
    bad: badGets('/coach_sessions', `/coach_sessions?coachId=${randomUUID()}&from=yesterday&to=never`),
  },
  'calendar.updateSessionStatus': {
    call: send(
      'PATCH',
      ({ sessionId }) => `/coach_sessions/${sessionId}`,
      ({ coachId }) => ({ coachId, status: 'completed' }),
    ),
    allowed: COACHES,
    bad: badSends('PATCH', '/coach_sessions/x', { status: 'gone' }),
  },
  'metrics.getClientMetrics': {
    call: get(({ coachId }) => `/client_metrics?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/client_metrics'),
  },
  'metrics.getPipelineMetrics': {
    call: get(({ coachId }) => `/pipeline_metrics?coachId=${coachId}`),
    allowed: COACHES,
    bad: badGets('/pipeline_metrics'),
  },
  'metrics.getCoachRevenue': {
    call: send(
      'POST',
      () => '/rpc/get_coach_revenue',
      ({ coachId }) => ({ coach_id: coachId }),
    ),
    allowed: COACHES,
    bad: badSends('POST', '/rpc/get_coach_revenue'),
  },
  'metrics.createLedgerEntry': {
    call: send(
      'POST',
      () => '/ledger_entries',
      ({ coachId }) => ({ ...ledger, coachId, id: randomUUID() }),
    ),
    allowed: COACHES,
    bad: badSends('POST', '/ledger_entries', { ...ledger, amountCents: -5 }, { ...ledger, amountCents: 1.5 }),
  },
  'dashboard.getCoachDashboard': {
    call: get(({ coachId }) => `/dashboards/coach/${coachId}`),
    allowed: COACHES,
    bad: badGets('/dashboards/coach/default', '/dashboards/coach/..%2f..'),
  },
  'dashboard.dismissFollowUp': {
    call: send(
      'POST',
      ({ coachId }) => `/dashboards/coach/${coachId}/dismissed_follow_ups`,
      ({ otherClientId }) => ({ clientId: otherClientId }),
    ),
    allowed: COACHES,
    bad: badSends('POST', '/dashboards/coach/x/dismissed_follow_ups'),
  },
  'dashboard.getClientDashboard': { call: get(() => '/dashboards/client'), allowed: [...CLIENTS, 'formerClient'] },
};

const names = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, value]) => (isContractProcedure(value) ? [`${feature}.${name}`] : [])),
);

describe('procedures', () => {
  it('have cases, every one of them', () => {
    expect(Object.keys(CASES).sort()).toEqual(names.sort());
  });

  const rows = Object.entries(CASES).map(([name, row]) => ({ name, bad: [], ...row }));
  const refusedBy = (allowed: readonly CallerName[]) => CALLERS.filter((name) => !allowed.includes(name));

  it.each(rows.filter(({ allowed }) => refusedBy(allowed).length > 0))(
    '$name refuses everybody else and changes nothing',
    async ({ call, allowed }) => {
      const before = await fingerprint(test);
      for (const name of refusedBy(allowed)) {
        const { status } = await call(world.callers[name], world);
        // Where nobody is allowed, the call is open and what it names does not exist.
        const expected = name === 'anonymous' && allowed.length > 0 ? [401] : [403, 404];
        expect(expected, `${name} got ${status}`).toContain(status);
      }
      expect(await fingerprint(test)).toBe(before);
    },
  );

  it.each(rows.filter(({ allowed }) => allowed.length > 0))(
    '$name answers those who may',
    async ({ call, allowed }) => {
      for (const name of allowed) {
        const { status } = await call(world.callers[name], world);
        expect(status, name).toBe(200);
      }
    },
  );

  it.each(rows.filter(({ bad }) => bad.length > 0))(
    '$name takes bad input for what it is',
    async ({ allowed, bad }) => {
      const caller = world.callers[allowed[0] ?? 'coach'];
      for (const attempt of bad) {
        const { status } = await attempt(caller, world);
        expect([400, 404, 413]).toContain(status);
      }
    },
  );
});

describe('plans', () => {
  it.each(['metrics.getCoachRevenue', 'metrics.createLedgerEntry'])('without the feature get no %s', async (name) => {
    const { callers } = world;
    const own = await callers.baseCoach.get<{ id: string }>('/rest/v1/coaches');
    const answer = await CASES[name]?.call(callers.baseCoach, { ...world, coachId: own.body.id });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FEATURE_REQUIRED', data: { requiredPlan: 'plus' } } });
  });
});

describe('ids of somebody else', () => {
  it('do not take over a check-in', async () => {
    const body = { ...answers, id: world.checkInId, note: 'mine now' };
    expect((await world.callers.otherClient.send('POST', '/rest/v1/check_ins', body)).status).toBe(404);
    const list = await world.callers.coach.get<{ checkIns: { id: string; clientId: string; note: string }[] }>(
      `/rest/v1/check_ins?coachId=${world.coachId}&clientId=${world.clientId}`,
    );
    expect(list.body.checkIns).toContainEqual(expect.objectContaining({ id: world.checkInId, note: '' }));
  });

  it("do not move a row into one's own tenant", async () => {
    const own = await world.callers.otherCoach.get<{ id: string }>('/rest/v1/coaches');
    const answer = await world.callers.otherCoach.send('PATCH', `/rest/v1/coach_sessions/${world.sessionId}`, {
      coachId: own.body.id,
      status: 'completed',
    });
    expect(answer.status).toBe(404);
  });
});

describe('endpoints of the auth library', () => {
  /** Reachable without a session, by design. Everything else wants one, or is not there at all. */
  const OPEN = new Set([
    '/sign-in/email',
    '/sign-up/email',
    '/sign-in/social',
    '/sign-out',
    '/get-session',
    '/request-password-reset',
    '/reset-password',
    '/reset-password/:token',
    '/send-verification-email',
    '/verify-email',
    '/open-api/generate-schema',
    '/ok',
    '/error',
  ]);
  const GUARDED = new Set([
    '/verify-password',
    '/change-email',
    '/change-password',
    '/update-session',
    '/update-user',
    '/delete-user',
    '/delete-user/callback',
    '/list-sessions',
    '/revoke-session',
    '/revoke-sessions',
    '/revoke-other-sessions',
    '/link-social',
    '/list-accounts',
    '/unlink-account',
    '/refresh-token',
    '/get-access-token',
    '/account-info',
    '/callback/:id',
    '/reference',
  ]);

  it('are all known', () => {
    const paths = Object.values(test.services.auth.api).flatMap((endpoint) =>
      'path' in endpoint && endpoint.path ? [endpoint.path] : [],
    );
    expect(new Set(paths)).toEqual(new Set([...OPEN, ...GUARDED]));
  });

  it.each([...GUARDED])('%s gives nothing without a session', async (path) => {
    const url = `/auth/v1${path.replace(':id', 'google')}`;
    for (const answer of [await test.anonymous.get(url), await test.anonymous.send('POST', url, {})]) {
      expect(answer.status === 302 || answer.status >= 400).toBe(true);
      expect(answer.status).toBeLessThan(500);
      expect(answer.cookies.filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([]);
    }
  });

  it('have no way to the account of an invited person', async () => {
    const answer = await test.anonymous.send('POST', '/auth/v1/sign-up/invited', {
      email: 'nobody@example.com',
      name: 'Nobody',
      password: 'long-enough-1',
    });
    expect(answer).toMatchObject({ status: 404, cookies: [] });
  });
});

describe('routes', () => {
  it('are all known', () => {
    const urls = new Set(test.routes.map(({ url }) => url).filter((url) => !url.startsWith('/api/docs')));
    expect([...urls].sort()).toEqual([
      '/api/openapi.json',
      '/auth/v1/*',
      '/healthz',
      '/links/reset-password',
      '/links/verify-email',
      '/metrics',
      '/readyz',
      '/rest/v1/*',
    ]);
  });

  it('refuse a page of another site that carries our cookie', async () => {
    const { app } = test;
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const response = await app.inject({
        method: 'POST',
        url: '/rest/v1/clients',
        headers: { cookie: 'stridewell.session_token=x', ...(origin ? { origin } : {}) },
        payload: {},
      });
      expect(response.statusCode).toBe(403);
    }
  });

  it('refuse a body that is too large, broken or no JSON', async () => {
    const post = (payload: string, type = 'application/json') =>
      test.app.inject({ method: 'POST', url: '/rest/v1/clients', headers: { 'content-type': type }, payload });
    expect((await post('x'.repeat(1_100_000))).statusCode).toBe(413);
    expect((await post('{"a":')).statusCode).toBe(400);
    expect((await post('{"__proto__":{"role":"Operator"}}')).statusCode).toBe(400);
    expect((await post('<a/>', 'text/xml')).statusCode).toBe(415);
  });

  it('set the headers that browsers ask for', async () => {
    const { headers } = await test.app.inject({ url: '/healthz' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toBeTruthy();
  });

  it('show no outbox outside demo mode', async () => {
    expect((await test.anonymous.get('/dev/outbox.json')).status).toBe(404);
  });
});

describe('a session cookie', () => {
  it.each(['x', 'x.y', '%', 'a'.repeat(5000), 'sha256:abc.def'])('that is forged (%s) is nobody', async (value) => {
    const response = await test.app.inject({
      url: '/rest/v1/user_roles',
      headers: { cookie: `stridewell.session_token=${value}` },
    });
    expect(response.statusCode).toBe(401);
  });
});
