import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { alarmingTexts } from './notifications.table.ts';

/** Remembers texts of the client in scope. @returns whether any of them is new */
export async function insertAlarmingTexts(tx: Tx<ClientScope>, digests: readonly string[]): Promise<boolean> {
  const { coachId, clientId } = tx.scope;
  const rows = await tx
    .insert(alarmingTexts)
    .values(digests.map((digest) => ({ coachId, clientId, digest })))
    .onConflictDoNothing()
    .returning({ digest: alarmingTexts.digest });
  return rows.length > 0;
}
