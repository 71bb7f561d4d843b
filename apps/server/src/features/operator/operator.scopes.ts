import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { systemScope } from '../../core/tenancy/mint.ts';

/** Scope for computing the platform's figures. */
export const platformFiguresScope = systemScope.metrics;

const ID_BYTES = 16;
const SECRET_BYTES = 32;

const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');

/** Creates the token of an invitation's link, with its id and a secret, and the digest of the secret to store. */
export function createInvitationToken(id: string): { token: string; digest: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { token: Buffer.concat([parse(id), secret]).toString('base64url'), digest: digestOf(secret) };
}

export type InvitationLink = { id: string; digest: string };

/**
 * Parses the token of a link: the invitation's id, and the digest of the secret.
 * @throws NOT_FOUND for a malformed token
 */
export function requireInvitationLink(token: string): InvitationLink {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) throw refuse('NOT_FOUND');
  try {
    return { id: stringify(bytes.subarray(0, ID_BYTES)), digest: digestOf(bytes.subarray(ID_BYTES)) };
  } catch {
    throw refuse('NOT_FOUND');
  }
}
