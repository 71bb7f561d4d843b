import { TIMELINE_PAGE, type TimelineEntry, type TimelineFilter } from '@stridewell/contract/clients.timeline.rules';
import { dayInZone, startOfDay } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientExists } from './clients.data.ts';
import type { Today } from './clients.service.ts';
import { selectTimeline } from './clients.timeline.data.ts';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Clocks of several servers differ; nothing that just happened is left out. */
const AHEAD_MS = 60_000;

/** The instant and id at the end of a cursor; the contract has checked its shape. */
export function readPlace(cursor: string): { at: Date; id: string } {
  const [ms = '', id = ''] = cursor.split('.').slice(-2);
  return { at: new Date(Number(ms)), id };
}

/** A page of what happened, the latest first; undefined when the coach has no such client. */
export async function listTimeline(
  tx: Tx<CoachScope>,
  { clientId, filter, cursor }: { clientId: string; filter: TimelineFilter; cursor?: string | undefined },
  { now, timeZone }: Today,
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null } | undefined> {
  const place = cursor ? readPlace(cursor) : { at: new Date(now.getTime() + AHEAD_MS), id: LAST_ID };
  const dayStart = startOfDay(dayInZone(place.at, timeZone), timeZone);
  const range = { clientId, filter, place, dayStart, now, timeZone, limit: TIMELINE_PAGE + 1 };
  const [exists, found] = await Promise.all([clientExists(tx, clientId), selectTimeline(tx, range)]);
  if (!exists) return undefined;
  const lines = found.slice(0, TIMELINE_PAGE);
  const last = lines.at(-1)?.place;
  return {
    entries: lines.map(({ entry }) => entry),
    nextCursor: last && found.length > lines.length ? `${last.at.getTime()}.${last.id}` : null,
  };
}
