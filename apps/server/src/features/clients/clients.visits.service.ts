import { dayInZone } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  countVisitDays,
  lastVisitAt,
  listVisitDays,
  selectVisitsSince,
  upsertVisit,
  visitDaysOf,
} from './clients.visits.data.ts';

/** For other features. */
export { countVisitDays, lastVisitAt, listVisitDays, selectVisitsSince as listVisitsSince, visitDaysOf };

/**
 * Records that the client in scope opened the portal: one row a day, however often it is opened.
 * @param timeZone the coach's, which decides the day
 * @throws FORBIDDEN after the end of the coaching
 */
export async function recordVisit(
  tx: Tx<ClientScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ day: string }> {
  const { clientId } = tx.scope;
  if (!(await lockRelationship(tx, clientId))) throw refuse('FORBIDDEN');
  const day = dayInZone(now, timeZone);
  // The score counts the days since the last visit.
  if (await upsertVisit(tx, { day, at: now })) await expireLabel(tx, clientId);
  return { day };
}
