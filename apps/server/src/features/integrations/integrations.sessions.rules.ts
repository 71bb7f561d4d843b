import { createHash } from 'node:crypto';
import { initialsOf } from '@stridewell/contract/identity/identity.rules';
import type { BusyProblem, BusyTime } from '../../core/icalendar/busy-times.ts';
import { placeOf } from '../calendar/calendar.meetings.rules.ts';
import type { FeedSession } from '../calendar/calendar.service.ts';
import type { WriteRow } from './integrations.sessions.data.ts';

/** The meeting of an event: its link where there is one, and whether it is still being made. */
export type EventMeeting = { url: string | null; isPending: boolean };
export const NO_MEETING: EventMeeting = { url: null, isPending: false };
type WrittenEvent = { path: string; etag: string; meeting: EventMeeting };

/** An event as its calendar has it. */
export type FoundEvent = { path: string; etag: string; times: EventTimes };
/** Writes events of sessions into one calendar. Each kind of connection has its own. */
export type SessionEvents = {
  /** The path that a new event of the session is stored with. */
  pathOf: (sessionId: string) => string;
  /**
   * Writes an event.
   * @param etag the version to replace; null for a new event
   * @returns its path, version and meeting; `changed` when the calendar has another version
   * @throws CalendarError
   */
  put: (event: SessionEvent, etag: string | null) => Promise<WrittenEvent | 'changed'>;
  /**
   * Removes an event, which may be gone already.
   * @throws CalendarError
   */
  remove: (event: EventPlace, etag: string | null) => Promise<'removed' | 'changed'>;
  /**
   * Reads an event; null where there is none.
   * @throws CalendarError
   */
  find: (event: EventPlace) => Promise<FoundEvent | null>;
};

/** A session as others may see it in the coach's calendar. */
export type SharedSession = {
  summary: string;
  startsAt: Date;
  minutes: number;
  location: string | null;
  url: string;
  /** Names the meeting to make, another one for each client; null for none. */
  meeting: string | null;
};

/** An event of a session, ready to be written. */
export type SessionEvent = SharedSession & EventPlace & Pick<WriteRow, 'sequence'>;
type EventPlace = Pick<WriteRow, 'path' | 'uid'>;

/** Times of an event: none where it repeats or lasts whole days. */
export type EventTimes = readonly BusyTime[] | BusyProblem;
/** The event of a session as another calendar has it now. Its times are null where it was deleted there. */
export type EventThere = { sessionId: string; etag: string | null; times: EventTimes | null };

export const endOf = ({ startsAt, minutes }: SessionTime): Date => new Date(startsAt.getTime() + minutes * 60_000);

type Show = { showsNames: boolean; makesMeetings: boolean; url: string; now: Date };

/** Leaves out the type and the notes, and shows the client by initials unless names were chosen. */
const toShared = (session: FeedSession, { showsNames, makesMeetings, url, now }: Show): SharedSession => ({
  summary: `Session ${showsNames ? session.clientName : initialsOf(session.clientName)}`,
  startsAt: session.sessionDate,
  minutes: session.minutes,
  location: placeOf(session.location, session.meetingUrl),
  url,
  meeting: makesMeetings && needsMeeting(session, now) ? meetingNameOf(session) : null,
});

/** Upcoming sessions without a place and a link, and past ones with a meeting. */
const needsMeeting = ({ location, meetingUrl, madeMeetingUrl, sessionDate }: FeedSession, now: Date): boolean =>
  !location && !meetingUrl && (madeMeetingUrl !== null || sessionDate > now);

const meetingNameOf = ({ id, clientId, clientName }: FeedSession): string =>
  createHash('sha256')
    .update(`${id} ${clientId ?? clientName}`)
    .digest('hex')
    .slice(0, 32);

/** Of what the event shows. */
const digestOf = ({ meeting, ...shown }: SharedSession): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...shown, ...(meeting && { meeting }) }))
    .digest('base64url')
    .slice(0, 22);

/** The time of a session or event. */
export type SessionTime = { startsAt: Date; minutes: number };

export const isSameTime = (one: SessionTime, other: SessionTime): boolean =>
  one.startsAt.getTime() === other.startsAt.getTime() && one.minutes === other.minutes;

export type PlannedPut = { session: FeedSession; shared: SharedSession; digest: string; before: WriteRow | null };

export type WritePlan = {
  /** New and changed events. */
  put: PlannedPut[];
  /** Events of sessions that are canceled, deleted or no longer wanted there. */
  remove: WriteRow[];
  /** Events that stay there, and that we no longer follow. */
  forget: WriteRow[];
};

/**
 * Compares the sessions with the events that were written. An event that was changed there is left alone until the coach
 * decides, unless its session was moved or canceled since.
 * @param from the start of the time whose sessions are written
 */
export function planWrites(
  sessions: readonly FeedSession[],
  writes: readonly WriteRow[],
  { from, ...show }: Show & { from: Date },
): WritePlan {
  const written = new Map(writes.map((write) => [write.sessionId, write]));
  const put = sessions.flatMap((session): PlannedPut[] => {
    const before = written.get(session.id) ?? null;
    written.delete(session.id);
    const shared = toShared(session, show);
    const digest = digestOf(shared);
    const isDone = before?.found ? isSameTime(before, shared) : before?.etag && before.digest === digest;
    return isDone ? [] : [{ session, shared, digest, before }];
  });
  const rest = [...written.values()];
  const isGone = ({ found, startsAt }: WriteRow) => found?.kind === 'deleted' || startsAt < from;
  return { put, remove: rest.filter((write) => !isGone(write)), forget: rest.filter(isGone) };
}

/** Plans the removal of upcoming events from a calendar that no longer gets sessions. Past events stay. */
export function planRemoval(writes: readonly WriteRow[], now: Date): WritePlan {
  const stays = ({ found, startsAt }: WriteRow) => found?.kind === 'deleted' || startsAt <= now;
  return { put: [], remove: writes.filter((write) => !stays(write)), forget: writes.filter(stays) };
}

/** Whether the meeting of an event was made for another client. The session has lost its link then. */
export const isMeetingOfAnother = ({ session, shared }: PlannedPut, { meetingUrl }: WriteRow): boolean =>
  shared.meeting !== null && meetingUrl !== null && session.madeMeetingUrl === null;
