import { withdrawPain } from '@stridewell/contract/workouts/workouts.merge.rules';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectPainHeads, updatePains } from './workouts.pains.data.ts';

/**
 * Withdraws every pain flag of the client in scope, with the consent to store health data. The flags keep their ids and
 * say nothing any more, so a device that still has them forgets them with its next sync.
 */
export async function withdrawPainFlags(tx: Tx<ClientScope>, now: Date): Promise<void> {
  // One at a time with workouts that are being merged, which write whole heads.
  await lockRelationship(tx, tx.scope.clientId);
  const heads = await selectPainHeads(tx);
  await updatePains(
    tx,
    heads.map(({ id, pains }) => ({ id, pains: pains.map((flag) => withdrawPain(flag, now.getTime())) })),
  );
}
