import { createHash, randomBytes } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { parse, stringify } from 'uuid';
import { requireActor, requireVerifiedEmail } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope, mintInvitationScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope, InvitationScope } from '../../core/tenancy/scope.ts';

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

/**
 * The invitation that somebody names who has proved that they own its address. Whether it is to that address is for the
 * service to see.
 * @throws UNAUTHORIZED, FORBIDDEN for another role, EMAIL_NOT_VERIFIED
 */
export function requireInvitee(
  actor: Actor | null,
  { coachId, clientId }: { coachId: string; clientId: string },
): { actor: Actor; scope: InvitationScope } {
  const person = requireActor(actor);
  if (person.role !== 'Client') throw new ORPCError('FORBIDDEN', { message: 'You do not have access to this.' });
  requireVerifiedEmail(person);
  return { actor: person, scope: mintInvitationScope({ coachId, clientId }) };
}

const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');
