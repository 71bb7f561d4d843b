import { countRecords } from '@stridewell/contract/workouts/workouts.records.rules';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectRecordCounts, selectWorkoutBests, updateRecordCounts } from './workouts.bests.data.ts';

/**
 * Recounts the personal records of all workouts of the client in scope that were started at or after a time. An earlier
 * workout that was edited, deleted or imported changes the bests they are compared with.
 */
export async function refreshRecords(tx: Tx<ClientScope>, from: Date): Promise<void> {
  const [stored, bests] = await Promise.all([selectRecordCounts(tx, from), selectWorkoutBests(tx)]);
  const counts = countRecords(bests);
  const changed = stored.filter(({ id, records }) => (counts.get(id) ?? 0) !== records);
  await updateRecordCounts(tx, new Map(changed.map(({ id }) => [id, counts.get(id) ?? 0])));
}
