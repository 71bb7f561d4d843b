import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { clientAddress, createTrust, networkOf, parseTrustedProxies } from './client-address.ts';

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
    // One proxy: an entry forged by the client comes before the address that the proxy adds.
    ['1', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['1', '10.0.0.1', '2.2.2.2, 1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['2', '10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['2', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['loopback', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['loopback', '::1', '198.51.100.7', '198.51.100.7'],
    ['loopback', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    // A caller that is no trusted proxy cannot set its address.
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

describe('the network of an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['::FFFF:cb00:7105', '203.0.113.5'],
    ['0:0:0:0:0:ffff:cb00:7105', '203.0.113.5'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::5]:4711', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4::/64'],
    ['64:ff9b::203.0.113.5', '64:ff9b::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['0:0:1::1', '0:0:1::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 4, maxLength: 4 });
  /** One spelling of an address: upper case, leading zeros, omitted zeros, an IPv4 tail. */
  const spelling = fc.record({ upper: fc.boolean(), padded: fc.boolean(), short: fc.nat(7), dotted: fc.boolean() });
  type Spelling = { upper: boolean; padded: boolean; short: number; dotted: boolean };
  const write = (numbers: readonly number[], { upper, padded, short, dotted }: Spelling): string => {
    const texts = numbers.map((number) => number.toString(16).padStart(padded ? 4 : 1, '0'));
    const [high = 0, low = 0] = numbers.slice(6);
    if (dotted) texts.splice(6, 2, [high >> 8, high & 255, low >> 8, low & 255].join('.'));
    let end = short;
    while (end < 6 && numbers[end] === 0) end += 1;
    const isShort = end - short >= 1 && short < 6;
    const text = isShort ? `${texts.slice(0, short).join(':')}::${texts.slice(end).join(':')}` : texts.join(':');
    return upper ? text.toUpperCase() : text;
  };
  const isMapped = (numbers: readonly number[]) =>
    numbers.slice(0, 5).every((number) => number === 0) && numbers[5] === 0xffff;

  it('is the same for all spellings of all addresses in a /64, and differs between two /64s', () => {
    const host = fc.tuple(groups, spelling);
    fc.assert(
      fc.property(groups, groups, host, host, (prefix, other, [one, first], [two, second]) => {
        fc.pre(!isMapped([...prefix, ...one]) && !isMapped([...prefix, ...two]) && !isMapped([...other, ...two]));
        const network = networkOf(write([...prefix, ...one], first));
        expect(networkOf(write([...prefix, ...two], second))).toBe(network);
        expect(network).toMatch(/^[0-9a-f:]+::\/64$|^::\/64$/);
        const isOther = prefix.some((number, index) => number !== other[index]);
        if (isOther) expect(networkOf(write([...other, ...two], second))).not.toBe(network);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the IPv4 address in all spellings of a mapped address', () => {
    fc.assert(
      fc.property(group, group, spelling, (high, low, written) => {
        const address = [high >> 8, high & 255, low >> 8, low & 255].join('.');
        expect(networkOf(write([0, 0, 0, 0, 0, 0xffff, high, low], written))).toBe(address);
        expect(networkOf(address)).toBe(address);
      }),
    );
  });
});
