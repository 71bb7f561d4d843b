import type { OwnScoring } from '@stridewell/contract/retention/retention';
import { refuse } from '../../core/refusals.ts';
import { findOwnScoring, updateOwnScoring } from '../../core/relationships/coachings.data.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deleteOwnNotice } from './retention.notices.data.ts';
import { deleteOwnScores } from './retention.scores.data.ts';
import { deleteOwnTimes } from './retention.times.data.ts';

/**
 * Whether the client in scope has objected to being scored.
 * @throws NOT_FOUND when the scope has no such client
 */
export async function getOwnScoring(tx: Tx<ClientScope>): Promise<OwnScoring> {
  const row = await findOwnScoring(tx);
  if (!row) throw refuse('NOT_FOUND');
  return { objectedAt: row.objectedAt?.toISOString() ?? null };
}

/**
 * Stores an objection to being scored, and deletes the scores so far, or ends it. Idempotent.
 * @throws FORBIDDEN after the end of the coaching
 */
export async function setOwnScoring(tx: Tx<ClientScope>, objected: boolean, now: Date): Promise<OwnScoring> {
  if (!(await lockRelationship(tx, tx.scope.clientId))) throw refuse('FORBIDDEN');
  await updateOwnScoring(tx, objected ? now : null);
  await expireLabel(tx, tx.scope.clientId);
  if (objected) {
    await deleteOwnScores(tx);
    await deleteOwnNotice(tx);
    await deleteOwnTimes(tx);
  }
  return getOwnScoring(tx);
}
