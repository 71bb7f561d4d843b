import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '@stridewell/contract/router';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aSecondStep } from '../../../test/factories/platform.ts';
import { aCoach, anOperator, aSession, type Person } from '../../../test/people.ts';
import { CASES } from '../../../test/security-cases.ts';
import { createSession } from '../../../test/stored-sessions.ts';
import { PDF, uploadFile } from '../../../test/uploads.ts';
import { createWorld, fingerprint, type World } from '../../../test/world.ts';
import { userRoles, users } from '../../core/people/people.table.ts';
import { sessionCookieName } from '../../platform/http/session-cookie.ts';
import { endExpiredView } from './accounts.view.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The error format of procedures, the only one that the web app reads. */
const REFUSAL = {
  defined: true,
  code: 'VIEWING',
  status: 403,
  message: 'You are viewing this account, so nothing can be changed.',
};

const reason = 'You wrote that your calendar looks wrong.';
const STOP = '/rest/v1/operator/view/stop';
type Session = { user: { id: string }; role: string; viewingUntil: string | null } | null;
const sessionOf = async (caller: Caller) => (await caller.get<Session>('/rest/v1/session')).body;
const start = ({ caller }: { caller: Caller }, userId: string) =>
  caller.send<{ until?: string; message?: string }>('POST', `/rest/v1/operator/accounts/${userId}/views`, { reason });
const actionsAbout = async (coach: Person) => {
  const { entries } = await coach.api.audit.listOwnEntries({});
  return entries.map(({ action, actor }) => `${action} by ${actor}`);
};

/** An operator who views as a coach. */
async function aView() {
  const [operator, coach] = [await anOperator(test), await aCoach(test)];
  expect((await start(operator, coach.id)).status).toBe(200);
  return { operator, coach };
}

describe('viewing as a coach', () => {
  it('shows the coach’s session for 15 minutes, and returns to the operator’s own', async () => {
    const { operator, coach } = await aView();
    const viewed = await sessionOf(operator.caller);
    expect(viewed).toMatchObject({ user: { id: coach.id }, role: 'Coach-Pro' });
    const left = Date.parse(viewed?.viewingUntil ?? '') - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    expect((await sessionOf(coach.caller))?.viewingUntil).toBeNull();
    const stopped = await operator.caller.send('POST', STOP, {});
    expect(stopped).toMatchObject({ status: 200, body: { userId: coach.id } });
    expect(await sessionOf(operator.caller)).toMatchObject({ user: { id: operator.id }, viewingUntil: null });
    expect((await operator.caller.send('POST', STOP, {})).status).toBe(403);
    expect(await actionsAbout(coach)).toEqual(['account.view_ended by operator', 'account.view_started by operator']);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('is for active coaches only, and not for operators', async () => {
    const operator = await anOperator(test);
    const pending = await aCoach(test, { status: 'pending' });
    expect((await start(operator, pending.id)).status).toBe(409);
    expect((await start(operator, operator.id)).status).toBe(403);
    const billing = await anOperator(test, { operatorRole: 'billing' });
    expect((await start(billing, (await aCoach(test)).id)).status).toBe(403);
    expect(await sessionOf(operator.caller)).toMatchObject({ user: { id: operator.id } });
  });

  it('needs a reason', async () => {
    const [operator, coach] = [await anOperator(test), await aCoach(test)];
    const path = `/rest/v1/operator/accounts/${coach.id}/views`;
    expect((await operator.caller.send('POST', path, { reason: ' ' })).status).toBe(400);
  });

  it('starts once for two concurrent requests', async () => {
    const [operator, coach] = [await anOperator(test), await aCoach(test)];
    const answers = await Promise.all([start(operator, coach.id), start(operator, coach.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await actionsAbout(coach)).toEqual(['account.view_started by operator']);
    const other = await start(operator, (await aCoach(test)).id);
    expect(other).toMatchObject({ status: 403, body: { code: 'VIEWING' } });
  });

  it('does not affect other sessions of the operator', async () => {
    const { operator } = await aView();
    const value = await createSession(test.owner, operator.id, test.services.secret);
    const other = test.withCookies(`${sessionCookieName(test.services.env.appUrl)}=${value}`);
    expect(await sessionOf(other)).toMatchObject({ user: { id: operator.id }, viewingUntil: null });
  });

  const over = async ({ operator }: { operator: Person }) =>
    expect(await sessionOf(operator.caller)).not.toMatchObject({ role: 'Coach-Pro' });

  it('expires with an entry in the audit log, and can start again', async () => {
    const view = await aView();
    const expire = () =>
      test.owner.execute<{ id: string }>(sql`
        update account_views set ends_at = now() - interval '1 second' where operator_id = ${view.operator.id} returning id`);
    const { rows } = await expire();
    await over(view);
    const ended = { viewId: rows[0]?.id ?? '', operatorId: view.operator.id };
    await endExpiredView(test.services, ended);
    await endExpiredView(test.services, ended);
    expect((await start(view.operator, view.coach.id)).status).toBe(200);
    await expire();
    // The job has not run yet.
    expect((await start(view.operator, view.coach.id)).status).toBe(200);
    const names = (await actionsAbout(view.coach)).map((entry) => entry.split('_').at(-1)?.split(' ')[0]);
    expect(names).toEqual(['started', 'ended', 'started', 'ended', 'started']);
  });

  it('ends with the right of the operator, the second step, and the role of the coach', async () => {
    const demoted = await aView();
    const changed = test.owner.update(userRoles).set({ operatorRole: 'billing' });
    await changed.where(eq(userRoles.userId, demoted.operator.id));
    await over(demoted);
    const weak = await aView();
    await test.owner.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, weak.operator.id));
    await over(weak);
    const gone = await aView();
    await gone.coach.api.identity.deleteAccount({ password: 'correct-horse-1', confirmation: 'DELETE' });
    await over(gone);
  });
});

/** Another session of the same person. */
async function elsewhere({ id }: Person): Promise<Caller> {
  const value = await createSession(test.owner, id, test.services.secret);
  return test.withCookies(`${sessionCookieName(test.services.env.appUrl)}=${value}`);
}
const sessionIdOf = async (operator: Person): Promise<string> => {
  const { rows } = await test.owner.execute<{ id: string }>(
    sql`select session_id as id from account_views where operator_id = ${operator.id}`,
  );
  return rows[0]?.id ?? '';
};
const changeRole = async ({ id }: Person, role: 'support' | 'billing') =>
  (await anOperator(test)).api.operator.changeOperatorRole({ userId: id, role, from: 'admin' });

describe('the end of a view is in the audit log at once', () => {
  it.each<[string, (view: { operator: Person; coach: Person }) => Promise<unknown>]>([
    ['by the sign-out', ({ operator }) => operator.caller.send('POST', '/auth/v1/sign-out', {})],
    [
      'by the end of all other sessions',
      async ({ operator }) => (await elsewhere(operator)).send('POST', '/auth/v1/revoke-other-sessions', {}),
    ],
    [
      'by the end of all sessions',
      async ({ operator }) => (await elsewhere(operator)).send('POST', '/auth/v1/revoke-sessions', {}),
    ],
    [
      'by the end of the session in the settings',
      async ({ operator }) => {
        const sessionId = await sessionIdOf(operator);
        return (await elsewhere(operator)).api.identity.endSession({ sessionId });
      },
    ],
    [
      'by a new password',
      async ({ operator }) =>
        (await elsewhere(operator)).send('POST', '/auth/v1/change-password', {
          currentPassword: PASSWORD,
          newPassword: 'another-horse-2',
        }),
    ],
    [
      'by turning two-factor sign-in off',
      async ({ operator }) => {
        const other = await elsewhere(operator);
        await aSecondStep(test, { of: operator });
        return other.send('POST', '/auth/v1/two-factor/disable', { password: PASSWORD });
      },
    ],
    ['by a role without the right', ({ operator }) => changeRole(operator, 'billing')],
    [
      'by the removal of the operator',
      async ({ operator }) =>
        (await anOperator(test)).api.operator.removeOperator({ userId: operator.id, from: 'admin' }),
    ],
  ])('%s', async (_, end) => {
    const view = await aView();
    await end(view);
    expect(await sessionOf(view.operator.caller)).not.toMatchObject({ user: { id: view.coach.id } });
    const [newest, ...earlier] = await actionsAbout(view.coach);
    expect(newest).toBe('account.view_ended by operator');
    expect(earlier).toEqual(['account.view_started by operator']);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('by the deletion of the coach', async () => {
    const { coach } = await aView();
    await coach.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
    const { rows } = await test.owner.execute<{ action: string }>(
      sql`select action from audit_entries where chain_id = ${coach.id} order by seq`,
    );
    const actions = rows.map(({ action }) => action);
    expect(actions).toContain('account.view_ended');
    expect(actions.filter((action) => action === 'account.view_ended')).toHaveLength(1);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('but not when the operator gets another role with the right', async () => {
    const { operator, coach } = await aView();
    await changeRole(operator, 'support');
    expect(await sessionOf(operator.caller)).toMatchObject({ user: { id: coach.id } });
    expect(await actionsAbout(coach)).toEqual(['account.view_started by operator']);
  });
});

describe('while viewing', () => {
  let world: World;
  let viewer: Caller;
  beforeAll(async () => {
    world = await createWorld(test);
    viewer = world.callers.operator;
    const answer = await start({ caller: viewer }, world.coachId);
    expect(answer.status).toBe(200);
  });

  const methods = new Map<string, string>(
    Object.entries(contract).flatMap(([feature, procedures]) =>
      Object.entries(procedures).flatMap(([name, value]) =>
        isContractProcedure(value) ? [[`${feature}.${name}`, value['~orpc'].route.method ?? 'POST']] : [],
      ),
    ),
  );
  const isRead = ([name]: [string, unknown]) => methods.get(name) === 'GET';
  const cases = Object.entries(CASES);

  it('no procedure writes', async () => {
    const before = await everything();
    for (const [name, { call }] of cases.filter((entry) => !isRead(entry) && entry[0] !== 'accounts.stopViewing')) {
      expect(await call(viewer, world), name).toMatchObject({ status: 403, body: REFUSAL });
    }
    expect(await everything()).toBe(before);
  });

  it('every reading procedure answers or is withheld, and stores nothing', async () => {
    const before = await everything();
    const shown: string[] = [];
    for (const [name, { call }] of cases.filter(isRead)) {
      const { status, body } = await call(viewer, world);
      expect([200, 403, 404], `${name}: ${JSON.stringify(body).slice(0, 200)}`).toContain(status);
      if (status === 200) shown.push(name);
    }
    expect(await everything()).toBe(before);
    const withheld = [
      'clients.listClients',
      'performance.getPerformance',
      'metrics.getClientMetrics',
      'clients.getClient',
      'records.getClientRecord',
      'onboarding.getOnboarding',
      'progress.listPhotos',
      'progress.getProgress',
      'messages.listMessages',
      'messages.listConversations',
      'messages.searchMessages',
      'checkins.listCheckIns',
      'workouts.listClientWorkouts',
      'clients.listNotes',
      'identity.getSecurity',
      'operator.getOverview',
      'accounts.listAccounts',
    ];
    expect(shown.filter((name) => withheld.includes(name))).toEqual([]);
    expect(shown).toEqual(
      expect.arrayContaining(['calendar.getCalendar', 'money.getMoney', 'metrics.getBusinessMetrics']),
    );
  });

  it('no answer contains the name or a contact detail of a client, a lead or a guest', async () => {
    const { coachId } = world;
    await test.owner.execute(sql`update client_coach_relationships set full_name = 'Zelda Clientname',
      email = 'zelda-' || client_id || '@clientmail.example' where coach_id = ${coachId}`);
    await test.owner.execute(sql`update leads set name = 'Yorick Leadname', phone = '+1 555 0100',
      email = 'yorick-' || id || '@leadmail.example' where coach_id = ${coachId}`);
    await test.owner.execute(
      sql`update coach_sessions set client_name = 'Zelda Clientname' where coach_id = ${coachId}`,
    );
    const guest = { clientId: null, clientName: 'Xavier Guestname', sessionType: 'Trial session' };
    await aSession(test, { by: { coachId, clientId: world.clientId }, at: new Date(), ...guest });
    const people = /Clientname|clientmail|Leadname|leadmail|555 0100|Guestname/;
    const naming: string[] = [];
    for (const [name, { call }] of cases.filter(isRead)) {
      const { status, body } = await call(viewer, world);
      if (status === 200 && people.test(JSON.stringify(body))) naming.push(name);
    }
    expect(naming).toEqual([]);
    const path = `/rest/v1/coach_sessions?coachId=${coachId}&from=${dayFrom(-2)}&to=${dayFrom(2)}`;
    expect(JSON.stringify((await world.callers.coach.get(path)).body)).toMatch(
      /Clientname.*Guestname|Guestname.*Clientname/,
    );
    const { body } = await viewer.get<{ sessions: { clientName: string }[] }>(path);
    const names = new Set(body.sessions.map(({ clientName }) => clientName));
    expect(names).toEqual(new Set([`Client ${world.clientId.slice(-4)}`, 'Name hidden']));
    const board = await viewer.get<{ columns: { leads: { name: string; email: string }[] }[] }>(
      `/rest/v1/leads/board?coachId=${coachId}`,
    );
    const leads = board.body.columns.flatMap(({ leads: column }) => column);
    expect(leads.find(({ name }) => name === `Lead ${world.leadId.slice(-4)}`)?.email).toBe('');
  });

  it('the dashboard shows sessions, leads and revenue, and nothing about how clients are doing', async () => {
    const path = `/rest/v1/dashboards/coach/${world.coachId}`;
    const { body } = await viewer.get<Record<string, { state: string }>>(path);
    const states = Object.entries(body).flatMap(([card, { state }]) => (state ? [`${card} ${state}`] : []));
    expect(states.sort()).toEqual([
      'agenda withheld',
      'clientMetrics withheld',
      'cover ready',
      'pipeline ready',
      'revenue ready',
      'suggestions withheld',
      'upcoming ready',
    ]);
    const own = await world.callers.coach.get<Record<string, { state: string }>>(path);
    expect(own.body.agenda?.state).toBe('ready');
  });

  it('notes of sessions are not shown', async () => {
    const path = `/rest/v1/calendar?coachId=${world.coachId}&from=${dayFrom(-2)}&to=${dayFrom(2)}`;
    await test.owner.execute(sql`update coach_sessions set notes = 'Knee hurts' where coach_id = ${world.coachId}`);
    expect(JSON.stringify((await world.callers.coach.get(path)).body)).toContain('Knee hurts');
    const { body } = await viewer.get(path);
    expect(JSON.stringify(body)).toContain('Not shown to operators.');
    expect(JSON.stringify(body)).not.toContain('Knee hurts');
  });

  it('no other route writes or shows files', async () => {
    const before = await everything();
    const sends = [
      '/auth/v1/change-password',
      '/auth/v1/update-user',
      '/auth/v1/sign-in/email',
      '/auth/v1/revoke-sessions',
      '/webhooks/stripe',
      '/functions/v1/create-checkout',
      '/rest/v1/unknown',
    ];
    for (const path of sends) expect(await viewer.send('POST', path, {}), path).toMatchObject({ status: 403 });
    const owner = world.callers.coach;
    const { coachId, clientId, programId, clientProgramId, invoiceId } = world;
    const id = randomUUID();
    const gets = [
      `/rest/v1/files/${coachId}/${id}`,
      ...['clients', 'leads', 'expenses', 'performance', 'payments'].map((file) => `/exports/${coachId}/${file}.csv`),
      `/exports/${coachId}/business-metrics.csv?from=2026-01-01&to=2026-01-31`,
      `/exports/${coachId}/programs/${programId}.pdf`,
      `/exports/${coachId}/client-programs/${clientProgramId}.pdf`,
      `/exports/${coachId}/invoices/${invoiceId}.pdf`,
    ];
    expect((await uploadFile(test, viewer, PDF, { coachId, clientId, id })).status).toBe(403);
    for (const path of [...gets, '/auth/v1/get-session', '/links/verify-email?token=x']) {
      expect(await viewer.get(path), path).toMatchObject({ status: 403, body: { code: 'VIEWING' } });
    }
    expect(await everything()).toBe(before);
    expect((await uploadFile(test, owner, PDF, { coachId, clientId, id })).status).toBe(200);
    for (const path of gets) expect((await owner.get(path)).status, path).toBe(200);
  });

  it('the coach can still write', async () => {
    const answer = await CASES['dashboard.dismissFollowUp']?.call(world.callers.coach, world);
    expect(answer?.status).toBe(200);
  });
});

const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Contents of the tenant tables, and of tables that a read could change. */
const everything = async () => {
  const { rows } = await test.owner.execute<{ all: string }>(sql`select md5(string_agg(t, '|' order by t)) as all from (
    select m::text as t from client_metrics m union all select p::text from pipeline_metrics p
    union all select r::text from read_markers r union all select n::text from notifications n
    union all select a::text from audit_entries a union all select v::text from adjustment_reviews v
    union all select u::text from users u union all select s::text from preferences s) rows`);
  return `${await fingerprint(test)} ${rows[0]?.all}`;
};
