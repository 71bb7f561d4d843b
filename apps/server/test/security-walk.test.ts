import { randomUUID } from 'node:crypto';
import { listProcedures } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiPath } from '../src/http/api-paths.ts';
import { type Caller, createTestApp, type TestApp } from './app.ts';
import { aClientProgram } from './factories/training.ts';
import { REVIEWED_ACCESS } from './procedure-access.ts';
import type { Case } from './security-calls.ts';
import { CASES } from './security-cases.ts';
import { newCheckIn } from './security-cases-checkins.ts';
import { PDF, uploadFile } from './uploads.ts';
import { watchRows } from './watch-rows.ts';
import { CALLERS, type CallerName, createWorld, type World } from './world.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
});
afterAll(() => test.close());

/** Whether a call names rows of the coach or their clients. Records it without making the call. */
async function namesRows(call: Case['call']): Promise<boolean> {
  const named = new Set<string | symbol>();
  const recorded = new Proxy(world, {
    get: (target, name) => {
      if (Object.hasOwn(target, name)) named.add(name);
      return Reflect.get(target, name);
    },
  });
  const nothing = async <Body>() => ({ status: 404, body: {} as Body, cookies: [], location: undefined });
  await call({ ...world.callers.anonymous, get: nothing, send: nothing }, recorded);
  // Foods of all coaches.
  return [...named].some((name) => name !== 'coachId' && name !== 'foodId');
}

/** Save a new row under the id that they name. An id of another tenant is free, so nothing is refused. */
const SAVE_UNDER_ID = [
  'calendarConnections.addFeed',
  'calendarConnections.addCaldav',
  'habits.saveHabit',
  'money.savePackage',
];

/** Answer 404 to no one: deleting a missing row succeeds, and results come for each client or are empty. */
const NEVER_MISSING = [
  'calendarConnections.deleteConnection',
  'checkins.assignForm',
  'checkins.listCheckIns',
  'clients.setClientStatuses',
  'expenses.deleteExpense',
  'expenses.deleteRecurring',
  'foods.deleteCoachFood',
  'habits.deleteHabit',
  'meals.deleteMealPlan',
  'money.deleteInvoice',
  'pipeline.deleteLead',
  'pipeline.deleteLeadTask',
  'planner.dismissMealDraft',
  'planner.getMealProvenance',
  'planner.getProvenance',
  'programs.deleteClientDraft',
  'programs.deleteProgram',
  'programs.endClientProgram',
  'retention.endKnownReason',
  'retention.undoRiskAction',
  'sequences.deleteSequence',
  'webhooks.deleteWebhookEndpoint',
];

/** The answers to a coach who names rows of another coach, if they are not 404. */
const OTHER_ANSWERS: Record<string, number> = {
  ...Object.fromEntries(NEVER_MISSING.map((name) => [name, 200])),
  // The question of that session has changed.
  'calendarConnections.answerQuestion': 409,
  // An ingredient is missing.
  'recipes.saveRecipe': 409,
};

const procedures = listProcedures(contract);
const names = procedures.map(({ name }) => name);

describe('files', () => {
  it('can be sent and read only by both sides of the relationship', async () => {
    const { coachId, clientId, callers } = world;
    const send = async (caller: Caller, id: string) =>
      (await uploadFile(test, caller, PDF, { coachId, clientId, id })).status;
    const own = randomUUID();
    expect(await send(callers.client, own)).toBe(200);
    await watchRows(() => test)(async () => {
      for (const name of CALLERS.filter((caller) => caller !== 'coach' && caller !== 'client')) {
        const expected = name === 'anonymous' ? [401] : [403, 404];
        expect(expected, name).toContain(await send(callers[name], randomUUID()));
        expect(expected, name).toContain((await callers[name].get(`/rest/v1/files/${coachId}/${own}`)).status);
      }
    });
    expect(await send(callers.coach, randomUUID())).toBe(200);
    expect((await callers.coach.get(`/rest/v1/files/${coachId}/${own}`)).status).toBe(200);
  });
});

describe('procedures', () => {
  it('all have cases', () => {
    expect(Object.keys(CASES).sort()).toEqual(names.sort());
  });

  it('have the addresses and callers that were reviewed, and the contract says nothing else', () => {
    const stated = Object.fromEntries(procedures.map(({ name, address, access }) => [name, { address, ...access }]));
    const reviewed = Object.entries(REVIEWED_ACCESS).map(([name, { callers: _, ...access }]) => [name, access]);
    expect(stated).toEqual(Object.fromEntries(reviewed));
  });

  const rows = Object.entries(CASES).map(([name, row]) => ({ name, bad: [], missing: [], foreign: [], ...row }));
  const changesNothing = watchRows(() => test);
  const refusedBy = (allowed: readonly CallerName[]) => CALLERS.filter((name) => !allowed.includes(name));

  it.each(rows.filter(({ allowed }) => refusedBy(allowed).length > 0))(
    '$name refuses everybody else and changes nothing',
    ({ call, allowed }) =>
      changesNothing(async () => {
        for (const name of refusedBy(allowed)) {
          const { status } = await call(world.callers[name], world);
          // A procedure without allowed callers is public, and its row does not exist.
          const expected = name === 'anonymous' ? [401, ...(allowed.length > 0 ? [] : [404])] : [403, 404];
          expect(expected, `${name} got ${status}`).toContain(status);
        }
      }),
  );

  it.each(rows.filter(({ missing }) => missing.length > 0))(
    '$name finds nothing outside the tenant and changes nothing',
    ({ allowed, missing }) =>
      changesNothing(async () => {
        const caller = world.callers[allowed[0] ?? 'coach'];
        for (const [index, attempt] of missing.entries()) {
          expect((await attempt(caller, world)).status, `missing[${index}]`).toBe(404);
        }
      }),
  );

  it('find no rows of another coach and change nothing', { timeout: 60_000 }, async () => {
    const ofOneCoach = rows.filter(
      ({ name, allowed }) =>
        allowed.includes('coach') && !allowed.includes('otherCoach') && !SAVE_UNDER_ID.includes(name),
    );
    const { body } = await world.callers.otherCoach.get<{ id: string }>('/rest/v1/coaches');
    const inOwnTenant = { ...world, coachId: body.id };
    const answers: Record<string, number> = {};
    await changesNothing(async () => {
      for (const { name, call, foreign } of ofOneCoach) {
        for (const attempt of [call, ...foreign]) {
          if (!(await namesRows(attempt))) continue;
          const { status } = await attempt(world.callers.otherCoach, inOwnTenant);
          if (status !== 404) answers[name] = status;
        }
      }
    });
    expect(answers).toEqual(OTHER_ANSWERS);
  });

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
    '$name refuses what only its handler can refuse',
    async ({ allowed, bad }) => {
      const caller = world.callers[allowed[0] ?? 'coach'];
      for (const [index, attempt] of bad.entries()) {
        expect((await attempt(caller, world)).status, `bad[${index}]`).toBe(400);
      }
    },
  );
});

describe('plans', () => {
  it.each(Object.entries(REVIEWED_ACCESS).flatMap(([name, { plan }]) => (plan ? [{ name, feature: plan }] : [])))(
    'without $feature get no $name',
    async ({ name, feature }) => {
      const { callers } = world;
      const own = await callers.baseCoach.get<{ id: string }>('/rest/v1/coaches');
      const answer = await CASES[name]?.call(callers.baseCoach, { ...world, coachId: own.body.id });
      expect(answer).toMatchObject({ status: 403, body: { code: 'FEATURE_REQUIRED', data: { feature } } });
    },
  );
});

describe('ids of another person', () => {
  it('do not take over a check-in', async () => {
    const body = { ...newCheckIn(), id: world.checkInId };
    expect((await world.callers.otherClient.send('POST', '/rest/v1/check_ins', body)).status).toBe(404);
    const list = await world.callers.coach.get<{ checkIns: { id: string; answers: object }[] }>(
      `/rest/v1/check_ins?coachId=${world.coachId}&clientId=${world.clientId}`,
    );
    expect(list.body.checkIns).toContainEqual(
      expect.objectContaining({ id: world.checkInId, answers: { weight: 80, adherence: 85, energy: 4, sleep: 7.5 } }),
    );
  });

  it("do not move a row into the caller's tenant", async () => {
    const own = await world.callers.otherCoach.get<{ id: string }>('/rest/v1/coaches');
    const answer = await world.callers.otherCoach.send('PATCH', `/rest/v1/coach_sessions/${world.sessionId}`, {
      coachId: own.body.id,
      status: 'completed',
    });
    expect(answer.status).toBe(404);
  });
});

describe('endpoints of the auth library', () => {
  /** Deliberately open without a session. All other endpoints need one or do not exist. */
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
    '/two-factor/verify-totp',
    '/two-factor/verify-backup-code',
    '/email-otp/send-verification-otp',
    '/sign-in/email-otp',
    '/sign-in/magic-link',
    '/magic-link/verify',
    '/passkey/generate-authenticate-options',
    '/passkey/verify-authentication',
    '/phone-number/send-code',
    '/sign-in/phone-number',
    '/ok',
    '/error',
  ]);
  const GUARDED = new Set([
    '/verify-password',
    '/two-factor/enable',
    '/two-factor/disable',
    '/two-factor/generate-backup-codes',
    '/two-factor/get-totp-uri',
    '/two-factor/send-otp',
    '/two-factor/verify-otp',
    '/email-otp/check-verification-otp',
    '/email-otp/verify-email',
    '/email-otp/request-password-reset',
    '/email-otp/reset-password',
    '/email-otp/request-email-change',
    '/email-otp/change-email',
    '/forget-password/email-otp',
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
    '/sign-in/sso',
    '/refresh-token',
    '/get-access-token',
    '/account-info',
    '/callback/:id',
    '/passkey/generate-register-options',
    '/passkey/verify-registration',
    '/passkey/list-user-passkeys',
    '/passkey/update-passkey',
    '/passkey/delete-passkey',
    '/phone-number/add',
    '/phone-number/verify',
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

  it('answer every single sign-on request with the message that it is not configured', async () => {
    const refusal = { status: 400, body: { message: 'Single sign-on is not configured' } };
    const { anonymous } = test;
    expect(await anonymous.send('POST', '/auth/v1/sign-in/sso', {})).toMatchObject(refusal);
    const social = { provider: 'google', callbackURL: '/' };
    expect(await anonymous.send('POST', '/auth/v1/sign-in/social', social)).toMatchObject(refusal);
    expect(await anonymous.get('/auth/v1/callback/google?code=1&state=2')).toMatchObject(refusal);
  });

  it('give no access to the account of an invited person', async () => {
    const answer = await test.anonymous.send('POST', '/auth/v1/sign-up/invited', {
      email: 'unknown@example.com',
      name: 'Unknown',
      password: 'long-enough-1',
    });
    expect(answer).toMatchObject({ status: 404, cookies: [] });
  });
});

describe('the file of clients', () => {
  it('is available only to the coach of the tenant', async () => {
    for (const name of CALLERS) {
      const { status } = await world.callers[name].get(`/exports/${world.coachId}/clients.csv`);
      const expected = name === 'anonymous' ? [401] : name === 'coach' ? [200] : [403, 404];
      expect(expected, `${name} got ${status}`).toContain(status);
    }
  });

  it.each(['status=all', 'sort=email', 'status=active&status=paused', 'q=%00', `q=${'x'.repeat(5000)}`])(
    'takes %s for what it is',
    async (query) => {
      const answer = await world.callers.coach.get(`/exports/${world.coachId}/clients.csv?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    },
  );
});

it.each([
  'leads.csv',
  'expenses.csv',
  'business-metrics.csv',
  'interactions.csv',
  'interactions.pdf',
  'performance.csv',
  'payments.csv',
])('the file %s is given to the coach of the tenant alone', async (file) => {
  for (const name of CALLERS) {
    const { status } = await world.callers[name].get(`/exports/${world.coachId}/${file}`);
    const expected = name === 'anonymous' ? [401] : name === 'coach' ? [200] : [403, 404];
    expect(expected, `${name} got ${status}`).toContain(status);
  }
});

it('the file of contacts is available to operators with access to contacts', async () => {
  for (const name of CALLERS) {
    const { status } = await world.callers[name].get('/exports/operator/contacts.csv');
    expect(status, name).toBe(name === 'anonymous' ? 401 : name === 'operator' ? 200 : 403);
  }
  for (const query of ['filter=gone', 'assignee=x', 'q=%00', `q=${'x'.repeat(5000)}`, 'filter=all&filter=new']) {
    const answer = await world.callers.operator.get(`/exports/operator/contacts.csv?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  }
});

describe('programs as files', () => {
  it('are available to the coach of the tenant, and to the client who follows them', async () => {
    const { coachId, programId, clientProgramId, callers } = world;
    const statusOf = async (name: CallerName, path: string) => (await callers[name].get(path)).status;
    for (const name of CALLERS) {
      const expected = name === 'anonymous' ? [401] : name === 'coach' ? [200] : [403, 404];
      expect(expected, name).toContain(await statusOf(name, `/exports/${coachId}/programs/${programId}.pdf`));
      const ofClient = `/exports/${coachId}/client-programs/${clientProgramId}.pdf`;
      expect(expected, name).toContain(await statusOf(name, ofClient));
    }
    // The calls above may have ended the first program.
    await aClientProgram(test, { of: world, endDay: '2099-01-18' });
    expect(await statusOf('client', '/exports/own/program.pdf')).toBe(200);
    expect(await statusOf('otherClient', '/exports/own/program.pdf')).toBe(404);
    expect(await statusOf('coach', '/exports/own/program.pdf')).toBe(403);
    expect(await statusOf('anonymous', '/exports/own/program.pdf')).toBe(401);
  });

  it.each(['x', "'; drop table programs; --", '%00', '%ED%A0%80', 'x'.repeat(5000)])(
    'are not found for the id %s',
    async (id) => {
      const { coachId, callers } = world;
      for (const kind of ['programs', 'client-programs', 'meal-plans']) {
        const { status } = await callers.coach.get(`/exports/${coachId}/${kind}/${encodeURIComponent(id)}.pdf`);
        expect([404, 414]).toContain(status);
      }
    },
  );
});

describe('a food log as a file', () => {
  it('is available to its client', async () => {
    const expected = { client: 200, otherClient: 200, coach: 403, anonymous: 401 } as const;
    for (const [name, status] of Object.entries(expected)) {
      expect((await world.callers[name as keyof typeof expected].get('/exports/own/food-log.zip')).status, name).toBe(
        status,
      );
    }
  });
});

describe('meal plans as files', () => {
  it('are available to the coach of the tenant, and to the client who follows them', async () => {
    const { coachId, mealPlanId, clientMealPlanId, callers } = world;
    const statusOf = async (name: CallerName, path: string) => (await callers[name].get(path)).status;
    for (const name of CALLERS) {
      const expected = name === 'anonymous' ? [401] : name === 'coach' ? [200] : [403, 404];
      for (const id of [mealPlanId, clientMealPlanId]) {
        expect(expected, name).toContain(await statusOf(name, `/exports/${coachId}/meal-plans/${id}.pdf`));
      }
    }
    expect(await statusOf('client', '/exports/own/meal-plan.pdf')).toBe(200);
    expect(await statusOf('otherClient', '/exports/own/meal-plan.pdf')).toBe(404);
    expect(await statusOf('coach', '/exports/own/meal-plan.pdf')).toBe(403);
    expect(await statusOf('anonymous', '/exports/own/meal-plan.pdf')).toBe(401);
  });
});

describe('routes', () => {
  it('are all known', () => {
    const urls = new Set(test.routes.map(({ url }) => url).filter((url) => !url.startsWith('/api/docs')));
    expect([...urls].sort()).toEqual([
      '/api/openapi.json',
      '/auth/v1/*',
      '/billing/invoices/:id.pdf',
      '/brands/:coachId/:source/:picture',
      '/c/:slug',
      '/c/:slug/book',
      '/c/:slug/confirm/:token',
      '/c/:slug/embed.js',
      '/calendar-feeds/:coachId/:secret.ics',
      '/calendar-sign-ins/:provider',
      '/crm/hubspot/callback',
      '/exports/:coachId/brand-preview/booking',
      '/exports/:coachId/brand-preview/form',
      '/exports/:coachId/brand-preview/mail',
      '/exports/:coachId/brand-preview/program.pdf',
      '/exports/:coachId/business-metrics.csv',
      '/exports/:coachId/client-programs/:id.pdf',
      '/exports/:coachId/clients.csv',
      '/exports/:coachId/expenses.csv',
      '/exports/:coachId/interactions.csv',
      '/exports/:coachId/interactions.pdf',
      '/exports/:coachId/invoices/:id.pdf',
      '/exports/:coachId/leads.csv',
      '/exports/:coachId/meal-plans/:id.pdf',
      '/exports/:coachId/payments.csv',
      '/exports/:coachId/performance.csv',
      '/exports/:coachId/programs/:id.pdf',
      '/exports/operator/audit-log.csv',
      '/exports/operator/contacts.csv',
      '/exports/own/data/:id.zip',
      '/exports/own/food-log.zip',
      '/exports/own/invoices/:id.pdf',
      '/exports/own/meal-plan.pdf',
      '/exports/own/program.pdf',
      '/exports/own/referrals/:id.pdf',
      '/functions/v1/*',
      '/healthz',
      '/links/reset-password',
      '/links/sign-in',
      '/links/verify-email',
      '/metrics',
      '/readyz',
      '/rest/v1/*',
      '/rest/v1/files',
      '/rest/v1/files/:coachId/:id',
      '/unsubscribe/:token',
      '/webhooks/stripe',
      '/webhooks/stripe-connect',
    ]);
  });

  it('count toward the share of failed requests, except health checks', () => {
    const paths = [...new Set(test.routes.map(({ url }) => url))];
    expect(paths.filter((url) => !isApiPath(url)).sort()).toEqual(['/healthz', '/metrics', '/readyz']);
    for (const path of ['/', '/pricing', '/assets/index-1.js', '/sw.js', '/coach/1/clients', '/client/x'])
      expect(isApiPath(path)).toBe(false);
  });

  it('refuse a page of another site with our cookie', async () => {
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

  it('refuse a body that is too large, broken or not JSON', async () => {
    const post = (payload: string, type = 'application/json') =>
      test.app.inject({ method: 'POST', url: '/rest/v1/clients', headers: { 'content-type': type }, payload });
    expect((await post('x'.repeat(4_200_000))).statusCode).toBe(413);
    expect((await post('{"a":')).statusCode).toBe(400);
    expect((await post('{"__proto__":{"role":"Operator"}}')).statusCode).toBe(400);
    expect((await post('<a/>', 'text/xml')).statusCode).toBe(415);
  });

  it('set security headers', async () => {
    const { headers } = await test.app.inject({ url: '/healthz' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toBeTruthy();
    const data = await test.app.inject({ url: '/rest/v1/session' });
    expect(data.headers['content-security-policy']).toContain("default-src 'none'");
    expect(data.headers['x-content-type-options']).toBe('nosniff');
  });

  it('show no outbox outside demo mode', async () => {
    expect((await test.anonymous.get('/dev/outbox.json')).status).toBe(404);
  });
});

describe('a session cookie', () => {
  it.each(['x', 'x.y', '%', 'a'.repeat(5000), 'sha256:abc.def'])(
    'that is forged (%s) opens no session',
    async (value) => {
      const response = await test.app.inject({
        url: '/rest/v1/user_roles',
        headers: { cookie: `stridewell.session_token=${value}` },
      });
      expect(response.statusCode).toBe(401);
    },
  );
});
