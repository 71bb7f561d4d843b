import { and, asc, eq, gte, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import type { CoachScope, FeedScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachSessions } from './calendar.table.ts';

const feedColumns = {
  id: coachSessions.id,
  clientId: coachSessions.clientId,
  clientName: coachSessions.clientName,
  sessionDate: coachSessions.sessionDate,
  minutes: coachSessions.minutes,
  location: coachSessions.location,
  meetingUrl: coachSessions.meetingUrl,
  madeMeetingUrl: coachSessions.madeMeetingUrl,
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

/**
 * Stores the link of a meeting that was made for a session and its client, unless the client has changed since.
 * @returns whether it is another link than before
 */
export async function updateMadeMeeting(
  tx: Tx<CoachScope>,
  { id, clientId, clientName }: Pick<FeedSession, 'id' | 'clientId' | 'clientName'>,
  url: string,
): Promise<boolean> {
  const isSamePerson =
    clientId === null
      ? and(isNull(coachSessions.clientId), eq(coachSessions.clientName, clientName))
      : eq(coachSessions.clientId, clientId);
  const { rowCount } = await tx
    .update(coachSessions)
    .set({ madeMeetingUrl: url })
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.id, id),
        isSamePerson,
        or(isNull(coachSessions.madeMeetingUrl), ne(coachSessions.madeMeetingUrl, url)),
      ),
    );
  return rowCount === 1;
}

/** Forgets the link of a meeting that ended with its event. */
export async function clearMadeMeeting(tx: Tx<CoachScope>, id: string, url: string): Promise<void> {
  await tx
    .update(coachSessions)
    .set({ madeMeetingUrl: null })
    .where(
      and(eq(coachSessions.coachId, tx.scope.coachId), eq(coachSessions.id, id), eq(coachSessions.madeMeetingUrl, url)),
    );
}
