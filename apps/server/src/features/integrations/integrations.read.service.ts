import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { type CalendarKind, isCalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { z } from 'zod';
import type { BusyTime, BusyWindow } from '../../core/icalendar/busy-times.ts';
import type { OwnEvents } from '../../core/icalendar/own-events.ts';
import { readBusyTimes } from '../../core/icalendar/read-busy-times.ts';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { forgetBusy, replaceBusy } from '../calendar/calendar.service.ts';
import {
  type Account,
  type AccountDeps,
  accountEvents,
  openAccount,
  readAccountCalendar,
} from './integrations.accounts.service.ts';
import { accountSecrets, type CaldavAccount, readChanges, sourceOf } from './integrations.caldav.service.ts';
import {
  type CalendarRow,
  type ConnectionKey,
  type ConnectionRow,
  deleteCalendars,
  findConnection,
  lockConnection,
  noteFailure,
  type ReadState,
  selectCalendars,
  selectDueConnections,
  updateCalendar,
  updateConnection,
} from './integrations.calendars.data.ts';
import { CalendarError, type FetchDeps, fetchFeed } from './integrations.fetch.service.ts';
import { aloneWith } from './integrations.lease.service.ts';
import { compareEvents } from './integrations.questions.service.ts';
import { dueCalendarsScope, readerScopeOf } from './integrations.scopes.ts';
import { selectSessionCalendars, selectWrites, type WriteRow } from './integrations.sessions.data.ts';
import type { EventThere, SessionEvents } from './integrations.sessions.rules.ts';
import { ownEventsOf } from './integrations.sessions.service.ts';

const MINUTE_MS = 60_000;
/** Feeds are read as a whole, and calendars of an account by their changes. */
const MINUTES: Record<CalendarKind, number> = { feed: 60, caldav: 15, google: 15, microsoft: 15 };
/** Days of busy times, before and after today. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 366];
const BATCH = 100;
/** An account with many calendars is read one after the other. */
const ACCOUNT_SECONDS = 180;

/** Times to read, named so that a read of another day or zone replaces all of them. */
export type NamedWindow = BusyWindow & { name: string; own: OwnEvents };

export function windowOf(now: Date, timeZone: string, own: OwnEvents): NamedWindow {
  const today = dayInZone(now, timeZone);
  return {
    name: `${today} ${timeZone}`,
    from: startOfDay(addDays(today, -DAYS_BACK), timeZone).getTime(),
    to: startOfDay(addDays(today, DAYS_AHEAD), timeZone).getTime(),
    timeZone,
    own,
  };
}

/** Result of a read. `times` by source are all of the calendar, or of changed and deleted events alone. */
type Changes = { whole: boolean; times: Map<string, readonly BusyTime[]>; kept: readonly string[] };
/**
 * A complete read of a calendar. `changes` is null when nothing has changed since the last read; `sessions` are the
 * coach's sessions among its events, where they were changed.
 */
export type CalendarRead = { changes: Changes | null; sessions?: readonly EventThere[]; state: ReadState };
/** `state` is null when its account has the calendar no more. */
export type ReadCalendar = { calendarId: string } & (
  | CalendarRead
  | { changes: null; sessions?: undefined; state: null }
);

/**
 * Reads a feed, for a connection or before there is one.
 * @param state of the last read; null for the first one
 * @throws CalendarError
 */
export async function readFeedAt(
  deps: FetchDeps,
  url: string,
  state: ReadState | null,
  window: NamedWindow,
): Promise<CalendarRead> {
  const known = state?.window === window.name ? state : null;
  const fetched = await fetchFeed(deps, url, known);
  if (!fetched) {
    // Servers answer "not modified" only to a request that names what is known.
    if (!known) throw new CalendarError('unreachable');
    return { changes: null, state: known };
  }
  const times = (await readBusyTimes([['', fetched.text]], window)).get('') ?? 'unreadable';
  if (typeof times === 'string') throw new CalendarError(times);
  return {
    changes: { whole: true, times: new Map([['', times]]), kept: [] },
    state: { etag: fetched.etag, modified: fetched.modified, window: window.name },
  };
}

/**
 * Reads a calendar of an account. An event that cannot be read keeps the times that it had.
 * @throws CalendarError
 */
export async function readCaldavAt(
  deps: FetchDeps,
  account: CaldavAccount,
  url: string,
  { state, window, written = [] }: { state: ReadState | null; window: NamedWindow; written?: readonly WriteRow[] },
): Promise<CalendarRead> {
  const token = state?.window === window.name ? (state.token ?? '') : '';
  const expected = written.filter(({ etag, found }) => etag && found?.kind !== 'deleted').map(({ path }) => path);
  const changes = await readChanges(deps, account, url, { token, window, written: expected });
  const { whole, texts, etags, gone, token: next } = changes;
  // A copy of our event at another address is an event like others.
  const own = new Map(written.map((write) => [sourceOf(write.path), write]));
  const read = await readBusyTimes(
    [...texts].map(([source, text]) =>
      own.has(source) ? ([source, text, 'event'] as const) : ([source, text] as const),
    ),
    window,
  );
  const times = new Map<string, readonly BusyTime[]>(gone.map((source) => [source, []]));
  const kept: string[] = [];
  const sessions = gone.flatMap((source): EventThere[] => {
    const write = own.get(source);
    return write ? [{ sessionId: write.sessionId, etag: null, times: null }] : [];
  });
  for (const [source, found] of read) {
    const write = own.get(source);
    if (write) sessions.push({ sessionId: write.sessionId, etag: etags.get(source) ?? null, times: found });
    if (typeof found === 'string') kept.push(source);
    else times.set(source, write ? [] : found);
  }
  return { changes: { whole, times, kept }, sessions, state: { token: next, window: window.name } };
}

type Sent = {
  /** Events of sessions in the calendar. */
  written: readonly WriteRow[];
  find: SessionEvents['find'];
};

/**
 * Reads a calendar of an account at a provider, which is known to exist while there is no connection yet.
 * @param sent where the calendar gets the coach's sessions
 * @returns null when the account has it no more
 * @throws CalendarError
 */
export async function readProviderAt(
  account: Account,
  key: string,
  { state, window, sent }: { state: ReadState | null; window: NamedWindow; sent?: Sent },
): Promise<CalendarRead | null> {
  const token = state?.window === window.name ? (state.token ?? '') : '';
  const found = await readAccountCalendar(account, key, { token, window });
  if (!found) return null;
  const { whole, times, versions, token: next } = found;
  const sessions: EventThere[] = [];
  for (const write of sent?.written ?? []) {
    const { sessionId, path, etag } = write;
    const listed = versions.get(path);
    if (listed?.etag) {
      sessions.push({ sessionId, etag: listed.etag, times: listed.times });
    } else if (sent && (versions.has(path) || (whole && etag && write.found?.kind !== 'deleted'))) {
      // Lists leave events out, and name others as deleted that were moved: the event itself counts.
      const there = await sent.find(write);
      sessions.push({ sessionId, etag: there?.etag ?? null, times: there?.times ?? null });
    }
  }
  // Where the event says nothing else, it is known by its path alone.
  for (const { path } of sent?.written ?? []) if (times.has(sourceOf(path))) times.set(sourceOf(path), []);
  return { changes: { whole, times, kept: [] }, sessions, state: { token: next, window: window.name } };
}

const feedSecrets = z.object({ url: z.string() });

export type ReadDeps = Omit<FetchDeps, 'env'> & AccountDeps & { log: Logger; env: FetchDeps['env'] };

/**
 * Reads a connection now, unless its coach has no plan for it. A failure is noted and keeps the busy times.
 * @param waitMs how long to wait for another process that reads it or writes to it; then it stays due
 */
export const readConnection = (deps: ReadDeps, key: ConnectionKey, waitMs = 0): Promise<boolean> =>
  aloneWith(deps, key, () => readAlone(deps, key), { waitMs });

async function readAlone(deps: ReadDeps, { coachId, id }: ConnectionKey): Promise<void> {
  const { db, now, log } = deps;
  const scope = readerScopeOf(coachId);
  const [connection, calendars, receiving, coach] = await db.read(scope, (tx) =>
    Promise.all([
      findConnection(tx, id),
      selectCalendars(tx, id),
      selectSessionCalendars(tx, id),
      findCoachOnRecord(tx),
    ]),
  );
  if (!connection || !coach) return;
  const at = now();
  // Also when a coach asks for it, because the provider would make us wait for longer.
  if (connection.problem === 'rate_limited' && connection.nextReadAt > at) return;
  if (!coach.isActive || !isFeatureAllowed(coach.access, 'integrations', at)) {
    // Due again with the plan, at most an hour later.
    await db.write(scope, (tx) => updateConnection(tx, id, { nextReadAt: inAnHour(at) }));
    return;
  }
  try {
    const writes = new Map<string, readonly WriteRow[]>();
    for (const { calendarId } of receiving.filter(({ active }) => active)) {
      writes.set(calendarId, await db.read(scope, (tx) => selectWrites(tx, calendarId)));
    }
    const window = windowOf(at, coach.timeZone, ownEventsOf(db, coachId));
    const read = await readCalendars(deps, connection, { calendars, writes, window });
    await db.write(scope, (tx) => storeReads(tx, id, read, { now: at, timeZone: coach.timeZone }));
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.info({ coachId, connectionId: id, problem: error.problem, err: error.cause }, 'a calendar could not be read');
    const { problem, retryAfterSeconds } = error;
    const nextReadAt = retryAfterSeconds ? new Date(at.getTime() + retryAfterSeconds * 1000) : inAnHour(at);
    await db.write(scope, (tx) => noteFailure(tx, id, { problem, at, nextReadAt }));
  }
}

const nextRead = (kind: CalendarKind, at: Date): Date => new Date(at.getTime() + MINUTES[kind] * MINUTE_MS);
const inAnHour = (at: Date): Date => nextRead('feed', at);

async function readCalendars(
  deps: ReadDeps,
  connection: ConnectionRow,
  {
    calendars,
    writes,
    window,
  }: {
    calendars: readonly CalendarRow[];
    /** Events of sessions by the calendars that get them. These are read even where they do not block. */
    writes: ReadonlyMap<string, readonly WriteRow[]>;
    window: NamedWindow;
  },
): Promise<ReadCalendar[]> {
  const readOne = readerOf(deps, connection, window);
  const read: ReadCalendar[] = [];
  for (const calendar of calendars) {
    const written = writes.get(calendar.id);
    if (!calendar.blocks && !written) continue;
    const found = await readOne(calendar, written ?? []);
    read.push({ calendarId: calendar.id, ...(found ?? { changes: null, state: null }) });
  }
  return read;
}

/** @throws CalendarError for a provider that is not set up here any more */
function readerOf(
  deps: ReadDeps,
  connection: ConnectionRow,
  window: NamedWindow,
): (calendar: CalendarRow, written: readonly WriteRow[]) => Promise<CalendarRead | null> {
  const { kind } = connection;
  if (isCalendarProvider(kind)) {
    const account = openAccount(deps, connection, kind);
    return ({ key, state }, written) => {
      const { find } = accountEvents(deps, account, key, window.own);
      return readProviderAt(account, key, { state, window, sent: { written, find } });
    };
  }
  const secrets: unknown = JSON.parse(deps.seal.open(connection.sealed));
  if (kind === 'feed') return ({ state }) => readFeedAt(deps, feedSecrets.parse(secrets).url, state, window);
  const account = accountSecrets.parse(secrets);
  return ({ key, state }, written) => readCaldavAt(deps, account, key, { state, window, written });
}

/** Stores complete reads of the calendars of a connection. Those that were removed or turned off meanwhile stay empty. */
export async function storeReads(
  tx: Tx<CoachScope>,
  id: string,
  reads: readonly ReadCalendar[],
  asking: { now: Date; timeZone: string },
): Promise<void> {
  const connection = await lockConnection(tx, id);
  if (!connection) return;
  const calendars = new Map((await selectCalendars(tx, id)).map((calendar) => [calendar.id, calendar]));
  const receiving = await selectSessionCalendars(tx, id);
  const isRead = ({ id: calendarId, blocks }: CalendarRow) =>
    blocks || receiving.some((row) => row.active && row.calendarId === calendarId);
  const { bufferBefore, bufferAfter } = connection;
  for (const { calendarId, changes, sessions = [], state } of reads) {
    const calendar = calendars.get(calendarId);
    if (calendar && !state) {
      await deleteCalendars(tx, [calendarId]);
      await forgetBusy(tx, [calendarId]);
      calendars.delete(calendarId);
      continue;
    }
    if (!changes || !calendar || !isRead(calendar)) continue;
    const { times, ...which } = changes;
    // Turned off and on again during the read: changes alone would leave out its other times.
    if (!which.whole && !calendar.state) continue;
    if (calendar.blocks && (which.whole || times.size > 0)) {
      await replaceBusy(tx, { calendarId, bufferBefore, bufferAfter }, times, which);
    }
    await compareEvents(tx, calendarId, sessions, asking);
    await updateCalendar(tx, calendarId, { state });
    calendar.state = state;
  }
  const isComplete = [...calendars.values()].every((calendar) => !isRead(calendar) || calendar.state);
  const { now: at } = asking;
  await updateConnection(tx, id, {
    readAt: at,
    nextReadAt: isComplete ? nextRead(connection.kind, at) : at,
    failingSince: null,
    problem: null,
  });
}

/** Reads the calendars that are due, each one for itself. */
export async function readDueCalendars(deps: ReadDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  await eachDue({
    name: 'connections',
    log,
    failure: 'a connected calendar was not read',
    read: (after: ConnectionKey | undefined) =>
      db.read(dueCalendarsScope, (tx) => selectDueConnections(tx, { now: at, after, limit: BATCH })),
    size: BATCH,
    place: ({ coachId, id }) => ({ coachId, id }),
    work: (key) => readConnection(deps, key),
    itemSeconds: ACCOUNT_SECONDS,
  });
}
