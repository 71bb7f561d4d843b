import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { aClient, aCoach, type Client, type Coach } from './people.ts';
import { PDF, uploadFile } from './uploads.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});
afterAll(() => test.close());

const cacheControlOf = async (url: string, method: 'GET' | 'POST' = 'GET', cookie = coach.caller.cookie) => {
  const headers = { origin: 'http://localhost:3000', ...(cookie && { cookie }) };
  return (await test.app.inject({ method, url, headers })).headers['cache-control'];
};

it.each([
  ['GET', '/rest/v1/session'],
  ['GET', '/rest/v1/coaches'],
  ['GET', '/rest/v1/client_coach_relationships?coachId=x'],
  ['GET', '/rest/v1/nowhere'],
  ['POST', '/rest/v1/messages'],
  ['POST', '/rest/v1/files'],
  ['GET', '/rest/v1/%zz'],
  ['GET', '/rest/v1/%00'],
  ['POST', '/functions/v1/create-checkout'],
  ['GET', '/functions/v1/nowhere'],
  ['GET', '/auth/v1/get-session'],
  ['GET', '/auth/v1/nowhere'],
  ['POST', '/auth/v1/sign-in/email'],
  ['GET', '/links/reset-password?token=x'],
  ['GET', '/exports/own/program.pdf'],
] as const)('no browser keeps the answer to %s %s', async (method, url) => {
  expect(await cacheControlOf(url, method)).toContain('no-store');
  expect(await cacheControlOf(url, method, '')).toContain('no-store');
});

it('a file is cached for its reader, and an answer without it is not', async () => {
  const id = randomUUID();
  const of = { coachId: coach.id, clientId: client.clientId };
  const url = `/rest/v1/files/${coach.id}/${id}`;
  expect((await uploadFile(test, client.caller, PDF, { ...of, id })).status).toBe(200);
  expect(await cacheControlOf(url)).toBe('private, max-age=3600');
  expect(await cacheControlOf(url, 'GET', '')).toBe('no-store');
  expect(await cacheControlOf(`/rest/v1/files/${coach.id}/${randomUUID()}`)).toBe('no-store');
  await rm(path.join(test.services.env.dataDir, 'files'), { recursive: true });
  const lost = await test.app.inject({ url, headers: { cookie: coach.caller.cookie ?? '' } });
  expect(lost.statusCode).toBeGreaterThanOrEqual(400);
  expect(lost.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(lost.headers).not.toHaveProperty('etag');
});
