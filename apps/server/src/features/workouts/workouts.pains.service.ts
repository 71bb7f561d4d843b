import { withdrawPain } from '@stridewell/contract/workouts/workouts.merge.rules';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectPainHeads, updatePains } from './workouts.pains.data.ts';

/**
 * Withdraws every pain flag of the client in scope, together with the consent to store health data. The flags keep only
 * their ids, so that devices that still have them delete them on the next sync.
 */
export async function withdrawPainFlags(tx: Tx<ClientScope>, now: Date): Promise<void> {
  // Locked against merges of workouts, which write whole heads.
  await lockRelationship(tx, tx.scope.clientId);
  const heads = await selectPainHeads(tx);
  await updatePains(
    tx,
    heads.map(({ id, pains }) => ({ id, pains: pains.map((flag) => withdrawPain(flag, now.getTime())) })),
  );
}
