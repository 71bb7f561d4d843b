import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * The proxies whose forwarding headers are trusted: how many are in front of the server, or their networks. Undefined
 * trusts none.
 */
export type TrustedProxies = number | readonly string[] | undefined;

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const MAX_HOPS = 10;
const EXAMPLES = 'the number of proxies in front (1), or their addresses (loopback, uniquelocal, 10.0.0.0/8)';

/**
 * Reads a setting such as `1`, `loopback` or `10.0.0.0/8,192.168.1.7`.
 * @throws RangeError that says what to write instead
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  const [first = 'false'] = entries;
  if (entries.length <= 1) {
    if (first === 'false') return undefined;
    // With every hop trusted, callers could choose their address and evade all limits by address.
    if (first === 'true') throw new RangeError(`"true" would trust every caller: write ${EXAMPLES}`);
    if (/^\d+$/.test(first)) {
      if (Number(first) > MAX_HOPS) throw new RangeError(`${first} proxies are too many: write ${EXAMPLES}`);
      return Number(first) || undefined;
    }
  }
  const networks = entries.flatMap((entry) => NAMED_NETWORKS[entry] ?? [entry]);
  for (const network of networks)
    if (!isNetwork(network)) throw new RangeError(`"${network}" is no network: write ${EXAMPLES}`);
  return networks;
}

function isNetwork(network: string): boolean {
  const [address = '', prefix, ...rest] = network.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0) return false;
  // A network of all addresses would be the same as `true`.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Whether the address that is `hop` hops away from the server is a trusted proxy. */
export type IsTrusted = (address: string, hop: number) => boolean;

export function createTrust(proxies: TrustedProxies): IsTrusted {
  if (proxies === undefined) return () => false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const networks = new BlockList();
  for (const network of proxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && networks.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The client's address: the nearest one that is not a trusted proxy. The framework reads it the same way. */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted) {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).reverse()].filter(Boolean);
  const nearest = hops.findIndex((address, hop) => !isTrusted(address, hop));
  return (nearest < 0 ? hops.at(-1) : hops[nearest]) ?? '';
}

/** The host that the caller asked for. The framework reads it the same way. */
export function askedHost({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted) {
  const forwarded = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
  return (forwarded && isTrusted(socket.remoteAddress ?? '', 0) ? forwarded : headers.host) ?? '';
}

const WITH_PORT = /^(?:\[(.+)\]|([\d.]+)):\d+$/;

const partsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The groups of a valid IPv6 address as in URLs: lower case, without leading zeros, no IPv4 tail. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const start = partsOf(head);
  const end = partsOf(tail);
  return [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
}

/**
 * The key for limits by address: an IPv4 address, or the first 64 bits of an IPv6 address (`2001:db8:0:1::/64`),
 * because one client can use all addresses of a /64. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  const [, six, four] = WITH_PORT.exec(address) ?? [];
  const [bare = ''] = (six ?? four ?? address).split('%');
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
  }
  return `${new URL(`http://[${groups.slice(0, 4).join(':')}::]`).hostname.slice(1, -1)}/64`;
}
