import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { aCoach } from './people.ts';

let test: TestApp;
let port: number;
const outside: unknown[] = [];
const note = (error: unknown) => void outside.push(error);
beforeAll(async () => {
  test = await createTestApp();
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await test.close();
});

beforeEach(() => void test.logLines.splice(0));

type Line = { level: number; msg: string };
/** Errors in the log, and uncaught errors. */
const problems = () => [
  ...outside,
  ...test.logLines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ level, msg }) => level >= 50 || msg === 'request failed for now'),
];

/** Sends bytes and reads until the server closes the connection, or closes it at once. */
async function talk(bytes: string | Buffer, { cut = false } = {}): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  await new Promise((resolve) => socket.write(bytes, resolve));
  if (cut) socket.destroy();
  else socket.setTimeout(5000, () => socket.destroy());
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** A request that closes its connection. */
const request = (start: string, headers: readonly string[] = [], body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(
      [
        `${start} HTTP/1.1`,
        ...(headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: localhost:3000']),
        'Connection: close',
        ...(headers.some((header) => /^(content-length|transfer-encoding):/i.test(header)) || body.length === 0
          ? []
          : [`Content-Length: ${Buffer.byteLength(body)}`]),
        ...headers,
        '\r\n',
      ].join('\r\n'),
      'latin1',
    ),
    Buffer.from(body),
  ]);

const JSON_TYPE = 'Content-Type: application/json';
const COOKIES = ['%', '%00', '%E0%A4%A', 'a.b', '\xff\xfe', '='.repeat(3000), 'x'.repeat(7000), ';;;', '__proto__=1'];
const PATHS = [
  '/rest/v1/session',
  '/rest/v1/clients',
  '/auth/v1/get-session',
  '/auth/v1/sign-in/email',
  '/functions/v1/create-checkout',
  '/webhooks/stripe',
  '/webhooks/stripe-connect',
  '/links/verify-email?token=x',
  '/c/nowhere',
  '/exports/x/clients.csv',
  '/rest/v1/socket?EIO=4&transport=polling',
  '/nowhere',
];
const answered = async (...all: Buffer[]) => {
  for (const one of all) expect(await talk(one)).toMatch(/^HTTP\/1\.1 [234]\d\d /);
};

it.each<[string, () => Promise<unknown>]>([
  [
    'cookies that are none',
    () =>
      answered(
        ...PATHS.flatMap((path) =>
          COOKIES.map((value) =>
            request(`GET ${path}`, [
              `Cookie: stridewell.session_token=${value}; stridewell.session_data=${value}; stridewell.two_factor=${value}`,
            ]),
          ),
        ),
      ),
  ],
  [
    'bodies that are none',
    () =>
      answered(
        ...PATHS.flatMap((path) =>
          ['{', 'null', '[]', '{"a":"\\u0000"}', '\xff\xfe', '{"__proto__":1}', '['.repeat(1000)].map((body) =>
            request(`POST ${path}`, [JSON_TYPE], Buffer.from(body, 'latin1')),
          ),
        ),
      ),
  ],
  [
    'types that are none',
    () =>
      answered(
        ...PATHS.flatMap((path) =>
          [
            '',
            '/',
            'a/b',
            'text/plain',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
            'application/json;;',
            'application/x-www-form-urlencoded',
          ].map((type) => request(`POST ${path}`, [`Content-Type: ${type}`], '--x\r\n\r\n')),
        ),
      ),
  ],
  [
    'sign-ins, addresses and links that are none',
    () =>
      answered(
        ...[
          ['sign-in/email', { email: 'x', password: 'y' }],
          ['sign-in/email', { email: 'unknown@example.com', password: 'y' }],
          ['sign-in/email', { email: {}, password: [] }],
          ['sign-in/email', { email: 'a@example.com', password: 'x', callbackURL: 'https://evil.example' }],
          ['sign-up/email', { email: 'x', password: 'long-enough-1', name: 'A' }],
          ['request-password-reset', { email: 'x', redirectTo: '//evil.example' }],
          ['reset-password', { newPassword: 'long-enough-1', token: 'x' }],
          ['sign-in/magic-link', { email: 'x', callbackURL: 'x' }],
          ['sign-in/social', { provider: 'google' }],
          ['two-factor/verify-totp', { code: '123456' }],
          ['two-factor/verify-backup-code', { code: 'x' }],
          ['delete-user', {}],
          ['change-email', { newEmail: 'x' }],
        ].map(([path, body]) => request(`POST /auth/v1/${path}`, [JSON_TYPE], JSON.stringify(body))),
        ...[
          'verify-email?token=x',
          'verify-email?token=a.b.c',
          'verify-email?token=x&callbackURL=//evil.example',
          'callback/google?state=x',
          'magic-link/verify?token=x',
          'reset-password/x?callbackURL=https://evil.example',
          'error?error=%3Cscript%3E',
        ].map((path) => request(`GET /auth/v1/${path}`)),
      ),
  ],
  [
    'addresses that cannot be read',
    () =>
      answered(
        ...[
          '/%',
          '/rest/v1/%zz',
          '/%ED%A0%80',
          '/rest/v1/%C0%80',
          '/auth/v1/%',
          '/c/%',
          '/exports/%/clients.csv',
          '//',
          '/auth/v1/..%2f',
          'http://[::/auth/v1/ok',
          'http://evil.example/auth/v1/ok',
          'http://evil.example/rest/v1/session',
          '*',
          `/rest/v1/${'a'.repeat(9000)}`,
          `/c/${'a'.repeat(3000)}`,
        ].flatMap((path) => ['GET', 'OPTIONS'].map((method) => request(`${method} ${path}`))),
      ),
  ],
  [
    'methods that no route has',
    () =>
      answered(
        ...PATHS.flatMap((path) =>
          ['TRACE', 'PUT', 'DELETE', 'PROPFIND', 'OPTIONS', 'HEAD', 'QUERY'].map((method) =>
            request(`${method} ${path}`),
          ),
        ),
      ),
  ],
  [
    'bytes that are no HTTP',
    async () => {
      for (const bytes of [
        '\x16\x03\x01\x02\x00\x01',
        'hello\r\n\r\n',
        'GET\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        '\x00'.repeat(500),
        'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      ])
        await talk(Buffer.from(bytes, 'latin1'));
    },
  ],
  [
    'headers that are too large or contradict each other',
    async () => {
      await talk(request('GET /rest/v1/session', [`X-A: ${'x'.repeat(40_000)}`]));
      await talk(request('GET /rest/v1/session', [`Cookie: ${'a=b; '.repeat(10_000)}`]));
      await talk(
        request('POST /rest/v1/clients', [JSON_TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      );
      await talk(request('POST /rest/v1/clients', [JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'));
      await talk(request('POST /rest/v1/clients', [JSON_TYPE, 'Content-Length: 99999999999'], '{}'));
      await talk(request('POST /rest/v1/clients', [JSON_TYPE, 'Content-Encoding: gzip'], '{}'));
      await talk(request('POST /rest/v1/clients', [JSON_TYPE, 'Expect: something'], '{}'));
      await talk(request('GET /rest/v1/session', ['Host: \xff[', 'X-Forwarded-For: x', 'Origin: null']));
    },
  ],
  [
    'garbage behind a good request',
    async () => {
      const good = 'GET /rest/v1/session HTTP/1.1\r\nHost: localhost\r\n\r\n';
      for (const rest of [
        'garbage\r\n\r\n',
        '\x00\x01\x02',
        'POST /rest/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      ])
        await talk(Buffer.from(good.repeat(5) + rest, 'latin1'));
    },
  ],
  [
    'webhooks that are forged',
    () =>
      answered(
        ...['/webhooks/stripe', '/webhooks/stripe-connect'].flatMap((path) =>
          ['', 'x', 't=1,v1=x', `t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(64)}`].map((signature) =>
            request(`POST ${path}`, [JSON_TYPE, `Stripe-Signature: ${signature}`], '{"id":"evt_1","a":"\\u0000"}'),
          ),
        ),
      ),
  ],
  [
    'sockets that do not shake hands',
    async () => {
      const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      const at = '/rest/v1/socket?EIO=4&transport=websocket';
      for (const headers of [
        upgrade,
        [...upgrade, 'Origin: https://evil.example'],
        [...upgrade, 'Sec-WebSocket-Key: x'],
        [...upgrade, 'Origin: http://localhost:3000', 'Cookie: stridewell.session_token=%'],
      ]) {
        await talk(request(`GET ${at}`, headers));
        await talk(request(`GET ${at}`, headers), { cut: true });
      }
      for (const query of [
        '',
        '?EIO=3&transport=polling',
        '?EIO=4&transport=x',
        '?EIO=4&transport=polling&sid=%00',
        '?EIO=4&transport=polling&sid=__proto__',
        '?%',
      ])
        for (const method of ['GET', 'POST', 'PUT'])
          await talk(
            request(
              `${method} /rest/v1/socket${query}`,
              ['Content-Type: text/plain'],
              method === 'GET' ? '' : '4\u0000{',
            ),
          );
    },
  ],
])('a visitor writes no error into the log: %s', async (_, work) => {
  await work();
  expect(problems()).toEqual([]);
});

it('a visitor causes no error in the log with requests that are cut off', async () => {
  const json = [JSON_TYPE, 'Content-Length: 5000'];
  for (const path of PATHS) {
    await talk(request(`POST ${path}`, json, '{"a":'), { cut: true });
    await talk(request(`POST ${path}`, [JSON_TYPE, 'Transfer-Encoding: chunked'], '5\r\n{"a":\r\n'), { cut: true });
    await talk(request(`GET ${path}`), { cut: true });
  }
  const upload = ['Content-Type: application/octet-stream', 'Content-Length: 5000'];
  await talk(request('POST /rest/v1/files?name=x', upload, 'x'.repeat(100)), { cut: true });
  await talk(request('GET /healthz'));
  await expect.poll(() => promisify(test.app.server.getConnections).call(test.app.server)).toBe(0);
  expect(problems()).toEqual([]);
});

it('shows the statements of a call whose body came later than its head', async () => {
  const { caller } = await aCoach(test);
  const body = JSON.stringify({ unitSystem: 'imperial', timeZone: 'UTC' });
  const headers = ['Origin: http://localhost:3000', JSON_TYPE, `Cookie: ${caller.cookie}`];
  const socket = net.connect(port, '127.0.0.1');
  const answer = text(socket);
  const arrived = once(test.app.server, 'request');
  const whole = request('PATCH /rest/v1/preferences', headers, body);
  socket.write(whole.subarray(0, -body.length));
  await arrived;
  socket.write(body);
  expect(await answer).toContain('HTTP/1.1 200');
  const written = test.logLines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(written.find(({ route }) => route === 'identity.savePreferences')).toMatchObject({ statements: 3 });
});
