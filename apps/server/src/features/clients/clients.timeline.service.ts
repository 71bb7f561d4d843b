import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import { TIMELINE_PAGE, type TimelineFilter } from '@stridewell/contract/clients/clients.timeline.rules';
import { dayInZone, startOfDay } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Today } from './clients.service.ts';
import { selectTimeline } from './clients.timeline.data.ts';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Includes entries of servers whose clocks are ahead. */
const AHEAD_MS = 60_000;

/**
 * A page of the timeline, newest first.
 * @throws NOT_FOUND
 */
export async function listTimeline(
  tx: Tx<CoachScope>,
  { clientId, filter, cursor }: { clientId: string; filter: TimelineFilter; cursor?: string | undefined },
  { now, timeZone }: Today,
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> {
  const place = (cursor && readCursor(cursor)) || { at: new Date(now.getTime() + AHEAD_MS), id: LAST_ID };
  const dayStart = startOfDay(dayInZone(place.at, timeZone), timeZone);
  const range = { clientId, filter, place, dayStart, now, timeZone, limit: TIMELINE_PAGE + 1 };
  const [exists, found] = await Promise.all([relationshipExists(tx, clientId), selectTimeline(tx, range)]);
  if (!exists) throw refuse('NOT_FOUND');
  const { page, nextCursor } = pageOf(found, TIMELINE_PAGE);
  return { entries: page.map(({ entry }) => entry), nextCursor };
}
