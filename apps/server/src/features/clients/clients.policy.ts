import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { requireActor, requireVerifiedEmail } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope, mintInvitationScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope, InvitationScope } from '../../core/tenancy/scope.ts';

const SECRET_BYTES = 24;

/** Finds the coaches whose labels are out of date, across tenants. */
export const labelsScope = systemScope.checkins;

/** Labels are renewed in the scope of each coach. */
export const labelScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);

/**
 * The token of an invitation link: ids and secret. With the ids the row is found by its key, without an index over all
 * tenants.
 */
export function createInvitationToken(ids: { coachId: string; clientId: string }): { token: string; digest: string } {
  const secret = randomBytes(SECRET_BYTES);
  const token = Buffer.concat([parse(ids.coachId), parse(ids.clientId), secret]).toString('base64url');
  return { token, digest: digestOf(secret) };
}

/**
 * The invitation of a link, and the digest that its secret must have.
 * @throws NOT_FOUND for a malformed token
 */
export function requireInvitationLink(token: string): { scope: InvitationScope; digest: string } {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 32 + SECRET_BYTES || bytes.toString('base64url') !== token) throw refuse('NOT_FOUND');
  let ids: { coachId: string; clientId: string };
  try {
    ids = { coachId: stringify(bytes.subarray(0, 16)), clientId: stringify(bytes.subarray(16, 32)) };
  } catch {
    throw refuse('NOT_FOUND');
  }
  return { scope: mintInvitationScope(ids), digest: digestOf(bytes.subarray(32)) };
}

/**
 * A person with a verified address, for one invitation. The service checks that the invitation is to that address.
 * @throws UNAUTHORIZED, FORBIDDEN for another role, EMAIL_NOT_VERIFIED
 */
export function requireInvitee(
  actor: Actor | null,
  { coachId, clientId }: { coachId: string; clientId: string },
): { actor: Actor; scope: InvitationScope } {
  const person = requireActor(actor);
  if (person.role !== 'Client') throw refuse('FORBIDDEN');
  requireVerifiedEmail(person);
  return { actor: person, scope: mintInvitationScope({ coachId, clientId }) };
}

const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');
