import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BodyTooLargeError, createOutbound, isPrivateAddress, isPrivateHost, readBody, readStart } from './outbound.ts';

const server = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
  else response.end('x'.repeat(1000));
});
let port = 0;
const guarded = createOutbound({ allowPrivate: false });
const open = createOutbound({ allowPrivate: true });
const signal = () => AbortSignal.timeout(5000);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await Promise.all([guarded.close(), open.close()]);
  server.close();
});

describe('a request to an address that a person typed', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fd00::1]',
  ])('does not reach %s', async (host) => {
    const failure = await guarded
      .fetch(`http://${host}:${port}/`, { signal: signal() })
      .catch((error: unknown) => error);
    expect(isPrivateAddress(failure)).toBe(true);
  });

  it('reaches private addresses if the installation allows them, and follows redirects only on request', async () => {
    const answer = await open.fetch(`http://localhost:${port}/moved`, { signal: signal() });
    expect(answer.status).toBe(302);
    const followed = await open.fetch(`http://localhost:${port}/moved`, { signal: signal(), redirect: 'follow' });
    expect(await readBody(followed, 1000)).toHaveLength(1000);
  });

  it('stops reading at the limit', async () => {
    const answer = await open.fetch(`http://127.0.0.1:${port}/`, { signal: signal() });
    await expect(readBody(answer, 999)).rejects.toThrow(BodyTooLargeError);
  });

  it('reads the start of an answer', async () => {
    const answer = await open.fetch(`http://127.0.0.1:${port}/`, { signal: signal() });
    expect(await readStart(answer, 10)).toBe('x'.repeat(10));
    const whole = await open.fetch(`http://127.0.0.1:${port}/`, { signal: signal() });
    expect(await readStart(whole, 5000)).toHaveLength(1000);
  });
});

describe('a host as it is typed', () => {
  it.each(['127.0.0.1', '[::1]', '10.1.2.3', 'localhost', 'app.localhost', 'localhost.', '[::ffff:10.0.0.1]'])(
    '%s is private',
    (host) => {
      expect(isPrivateHost(host)).toBe(true);
    },
  );

  it.each(['example.com', '93.184.216.34', '[2606:2800::1]', 'localhost.example.com'])('%s is not', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });
});
