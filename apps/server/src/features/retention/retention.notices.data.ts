import { and, eq, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Seen } from './retention.notices.rules.ts';
import { riskNotices } from './retention.table.ts';

/** Lets one check of a tenant run at a time: the next one sees what it stored. */
export async function lockNotices(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`risk notices ${tx.scope.coachId}`}, 0))`);
}

/** Results of the check before, by client. */
export async function selectNotices(tx: Tx<CoachScope>): Promise<ReadonlyMap<string, Seen>> {
  const rows = await tx.select().from(riskNotices).where(eq(riskNotices.coachId, tx.scope.coachId));
  return new Map(rows.map(({ clientId, level, day, scores }) => [clientId, { level, day, scores }]));
}

type Notice = Seen & { clientId: string };

/** Replaces what was seen. Clients without a level have no row. */
export async function replaceNotices(tx: Tx<CoachScope>, notices: readonly Notice[]): Promise<void> {
  const { coachId } = tx.scope;
  await tx.delete(riskNotices).where(eq(riskNotices.coachId, coachId));
  if (notices.length === 0) return;
  await tx.insert(riskNotices).values(notices.map((notice) => ({ coachId, ...notice, scores: [...notice.scores] })));
}

/** Deletes what was seen of the client in scope. */
export async function deleteOwnNotice(tx: Tx<ClientScope>): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx.delete(riskNotices).where(and(eq(riskNotices.coachId, coachId), eq(riskNotices.clientId, clientId)));
}
