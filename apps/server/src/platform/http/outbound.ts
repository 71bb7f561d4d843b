import { lookup as lookupAddresses } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type RequestInit, type Response, fetch as undiciFetch } from 'undici';

/**
 * Requests to addresses that people typed, such as a calendar or a webhook. Without `allowPrivate`, connections to
 * private, loopback and link-local addresses are refused, also when a name resolves to one or an answer redirects to one.
 */
export type Outbound = {
  /**
   * Like the standard `fetch`, but redirects are followed only when `redirect` says so, and every request needs a
   * `signal` that bounds its time.
   * @throws TypeError when no connection is possible; `isPrivateAddress` tells the refusal apart
   */
  fetch(url: string | URL, init: RequestInit & { signal: AbortSignal }): Promise<Response>;
  close(): Promise<void>;
};

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** The body was longer than the caller accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

export function createOutbound({ allowPrivate }: { allowPrivate: boolean }): Outbound {
  const open = buildConnector({ timeout: 10_000, ...(allowPrivate ? {} : { lookup: lookupPublic }) });
  const agent = new Agent({
    // A name is checked while it is resolved, so a second answer of its DNS server cannot replace the checked one.
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (allowPrivate || !ipaddr.isValid(host) || isPublic(host)) open(options, callback);
      else callback(refusal(host), null);
    },
  });
  return {
    fetch: (url, init) => undiciFetch(url, { redirect: 'manual', ...init, dispatcher: agent }),
    close: () => agent.close(),
  };
}

/** Whether a request failed because its address is private. */
export function isPrivateAddress(error: unknown): boolean {
  return error instanceof PrivateAddressError || (error instanceof Error && isPrivateAddress(error.cause));
}

/**
 * Reads a body as text and stops at the limit, whatever length the answer announced.
 * @param maxBytes after decompression
 * @throws BodyTooLargeError
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the answer.
    if (bytes > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The start of a body as text. The rest is not read. */
export async function readStart(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the answer.
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether the host of an address is a private one in numbers, or this machine. Names are resolved with the request. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return /(?:^|\.)localhost$/i.test(host) || (ipaddr.isValid(host) && !isPublic(host));
}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

const refusal = (host: string) => new PrivateAddressError(`${host} is a private address`);

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupAddresses(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    // One private address among public ones is enough to refuse: the connection may use any of them.
    const hidden = addresses.find(({ address }) => !isPublic(address));
    const [first] = addresses;
    if (hidden || !first) return callback(refusal(hostname), []);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
