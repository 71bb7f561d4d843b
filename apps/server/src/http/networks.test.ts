import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
let url: string;
beforeAll(async () => {
  test = await createTestApp({ TRUST_PROXY: '1' });
  url = await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

type Ask = (address: string) => Promise<{ status: number }>;

const ask =
  (method: 'GET' | 'POST', path: string, body?: object): Ask =>
  (address) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'x-forwarded-for': address, connection: 'close', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

const WAYS: [string, number, number, Ask][] = [
  ['a procedure', 60, 429, ask('GET', '/rest/v1/demo_slots')],
  ["a coach's public page", 60, 429, ask('GET', '/c/nowhere')],
  ['the auth library', 30, 429, ask('POST', '/auth/v1/reset-password', { newPassword: 'x', token: 'y' })],
  ['a socket', 600, 403, ask('GET', '/rest/v1/socket/?EIO=4&transport=polling')],
];

it.each(WAYS)('%s counts all addresses of one /64 together', async (_name, max, status, request) => {
  for (let sent = 0; sent < max; sent += 30) {
    const addresses = Array.from({ length: 30 }, (_, index) => `2001:db8:1:2::${(sent + index).toString(16)}`);
    const answers = await Promise.all(addresses.map(request));
    expect(answers.filter((answer) => answer.status === status)).toEqual([]);
  }
  expect((await request('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(status);
  expect((await request('2001:db8:1:3::1')).status).not.toBe(status);
});
