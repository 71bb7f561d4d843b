import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const PATHS = ['/metrics', '/dev/outbox', '/dev/outbox.json'];

let direct: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  [direct, proxied] = await Promise.all([
    createTestApp({ DEMO: 'true' }),
    createTestApp({ DEMO: 'true', TRUST_PROXY: 'loopback', METRICS_TOKEN: TOKEN }),
  ]);
});
afterAll(() => Promise.all([direct.close(), proxied.close()]));

type Headers = Record<string, string>;
const statuses = (test: TestApp, remoteAddress: string, headers: Headers = {}) =>
  Promise.all(
    PATHS.map(async (url) => {
      const { statusCode, body } = await test.app.inject({ url, remoteAddress, headers });
      if (statusCode !== 200) expect(body).not.toMatch(/process_cpu|"mails"|<article>/);
      return statusCode;
    }),
  );
const ALL = (status: number) => PATHS.map(() => status);

describe('metrics and the outbox', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('answer a caller at %s', async (address) => {
    expect(await statuses(direct, address)).toEqual(ALL(200));
    expect(await statuses(proxied, address)).toEqual(ALL(200));
  });

  it.each(['10.0.0.7', '203.0.113.9', '::ffff:10.0.0.7', '2001:db8::1'])('refuse a caller at %s', async (address) => {
    expect(await statuses(direct, address)).toEqual(ALL(401));
    expect(await statuses(proxied, address)).toEqual(ALL(401));
    expect(await statuses(direct, address, { 'x-forwarded-for': '127.0.0.1' })).toEqual(ALL(401));
    expect(await statuses(proxied, address, { 'x-forwarded-for': '127.0.0.1' })).toEqual(ALL(401));
  });

  it.each<Headers>([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy' },
  ])('refuse what a proxy on this machine forwards: %o', async (headers) => {
    expect(await statuses(direct, '127.0.0.1', headers)).toEqual(ALL(401));
    expect(await statuses(proxied, '127.0.0.1', headers)).toEqual(ALL(401));
  });

  it('answer a caller on this machine through a trusted proxy on it', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect(await statuses(proxied, '127.0.0.1', headers)).toEqual(ALL(200));
    expect(await statuses(direct, '127.0.0.1', headers)).toEqual(ALL(401));
  });

  it('refuse a page of another site whose name resolves to this machine', async () => {
    expect(await statuses(direct, '127.0.0.1', { host: 'evil.example:3000' })).toEqual(ALL(401));
  });

  it('answer callers anywhere with the right token, and none with another', async () => {
    const far = '203.0.113.9';
    for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) {
      expect(await statuses(proxied, far, { authorization })).toEqual(ALL(200));
    }
    const wrong = ['Bearer', 'Bearer ', 'Bearer undefined', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN];
    for (const authorization of wrong) {
      expect(await statuses(proxied, far, { authorization })).toEqual(ALL(401));
      expect(await statuses(direct, far, { authorization })).toEqual(ALL(401));
    }
    const { headers } = await proxied.app.inject({ url: '/metrics', remoteAddress: far });
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('need a token that cannot be guessed', async () => {
    await expect(createTestApp({ METRICS_TOKEN: 'short' })).rejects.toThrow('METRICS_TOKEN');
  });
});
