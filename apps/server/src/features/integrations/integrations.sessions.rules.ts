import { createHash } from 'node:crypto';
import { initialsOf } from '@stridewell/contract/identity/identity.rules';
import type { FeedSession } from '../calendar/calendar.service.ts';
import type { WriteRow } from './integrations.sessions.data.ts';

/** An event of a session, ready to be written. */
export type SessionEvent = { path: string; text: string };
/** Writes events of sessions into one calendar. Each kind of connection has its own. */
export type SessionEvents = {
  /** Where the event with this name is. */
  pathOf: (name: string) => string;
  /**
   * Writes an event.
   * @param etag the version to replace; null for a new event
   * @returns `changed` when the calendar has another version
   * @throws CalendarError
   */
  put: (event: SessionEvent, etag: string | null) => Promise<{ etag: string } | 'changed'>;
  /**
   * Removes an event, which may be gone already.
   * @throws CalendarError
   */
  remove: (path: string, etag: string | null) => Promise<'removed' | 'changed'>;
  /**
   * Reads an event; null where there is none.
   * @throws CalendarError
   */
  find: (path: string) => Promise<{ etag: string; text: string } | null>;
};

/** A session as others may see it in the coach's calendar. */
export type SharedSession = {
  summary: string;
  startsAt: Date;
  minutes: number;
  location: string | null;
  url: string;
};

type Show = { showsNames: boolean; url: string };

/** Leaves out the type and the notes, and shows the client by initials unless names were chosen. */
const toShared = (session: FeedSession, { showsNames, url }: Show): SharedSession => ({
  summary: `Session ${showsNames ? session.clientName : initialsOf(session.clientName)}`,
  startsAt: session.sessionDate,
  minutes: session.minutes,
  location: session.location,
  url,
});

const digestOf = (shared: SharedSession): string =>
  createHash('sha256').update(JSON.stringify(shared)).digest('base64url').slice(0, 22);

/** The time of a session or event. */
export type SessionTime = { startsAt: Date; minutes: number };

export const isSameTime = (one: SessionTime, other: SessionTime): boolean =>
  one.startsAt.getTime() === other.startsAt.getTime() && one.minutes === other.minutes;

export type PlannedPut = { sessionId: string; shared: SharedSession; digest: string; before: WriteRow | null };

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
    return isDone ? [] : [{ sessionId: session.id, shared, digest, before }];
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
