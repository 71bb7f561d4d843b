import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { Refusal, refuse } from '../../core/refusals.ts';
import { mintAnsweringScope, mintCoachScope, mintInvitationScope, systemScope } from '../../core/tenancy/mint.ts';
import type { AnsweringScope, CoachScope, InvitationScope } from '../../core/tenancy/scope.ts';

/** Secret of a copied link. Its digest is stored. */
const COPIED_BYTES = 24;
/** Secret of a mailed link. The copied secret is derived from it, and not the reverse. */
const MAILED_BYTES = 32;
const IDS_BYTES = 32;

/** Finds coaches with outdated labels, across tenants. */
export const labelsScope = systemScope.checkins;

/** Scope of each coach, for renewing labels. */
export const labelScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);

export type InvitationTokens = {
  /** Only for the mail: it proves that the reader owns the address. */
  mailed: string;
  /** For the coach, who passes it on. It opens the same invitation and proves no address. */
  copied: string;
  digest: string;
};

/**
 * Creates the tokens of an invitation: ids and a secret. The ids find the row by its key, without an index over all
 * tenants.
 */
export function createInvitationTokens(ids: { coachId: string; clientId: string }): InvitationTokens {
  const secret = randomBytes(MAILED_BYTES);
  const copied = copiedSecretOf(secret);
  const token = (part: Uint8Array) =>
    Buffer.concat([parse(ids.coachId), parse(ids.clientId), part]).toString('base64url');
  return { mailed: token(secret), copied: token(copied), digest: digestOf(copied) };
}

/**
 * Parses a link: the scope of its invitation, the digest of its secret, and whether the link was mailed.
 * @throws NOT_FOUND for a malformed token
 */
export function requireInvitationLink(token: string): { scope: InvitationScope; digest: string; mailed: boolean } {
  const bytes = Buffer.from(token, 'base64url');
  const mailed = bytes.length === IDS_BYTES + MAILED_BYTES;
  if (!mailed && bytes.length !== IDS_BYTES + COPIED_BYTES) throw refuse('NOT_FOUND');
  if (bytes.toString('base64url') !== token) throw refuse('NOT_FOUND');
  let ids: { coachId: string; clientId: string };
  try {
    ids = { coachId: stringify(bytes.subarray(0, 16)), clientId: stringify(bytes.subarray(16, IDS_BYTES)) };
  } catch {
    throw refuse('NOT_FOUND');
  }
  const secret = bytes.subarray(IDS_BYTES);
  return { scope: mintInvitationScope(ids), digest: digestOf(mailed ? copiedSecretOf(secret) : secret), mailed };
}

/** The coach that a link names, whether or not its secret is right; null for a malformed token. */
export function coachOfLink(token: string): string | null {
  try {
    return requireInvitationLink(token).scope.coachId;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** For a person with a verified address. The service checks that the invitation is to that address. */
export const invitationScopeOf = ({ coachId, clientId }: { coachId: string; clientId: string }): InvitationScope =>
  mintInvitationScope({ coachId, clientId });

/**
 * Scope in which `userId` answers an invitation, which is for the address `invitation.email`.
 * @throws NOT_FOUND for another address
 */
export function requireAnswer(
  { coachId, clientId }: InvitationScope,
  invitation: { email: string },
  person: { userId: string; email: string },
): AnsweringScope {
  if (person.email !== invitation.email) throw refuse('NOT_FOUND');
  return mintAnsweringScope({ coachId, clientId, personId: person.userId });
}

const copiedSecretOf = (mailed: Uint8Array): Uint8Array =>
  createHash('sha256').update(mailed).digest().subarray(0, COPIED_BYTES);

const digestOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');
