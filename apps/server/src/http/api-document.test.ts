import { randomUUID } from 'node:crypto';
import { contract } from '@stridewell/contract/router';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components, paths } from '../../test/api-types.gen.d.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../test/app.ts';
import { aClient, aCoach } from '../../test/people.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** A client whose types were generated from the document: `npm run check:types` checks what this file expects of it. */
const clientWith = (cookie = '') =>
  createClient<paths>({ baseUrl: address, headers: { cookie, origin: 'http://localhost:3000' } });

async function signIn(email: string) {
  const { data, error, response } = await clientWith().POST('/auth/v1/sign-in/email', {
    body: { email, password: PASSWORD },
  });
  if (!data) throw new Error(error.message);
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { user: data.user, client: clientWith(cookie.join('; ')) };
}

describe('a client typed by the document', () => {
  it('signs in, reads and writes', async () => {
    const coach = await aCoach(test);
    const { clientId } = await aClient(test, { of: coach, person: { name: 'Ada Lane' } });
    const { user, client } = await signIn(coach.email);
    expect(user.email satisfies string).toBe(coach.email);

    const { data: list } = await client.GET('/rest/v1/client_coach_relationships', {
      params: { query: { coachId: coach.id, sort: 'name' } },
    });
    const [first] = list?.clients ?? [];
    expect(first satisfies components['schemas']['ClientSummary'] | undefined).toMatchObject({ fullName: 'Ada Lane' });
    expect(list?.seats.used satisfies number | undefined).toBe(1);

    const id = randomUUID();
    const note = { coachId: coach.id, id, text: 'Prefers mornings', day: '2026-03-02', pinned: true };
    const { data: saved } = await client.POST('/rest/v1/clients/{clientId}/notes', {
      params: { path: { clientId } },
      body: note,
    });
    expect(saved).toMatchObject({ id, text: 'Prefers mornings', pinned: true });
    const { data: read } = await client.GET('/rest/v1/clients/{clientId}/notes', {
      params: { path: { clientId }, query: { coachId: coach.id } },
    });
    expect(read?.notes.map(({ text }) => text satisfies string)).toEqual(['Prefers mornings']);

    // @ts-expect-error A note has no field of this name.
    expect(read?.notes[0]?.title).toBeUndefined();
  });

  it('gets refusals that their codes tell apart', async () => {
    const coach = await aCoach(test);
    const known = await aClient(test, { of: coach, person: { name: 'Ada Lane' } });
    const { client } = await signIn(coach.email);
    const add = (fullName: string, email: string) =>
      client.POST('/rest/v1/clients', { body: { coachId: coach.id, clientId: randomUUID(), fullName, email } });

    const { error: duplicate, response } = await add('Ada Lane', known.email);
    expect(response.status).toBe(409);
    if (duplicate?.code !== 'DUPLICATE_CLIENT') throw new Error(`answered ${duplicate?.code}`);
    expect(duplicate.data.fullName satisfies string).toBe('Ada Lane');
    expect(duplicate.data.clientId).toBe(known.clientId);

    const { error: invalid } = await add('', known.email);
    if (invalid?.code !== 'BAD_REQUEST') throw new Error(`answered ${invalid?.code}`);
    expect(invalid.data?.issues?.map(({ path }) => path?.join('.'))).toEqual(['fullName']);

    const { error: stranger } = await clientWith().GET('/rest/v1/account/security');
    expect(stranger).toMatchObject({ code: 'UNAUTHORIZED', status: 401, defined: true });
    const { error: other } = await clientWith().GET('/auth/v1/list-sessions');
    expect(other?.message satisfies string | undefined).toBeTruthy();
  });
});

type Operation = { operationId: string; summary: string; security?: object[]; responses: Record<string, object> };
type Document = { paths: Record<string, Record<string, Operation>>; components: { securitySchemes: object } };

describe('the document', () => {
  it('describes each procedure with who may call it and its own refusals', async () => {
    const { body } = await test.anonymous.get<Document>('/api/openapi.json');
    const operations = Object.values(body.paths).flatMap((item) => Object.values(item));
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    expect(byId.size).toBe(operations.length);
    const procedures = Object.entries(contract).flatMap(([feature, all]) =>
      Object.entries(all).map(([name, { '~orpc': procedure }]) => ({ id: `${feature}.${name}`, ...procedure })),
    );
    for (const { id, route, meta, errorMap } of procedures) {
      const found = byId.get(id);
      expect(found?.summary, id).toBe(route.summary);
      expect(found?.security ?? 'session', id).toEqual(meta.allow === 'visitor' ? [{}, { session: [] }] : 'session');
      const statuses = Object.entries<{ status: number }>(errorMap)
        .filter(([code]) => code !== 'UNAUTHORIZED' && code !== 'ID_TAKEN')
        .map(([, { status }]) => String(status));
      expect(Object.keys(found?.responses ?? {}), id).toEqual(expect.arrayContaining(statuses));
    }
    expect(body.components.securitySchemes).toMatchObject({ session: { in: 'cookie', type: 'apiKey' } });
  });

  it('is what the reference page shows, under a policy that runs no foreign script', async () => {
    const page = await test.app.inject('/api/docs');
    expect(page.body).toContain('<title>Stridewell API</title>');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'; (?!.*script-src)/);
    const { headers } = await test.app.inject('/api/docs/json');
    expect(headers.location).toBe('/api/openapi.json');
  });
});
