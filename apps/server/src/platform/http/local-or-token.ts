import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Headers that proxies add. Without them, a proxy on this machine looks like a caller on this machine. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const BEARER = /^Bearer +(\S+)$/i;

function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  try {
    return loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  } catch {
    // A header may hold any text.
    return false;
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function hasToken({ authorization = '' }: IncomingHttpHeaders, expected: string | undefined): boolean {
  const given = BEARER.exec(authorization)?.[1];
  // Digests have the same length, so the comparison takes the same time for every token.
  return given !== undefined && expected !== undefined && timingSafeEqual(digestOf(given), digestOf(expected));
}

/**
 * Whether a request comes from this machine. For a forwarded request, proxies must be trusted and every hop must be on
 * this machine. The host is checked too, against pages of other sites whose name resolves to this machine.
 */
function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>, trustsProxies: boolean): boolean {
  const { host = '', 'x-forwarded-for': forwarded } = headers;
  if (!isLoopback(socket.remoteAddress ?? '') || !LOOPBACK_NAMES.has(host.replace(/:\d+$/, ''))) return false;
  if (!FORWARDING.some((name) => headers[name] !== undefined)) return true;
  return trustsProxies && forwarded !== undefined && [forwarded].flat().join(',').split(',').every(isLoopback);
}

/** Lets a route answer callers on this machine, and callers elsewhere who send the configured token. */
export const localOrToken =
  ({ token, trustsProxies }: { token: string | undefined; trustsProxies: boolean }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isLocal(request, trustsProxies) || hasToken(request.headers, token)) return;
    const message = 'This page is for callers on the same machine, or with a token.';
    await reply.status(401).header('www-authenticate', 'Bearer').send({ code: 'UNAUTHORIZED', message });
  };
