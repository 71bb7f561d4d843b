import type { PainFlag } from '@stridewell/contract/workouts/workouts';
import { and, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isLogOf } from './workouts.data.ts';
import { workoutLogs } from './workouts.table.ts';

const PAINS = sql<PainFlag[]>`${workoutLogs.head} -> 'pains'`;

/** Locks all workouts of the client in scope that have pain flags, including deleted ones, and reads the flags. */
export const selectPainHeads = (tx: Tx<ClientScope>): Promise<{ id: string; pains: PainFlag[] }[]> =>
  tx
    .select({ id: workoutLogs.id, pains: PAINS })
    .from(workoutLogs)
    .where(and(isLogOf(tx, tx.scope.clientId), sql`${PAINS} <> '[]'`))
    .for('update');

/** Stores withdrawn flags. */
export async function updatePains(
  tx: Tx<ClientScope>,
  logs: readonly { id: string; pains: readonly PainFlag[] }[],
): Promise<void> {
  if (logs.length === 0) return;
  const { coachId, clientId } = tx.scope;
  await tx.execute(sql`update ${workoutLogs} l set head = jsonb_set(l.head, '{pains}', flags.pains), pains = 0
    from unnest(${sql.param(logs.map(({ id }) => id))}::text[],
      ${sql.param(logs.map(({ pains }) => JSON.stringify(pains)))}::jsonb[]) as flags(id, pains)
    where l.coach_id = ${coachId} and l.client_id = ${clientId} and l.id = flags.id`);
}
