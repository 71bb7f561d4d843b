import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { clientAddress, createTrust, parseTrustedProxies } from './client-address.ts';

const apps: { close: () => Promise<unknown> }[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** The address as HTTP routes read it, and as sockets do. */
async function read(setting: string, remoteAddress: string, forwarded?: string) {
  const isTrusted = createTrust(parseTrustedProxies(setting));
  const app = Fastify({ trustProxy: isTrusted });
  apps.push(app);
  app.get('/', (request) => ({ http: request.ip, socket: clientAddress(request.raw, isTrusted) }));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress, headers })).json();
}

describe('the address of a client', () => {
  it.each([
    ['false', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['0', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    // One proxy: what the client wrote itself stands before the address that the proxy adds.
    ['1', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['1', '10.0.0.1', '2.2.2.2, 1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['2', '10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['2', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['loopback', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['loopback', '::1', '198.51.100.7', '198.51.100.7'],
    ['loopback', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    // A caller that is no proxy is not believed.
    ['loopback', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['uniquelocal, 203.0.113.0/24', '10.1.2.3', '1.1.1.1, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
    ['10.0.0.0/8', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['fd00::1', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ])('with %s behind %s that forwards %s is %s', async (setting, remote, forwarded, address) => {
    expect(await read(setting, remote, forwarded)).toEqual({ http: address, socket: address });
  });
});

describe('the setting', () => {
  it.each([
    'true',
    'TRUE',
    'yes',
    'loopback,true',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '-1',
    '99',
    '1,2',
    'proxy.example',
  ])('%s is refused with what to write instead', (setting) => {
    expect(() => parseTrustedProxies(setting)).toThrow(/write the number of proxies in front \(1\)/);
  });
});
