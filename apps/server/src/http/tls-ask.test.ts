import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HostedCoach } from '../core/hosts.ts';
import { createLogger } from '../platform/logger.ts';
import { listenForTlsAsk } from './tls-ask.ts';

const log = createLogger({ level: 'silent' });
const SERVED: HostedCoach = {
  coachId: 'a',
  domain: 'portal.example.org',
  origin: 'https://portal.example.org',
  isServed: true,
};

let answer: () => Promise<HostedCoach | null>;
let server: Awaited<ReturnType<typeof listenForTlsAsk>>;
beforeAll(async () => {
  const hosts = { coachOfHost: () => answer(), addressOf: async () => '' };
  server = await listenForTlsAsk({ hosts, log }, 0);
});
afterAll(() => server.close());
beforeEach(() => {
  answer = async () => SERVED;
});

const ask = (path: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });

describe('a proxy that asks about a certificate', () => {
  it('may get one for a domain that is served', async () => {
    expect(await ask('/tls-ask?domain=portal.example.org')).toBe(200);
  });

  it.each([
    '/',
    '/tls-ask',
    '/tls-ask?domain=',
    '/tls-ask?domain=PORTAL.example.org',
    '/tls-ask?domain=portal.example.org.',
    '/tls-ask?domain=portal.example.org:443',
    '/tls-ask?domain=portal.example.org&domain=portal.example.org',
    '/tls-ask?domain=127.0.0.1',
    '/tls-ask?domain=localhost',
    '/tls-ask?domain=b%C3%BCcher.example',
    '/tls-ask?domain=%00',
    '/tls-ask?domain=%ff',
    `/tls-ask?domain=${'a'.repeat(3000)}`,
    '/tls-ask/?domain=portal.example.org',
    '//tls-ask?domain=portal.example.org',
    '/healthz',
  ])('gets nothing for %.60s', async (path) => {
    expect(await ask(path)).toBe(404);
  });

  it.each(['HEAD', 'POST', 'PUT', 'OPTIONS'])('gets nothing with %s', async (method) => {
    expect(await ask('/tls-ask?domain=portal.example.org', method)).toBe(404);
  });

  it.each<[string, HostedCoach | null]>([
    ['an unknown domain', null],
    ['a coach without the plan', { ...SERVED, isServed: false }],
    ['another domain', { ...SERVED, domain: 'other.example.org' }],
  ])('gets nothing for %s', async (_kind, found) => {
    answer = async () => found;
    expect(await ask('/tls-ask?domain=portal.example.org')).toBe(404);
  });

  it('gets nothing while the database is away', async () => {
    answer = async () => {
      throw new Error('connection lost');
    };
    expect(await ask('/tls-ask?domain=portal.example.org')).toBe(503);
  });
});

it('says which port is taken', async () => {
  const hosts = { coachOfHost: () => answer(), addressOf: async () => '' };
  await expect(listenForTlsAsk({ hosts, log }, server.port)).rejects.toThrow(`TLS_ASK_PORT ${server.port}`);
});
