import { MODEL_CONSENT_VERSION, type ModelConsent } from '@stridewell/contract/planner/planner.consents';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findConsent, insertConsent } from './planner.consents.data.ts';

/** Whether a model may help with the plans of a client. Without an answer to the current wording it may not. */
export async function hasModelConsent(tx: Tx<CoachScope>, clientId: string): Promise<boolean> {
  return (await findConsent(tx, clientId, MODEL_CONSENT_VERSION))?.allowed === true;
}

/** The answer of the client in scope. */
export async function getOwnModelConsent(tx: Tx<ClientScope>): Promise<ModelConsent> {
  const found = await findConsent(tx, tx.scope.clientId, MODEL_CONSENT_VERSION);
  return { allowed: found?.allowed ?? null, answeredAt: found?.answeredAt.toISOString() ?? null };
}

/**
 * Stores the answer of the client in scope. Counts from the next call of a model. Idempotent.
 * @throws FORBIDDEN without a relationship
 */
export async function setOwnModelConsent(tx: Tx<ClientScope>, allowed: boolean, now: Date): Promise<ModelConsent> {
  if (!(await lockRelationship(tx, tx.scope.clientId))) throw refuse('FORBIDDEN');
  const before = await getOwnModelConsent(tx);
  if (before.allowed === allowed) return before;
  await insertConsent(tx, { id: uuidv7(), version: MODEL_CONSENT_VERSION, allowed, answeredAt: now });
  return { allowed, answeredAt: now.toISOString() };
}
