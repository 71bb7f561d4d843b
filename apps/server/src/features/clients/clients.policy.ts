import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { mintCoachScope, mintInvitationScope, systemScope } from '../../platform/db/mint.ts';
import type { CoachScope, InvitationScope } from '../../platform/db/scope.ts';

const SECRET_BYTES = 24;

/** The system's own look at whose label is old. */
export const labelsScope = systemScope.checkins;

/** Renewing goes on in the name of each coach, one after the other. */
export const labelScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);

/**
 * The text at the end of an invitation link. It names the invitation as well as holding its secret, so that the row is
 * found by key inside its tenant and no index over all tenants is needed.
 */
export function createInvitationToken(ids: { coachId: string; clientId: string }): { token: string; digest: string } {
  const secret = randomBytes(SECRET_BYTES);
  const token = Buffer.concat([parse(ids.coachId), parse(ids.clientId), secret]).toString('base64url');
  return { token, digest: digestOf(secret) };
}

/** The invitation that a link names and the digest its secret must have; null for anything that is not such a link. */
export function readInvitationToken(token: string): { scope: InvitationScope; digest: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 32 + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  let ids: { coachId: string; clientId: string };
  try {
    ids = { coachId: stringify(bytes.subarray(0, 16)), clientId: stringify(bytes.subarray(16, 32)) };
  } catch {
    return null;
  }
  return { scope: mintInvitationScope(ids), digest: digestOf(bytes.subarray(32)) };
}

const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');
