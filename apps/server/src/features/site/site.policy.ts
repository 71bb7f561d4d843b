import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { systemScope } from '../../core/tenancy/mint.ts';

/** Work of public forms, which nobody has to sign in for. */
export const siteScope = systemScope.site;

const SECRET_BYTES = 24;
const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');

/** The text at the end of the links of a booking: names it, and holds the secret that lets it be changed. */
export function createBookingToken(id: string): { token: string; digest: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { token: Buffer.concat([parse(id), secret]).toString('base64url'), digest: digestOf(secret) };
}

/** The booking that a link names and the digest its secret must have; null for anything that is not such a link. */
export function readBookingToken(token: string): { id: string; digest: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 16 + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  try {
    return { id: stringify(bytes.subarray(0, 16)), digest: digestOf(bytes.subarray(16)) };
  } catch {
    return null;
  }
}

/** An address that can be compared and not be read. */
export const addressDigest = (address: string, secret: string): string =>
  createHmac('sha256', secret).update(address).digest('base64url').slice(0, 22);
