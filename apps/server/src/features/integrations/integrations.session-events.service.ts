import { type OwnEvents, ownEventName } from '../../core/icalendar/own-events.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import { saveMadeMeeting } from '../calendar/calendar.service.ts';
import { compareEvents } from './integrations.questions.service.ts';
import { type SessionCalendarRow, updateWrite, type WriteRow } from './integrations.sessions.data.ts';
import {
  type EventTimes,
  endOf,
  isMeetingOfAnother,
  type PlannedPut,
  type SessionEvents,
  type SessionTime,
} from './integrations.sessions.rules.ts';

type Deps = { db: Database };

/** One calendar to write to. */
export type Target = {
  scope: CoachScope;
  row: SessionCalendarRow;
  events: SessionEvents;
  own: OwnEvents;
  timeZone: string;
  at: Date;
  /** Events that this run has changed there. */
  done: Record<'written' | 'removed', number>;
  /** Whether there is time for more, and no other process writes. */
  mayContinue: () => Promise<boolean>;
};

/** The row of an event that was not written yet. */
export function newWrite(
  { env }: { env: Pick<Env, 'appUrl'> },
  { scope, row, own, events }: Target,
  { session: { id: sessionId }, shared }: PlannedPut,
): WriteRow {
  const name = ownEventName(own, sessionId);
  return {
    coachId: scope.coachId,
    calendarId: row.calendarId,
    sessionId,
    uid: `${name}@${new URL(env.appUrl).hostname}`,
    path: events.pathOf(sessionId),
    etag: null,
    digest: '',
    sequence: 0,
    startsAt: shared.startsAt,
    minutes: shared.minutes,
    meetingUrl: null,
    found: null,
  };
}

/** A session that is canceled leaves the calendar, wherever its event was moved there. */
export async function removeEvent(events: SessionEvents, write: WriteRow): Promise<boolean> {
  const { uid, etag, found } = write;
  if ((await events.remove(write, found ? found.etag : etag)) === 'removed') return true;
  const there = await events.find(write);
  return !there || (await events.remove({ uid, path: there.path }, there.etag)) === 'removed';
}

/**
 * Writes the event of a session over the version that is known, or asks the coach about another version.
 * @returns whether it was written
 */
export async function putEvent(deps: Deps, target: Target, put: PlannedPut, known: WriteRow): Promise<boolean> {
  const { events, scope, timeZone, at } = target;
  const { session, shared, digest } = put;
  const write = await withoutMeetingOfAnother(deps, target, put, known);
  if (!write) return false;
  const { sessionId, path, uid } = write;
  const sequence = write.sequence + 1;
  const event = { path, uid, sequence, ...shared };
  let result = await events.put(event, write.found ? write.found.etag : write.etag);
  if (result === 'changed') {
    const there = await events.find(event);
    // Only something else was changed there, such as an alarm, or this is what an earlier run wrote.
    if (there && [shared, write].some((time) => isAt(there.times, time))) {
      result = await events.put({ ...event, path: there.path }, there.etag);
    } else if (!there && !write.etag && !write.found) {
      // Deleted there before its creation was confirmed: the next run starts over.
      await deps.db.write(scope, (tx) => updateWrite(tx, write, { path: events.pathOf(sessionId) }));
    } else {
      const found = { sessionId, etag: there?.etag ?? null, times: there?.times ?? null };
      await deps.db.write(scope, (tx) => compareEvents(tx, write.calendarId, [found], { now: at, timeZone }));
    }
  }
  // Changed there again in the meantime: the next run looks at it.
  if (result === 'changed') return false;
  const { startsAt, minutes } = shared;
  const { meeting, ...version } = result;
  // The next run looks again at a meeting that is still being made.
  const isOpen =
    meeting.isPending || (meeting.url !== null && isMeetingOfAnother(put, write) && meeting.url === write.meetingUrl);
  const written = { ...version, digest: isOpen ? '' : digest, sequence, startsAt, minutes, found: null };
  await deps.db.write(scope, async (tx) => {
    if (isOpen || !meeting.url) return updateWrite(tx, write, written);
    await updateWrite(tx, write, { ...written, meetingUrl: meeting.url });
    await saveMadeMeeting(tx, session, meeting.url);
  });
  return true;
}

/**
 * Removes an event whose meeting was made for another client. It is then written again with another meeting.
 * @returns what is known of the event; null while it cannot be removed
 */
async function withoutMeetingOfAnother(
  deps: Deps,
  { scope, events }: Target,
  put: PlannedPut,
  write: WriteRow,
): Promise<WriteRow | null> {
  if (!isMeetingOfAnother(put, write)) return write;
  const fresh = { path: events.pathOf(write.sessionId), etag: null, digest: '', found: null };
  // Noted first, so that a read after a crash takes it for no change by the coach.
  await deps.db.write(scope, (tx) => updateWrite(tx, write, fresh));
  return (await removeEvent(events, write)) ? { ...write, ...fresh } : null;
}

function isAt(times: EventTimes, session: SessionTime): boolean {
  const [time] = typeof times === 'string' ? [] : times;
  return time?.start === session.startsAt.getTime() && time.end === endOf(session).getTime();
}
