import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { systemScope } from '../../core/tenancy/mint.ts';

/** Scope of public forms, whose visitors are not signed in. */
export const siteScope = systemScope.site;

const SECRET_BYTES = 24;
const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');

/** Creates the token in a booking's links: the booking's id and the secret that allows changes. */
export function createBookingToken(id: string): { token: string; digest: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { token: Buffer.concat([parse(id), secret]).toString('base64url'), digest: digestOf(secret) };
}

/** Parses the token of a booking link: the id and the digest of the secret; null when it is malformed. */
export function readBookingToken(token: string): { id: string; digest: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 16 + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  try {
    return { id: stringify(bytes.subarray(0, 16)), digest: digestOf(bytes.subarray(16)) };
  } catch {
    return null;
  }
}

/** Digest of a network, for comparing networks without storing them. */
export const addressDigest = (network: string, secret: string): string =>
  createHmac('sha256', secret).update(network).digest('base64url').slice(0, 22);
