import { timeProblem } from '@stridewell/contract/calendar/calendar.rules';
import type { CalendarQuestion } from '@stridewell/contract/integrations/integrations.calendars';
import { momentLabel } from '@stridewell/contract/time';
import { enqueue } from '../../core/background.ts';
import type { BusyTime } from '../../core/icalendar/busy-times.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { audit } from '../audit/audit.service.ts';
import { cancelSession, updateSession } from '../calendar/calendar.edit.service.ts';
import { type CalendarDeps, listSessionsById, sessionsChangedJob } from '../calendar/calendar.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { selectCalendars } from './integrations.calendars.data.ts';
import {
  deleteWrites,
  type FoundChange,
  lockFound,
  selectFound,
  selectWrites,
  updateWrite,
  type WriteRow,
} from './integrations.sessions.data.ts';
import { type EventThere, isSameTime, type SessionTime } from './integrations.sessions.rules.ts';

/** More questions than a coach would answer one by one. */
const MOST_QUESTIONS = 100;
const MINUTE_MS = 60_000;

/** The time that a session can have; null for an event that repeats, lasts whole days or has an impossible length. */
function sessionTimeOf(times: readonly BusyTime[], now: Date): SessionTime | null {
  const [time] = times;
  if (!time) return null;
  const startsAt = new Date(time.start);
  const minutes = (time.end - time.start) / MINUTE_MS;
  return Number.isInteger(minutes) && !timeProblem(startsAt, minutes, now) ? { startsAt, minutes } : null;
}

type Asking = { now: Date; timeZone: string };

/** Compares events that were read with those that were written, and asks the coach about changes. */
export async function compareEvents(
  tx: Tx<CoachScope>,
  calendarId: string,
  events: readonly EventThere[],
  asking: Asking,
): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ sessionId }) => sessionId);
  const [writes, sessions] = await Promise.all([selectWrites(tx, calendarId), listSessionsById(tx, ids)]);
  const asked: Asked[] = [];
  for (const event of events) {
    const write = writes.find(({ sessionId }) => sessionId === event.sessionId);
    const session = sessions.find(({ id }) => id === event.sessionId);
    if (!write) continue;
    const now = session && { startsAt: session.sessionDate, minutes: session.minutes };
    const found = await storeChange(tx, { write, event, session: now }, asking.now);
    if (found && session && session.sessionDate > asking.now) asked.push({ session, found });
  }
  await notifyOfQuestions(tx, asked, asking.timeZone);
}

type Compared = { write: WriteRow; event: EventThere; session: SessionTime | undefined };

/**
 * Compares an event with what was written. A change is stored until the coach decides. An event at the time of its
 * session is no change.
 * @returns a change that was not known before
 */
async function storeChange(
  tx: Tx<CoachScope>,
  { write, event, session }: Compared,
  now: Date,
): Promise<FoundChange | null> {
  // A text that cannot be read says nothing about the event.
  if (typeof event.times === 'string') return null;
  const { etag } = event;
  // Not written yet, or the coach decided about this version and it is about to be replaced.
  if (!write.found && write.digest === '' && write.etag === etag) return null;
  const time = event.times && sessionTimeOf(event.times, now);
  if (time && isSameTime(time, write)) {
    if (write.found || write.etag !== etag) await updateWrite(tx, write, { etag, found: null });
    return null;
  }
  if (time && session && isSameTime(time, session)) {
    await updateWrite(tx, write, { ...session, etag, digest: '', found: null });
    return null;
  }
  const found: FoundChange = {
    kind: time ? 'moved' : event.times === null ? 'deleted' : 'unclear',
    at: now.toISOString(),
    startsAt: time?.startsAt.toISOString() ?? null,
    minutes: time?.minutes ?? null,
    etag,
  };
  const known = write.found;
  if (known && (['kind', 'startsAt', 'minutes'] as const).every((name) => known[name] === found[name])) {
    if (known.etag !== etag) await updateWrite(tx, write, { found: { ...known, etag } });
    return null;
  }
  // The question is about the session as it is now. It ends when the session changes.
  await updateWrite(tx, write, { ...session, digest: '', found });
  return found;
}

const TITLES = {
  moved: 'Session moved in your calendar',
  deleted: 'Session deleted in your calendar',
  unclear: 'Session changed in your calendar',
};
const YOU_DECIDE = 'Your clients have not been told. You decide.';

type Asked = { session: Awaited<ReturnType<typeof listSessionsById>>[number]; found: FoundChange };

/** Notifies the coach once of all changes that a read has found. */
async function notifyOfQuestions(tx: Tx<CoachScope>, asked: readonly Asked[], timeZone: string): Promise<void> {
  const [first, ...more] = asked;
  if (!first) return;
  const { session, found } = first;
  const to = found.startsAt ? ` to ${momentLabel(new Date(found.startsAt), timeZone)}` : '';
  const { coachId } = tx.scope;
  const isSingle = more.length === 0;
  await notify(tx, {
    userId: coachId,
    type: 'session_changed',
    title: isSingle ? TITLES[found.kind] : `${asked.length} sessions changed in your calendar`,
    message: isSingle
      ? `${session.clientName}, ${momentLabel(session.sessionDate, timeZone)}${to}. ${YOU_DECIDE}`
      : YOU_DECIDE,
    metadata: {
      ...(isSingle && session.clientId && { client_id: session.clientId }),
      coach_id: coachId,
      session_id: session.id,
    },
  });
}

/** Changes of upcoming sessions in other calendars that the coach has not decided about, one of each session. */
export async function listQuestions(tx: Tx<CoachScope>, now: Date): Promise<CalendarQuestion[]> {
  const [writes, calendars] = await Promise.all([selectFound(tx, now, MOST_QUESTIONS), selectCalendars(tx)]);
  const sessions = new Map(
    (
      await listSessionsById(
        tx,
        writes.map(({ sessionId }) => sessionId),
      )
    ).map((session) => [session.id, session]),
  );
  const names = new Map(calendars.map(({ id, name }) => [id, name]));
  return writes.flatMap((write): CalendarQuestion[] => {
    const { sessionId, found } = write;
    const session = sessions.get(sessionId);
    if (!found || !session || !isSameTime(write, { startsAt: session.sessionDate, minutes: session.minutes }))
      return [];
    // The second calendar with this session asks after the first answer.
    sessions.delete(sessionId);
    return [
      {
        sessionId,
        calendarName: names.get(write.calendarId) ?? '',
        kind: found.kind,
        askedAt: found.at,
        clientId: session.clientId,
        clientName: session.clientName,
        sessionTypeId: session.sessionTypeId,
        sessionDate: session.sessionDate.toISOString(),
        minutes: session.minutes,
        version: session.version,
        movedTo: found.startsAt && found.minutes ? { startsAt: found.startsAt, minutes: found.minutes } : null,
      },
    ];
  });
}

type Answer = { sessionId: string; askedAt: string; version: number; answer: 'follow' | 'keep' };

/**
 * Moves or cancels the session like its event, with the usual notice to the client, or lets the event be written again.
 * @throws CHANGED, and what changing a session throws
 */
export async function answerQuestion(
  tx: Tx<CoachScope, 'BAD_TIME' | 'CHANGED' | 'UNKNOWN_CLIENT'>,
  deps: CalendarDeps & { queue: Pick<Queue, 'send'> },
  { sessionId, askedAt, version, answer }: Answer,
): Promise<void> {
  const write = (await lockFound(tx, sessionId)).find(({ found }) => found?.at === askedAt);
  if (!write?.found) throw refuse(tx, 'CHANGED');
  const { kind, etag, startsAt, minutes } = write.found;
  const edit = { id: sessionId, version, apply: 'this' } as const;
  if (answer === 'keep') {
    await updateWrite(tx, write, { etag, digest: '', found: null });
  } else if (kind === 'deleted') {
    await cancelSession(tx, deps, { ...edit, reason: '' });
    await deleteWrites(tx, write.calendarId, [sessionId]);
  } else if (startsAt && minutes) {
    await updateSession(tx, deps, { ...edit, change: { startsAt, minutes } });
    await updateWrite(tx, write, { etag, digest: '', found: null, startsAt: new Date(startsAt), minutes });
  } else {
    throw refuse(tx, 'CHANGED');
  }
  audit(tx, {
    action: answer === 'keep' ? 'calendar_question.kept' : 'calendar_question.followed',
    subjectId: sessionId,
    after: { change: kind },
  });
  await enqueue(tx, sessionsChangedJob, { coachId: tx.scope.coachId });
}
