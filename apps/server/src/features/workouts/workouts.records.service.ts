import { countRecords } from '@stridewell/contract/workouts/workouts.records.rules';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectRecordCounts, selectWorkoutBests, updateRecordCounts } from './workouts.bests.data.ts';

/**
 * Counts the personal records again of all workouts of the client in scope that were started at a time or later. An
 * earlier workout that was edited, deleted or imported changes what they had to beat.
 */
export async function refreshRecords(tx: Tx<ClientScope>, from: Date): Promise<void> {
  const [stored, bests] = await Promise.all([selectRecordCounts(tx, from), selectWorkoutBests(tx)]);
  const counts = countRecords(bests);
  const changed = stored.filter(({ id, records }) => (counts.get(id) ?? 0) !== records);
  await updateRecordCounts(tx, new Map(changed.map(({ id }) => [id, counts.get(id) ?? 0])));
}
