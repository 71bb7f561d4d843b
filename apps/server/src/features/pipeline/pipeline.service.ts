import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectPipelineCounts } from './pipeline.data.ts';

/** Open leads, running trials and active clients today; `converted` of all `prospects` ever became clients. */
export async function getPipelineCounts(tx: Tx<CoachScope>) {
  const [counts] = await selectPipelineCounts(tx, {});
  return counts ?? { leads: 0, trials: 0, converted: 0, prospects: 0, paidClients: 0 };
}
