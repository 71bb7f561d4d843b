import { and, asc, eq, gte, inArray, isNull, lt } from 'drizzle-orm';
import type { CoachScope, FeedScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachSessions } from './calendar.table.ts';

const feedColumns = {
  id: coachSessions.id,
  clientName: coachSessions.clientName,
  sessionDate: coachSessions.sessionDate,
  minutes: coachSessions.minutes,
  location: coachSessions.location,
  version: coachSessions.version,
};
export type FeedSession = Pick<typeof coachSessions.$inferSelect, keyof typeof feedColumns>;

/** The coach's sessions from `from` up to but not including `to`, by time, without canceled ones. */
export const selectFeedSessions = (
  tx: Tx<CoachScope | FeedScope>,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<FeedSession[]> =>
  tx
    .select(feedColumns)
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        gte(coachSessions.sessionDate, from),
        lt(coachSessions.sessionDate, to),
        isNull(coachSessions.cancelledAt),
      ),
    )
    .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.id))
    .limit(limit);

/** These sessions, without canceled ones. */
export const selectSessionsById = (tx: Tx<CoachScope>, ids: readonly string[]) =>
  tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        inArray(coachSessions.id, [...ids]),
        isNull(coachSessions.cancelledAt),
      ),
    );
