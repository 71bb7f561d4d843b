import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { mintCaptureScope, mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds coaches with flows, and runs that are due, across tenants. */
export const dueFlowsScope = systemScope.flows;

/** Scope of a coach, for running their flows. Take the id from the row that is due. */
export const flowRunnerScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);

/** Scope of a visitor who stops the mails of a coach. */
export const stopScopeOf = mintCaptureScope;

/** Characters that hold 128 bits. Whole digests would be longer than a part of an address may be. */
const DIGEST_LENGTH = 22;

/** Names an address in a tenant without holding it. */
export const addressDigestOf = (coachId: string, address: string): string =>
  createHash('sha256').update(`${coachId} ${address.trim().toLowerCase()}`).digest('base64url').slice(0, DIGEST_LENGTH);

const signatureOf = (secret: string, coachId: string, digest: string): string =>
  createHmac('sha256', secret).update(`mail-stop:${coachId}:${digest}`).digest('base64url').slice(0, DIGEST_LENGTH);

/** The token of the link with which a reader stops automatic mails of a coach. */
export const createStopToken = (secret: string, coachId: string, digest: string): string =>
  `${coachId}.${digest}.${signatureOf(secret, coachId, digest)}`;

/** The coach and the address of a token; null when it was not made here. */
export function readStopToken(secret: string, token: string): { coachId: string; digest: string } | null {
  const [coachId = '', digest = ''] = token.split('.');
  if (!isUuid(coachId)) return null;
  const expected = Buffer.from(createStopToken(secret, coachId, digest));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { coachId, digest } : null;
}
