import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { canReceiveSessions } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { enqueue } from '../../core/background.ts';
import { type OwnEvents, ownEventName } from '../../core/icalendar/own-events.ts';
import { readBusyTimes } from '../../core/icalendar/read-busy-times.ts';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import type { Seal } from '../../platform/seal.ts';
import { audit } from '../audit/audit.service.ts';
import { listFeedSessions, sessionsChangedJob } from '../calendar/calendar.service.ts';
import { accountSecrets } from './integrations.caldav.service.ts';
import { caldavEvents } from './integrations.caldav-events.service.ts';
import {
  type CalendarRow,
  type ConnectionKey,
  type ConnectionRow,
  findConnection,
  selectCalendars,
  updateConnection,
} from './integrations.calendars.data.ts';
import { CalendarError, type FetchDeps } from './integrations.fetch.service.ts';
import { aloneWith } from './integrations.lease.service.ts';
import { compareEvents, type EventThere } from './integrations.questions.service.ts';
import { dueCalendarsScope, readerScopeOf } from './integrations.scopes.ts';
import {
  deleteEnded,
  deleteWrites,
  insertWrites,
  noteWriteFailure,
  noteWritten,
  requestWrites,
  type SessionCalendarRow,
  selectDueWriters,
  selectSessionCalendars,
  selectWrites,
  updateSessionCalendar,
  updateWrite,
  upsertSessionCalendar,
  type WriteRow,
} from './integrations.sessions.data.ts';
import {
  type PlannedPut,
  planRemoval,
  planWrites,
  type SessionEvents,
  type SessionTime,
  type SharedSession,
  type WritePlan,
} from './integrations.sessions.rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days of sessions in other calendars, before and after now, as in the feed. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 366];
/** More than two years of a full week. */
const MOST_SESSIONS = 5000;
/** Most changes arrive by a job at once. The regular run adds the sessions of later days. */
const [MINUTES, MINUTES_AFTER_FAILURE] = [15, 60];
/** The next run continues. */
const RUN_MS = 120_000;
const EVENTS_PER_STEP = 20;
const BATCH = 100;
const CONNECTION_SECONDS = 180;

export type WriteDeps = Omit<FetchDeps, 'env'> & {
  db: Database;
  seal: Seal;
  log: Logger;
  now: () => Date;
  env: FetchDeps['env'] & Pick<Env, 'appUrl'>;
};

/** Recognizes the events of a coach's sessions in other calendars. */
export const ownEventsOf = (db: Pick<Database, 'keysFor'>, coachId: string): OwnEvents => ({
  coachId,
  keys: db.keysFor('session events'),
});

type Choice = {
  connection: ConnectionRow;
  calendars: readonly CalendarRow[];
  sessionCalendarId?: string | null | undefined;
  showsNames?: boolean | undefined;
};

/**
 * Chooses the calendar of a connection that gets the coach's sessions. From the one before, they are removed.
 * @throws NOT_WRITABLE
 */
export async function chooseSessionCalendar(
  tx: Tx<CoachScope, 'NOT_WRITABLE'>,
  { connection, calendars, sessionCalendarId, showsNames }: Choice,
  now: Date,
): Promise<void> {
  const before = (await selectSessionCalendars(tx, connection.id)).find(({ active }) => active);
  const calendarId = sessionCalendarId === undefined ? (before?.calendarId ?? null) : sessionCalendarId;
  const names = showsNames ?? before?.showsNames ?? false;
  const isKnown = calendarId === null || calendars.some(({ id }) => id === calendarId);
  if (!isKnown || (calendarId !== null && !canReceiveSessions(connection.kind))) throw refuse(tx, 'NOT_WRITABLE');
  const isSame = before?.calendarId === calendarId || (!before && calendarId === null);
  if (isSame && (!before || before.showsNames === names)) return;
  if (before && !isSame) await updateSessionCalendar(tx, before.calendarId, { active: false, nextWriteAt: now });
  if (calendarId !== null) {
    await upsertSessionCalendar(tx, {
      calendarId,
      connectionId: connection.id,
      active: true,
      showsNames: names,
      nextWriteAt: now,
    });
    // A calendar that does not block is read from now on.
    await updateConnection(tx, connection.id, { nextReadAt: now });
  }
  const facts = { kind: connection.kind, host: connection.host };
  if (calendarId === null) {
    audit(tx, { action: 'calendar_sessions.turned_off', subjectId: connection.id, before: facts });
  } else {
    const action = before ? 'calendar_sessions.changed' : 'calendar_sessions.turned_on';
    audit(tx, { action, subjectId: connection.id, after: { ...facts, names } });
  }
  await enqueue(tx, sessionsChangedJob, { coachId: tx.scope.coachId });
}

const after = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

/** One calendar to write to. */
type Target = {
  scope: CoachScope;
  row: SessionCalendarRow;
  events: SessionEvents;
  own: OwnEvents;
  timeZone: string;
  at: Date;
  /** Whether there is time for more, and no other process writes. */
  mayContinue: () => Promise<boolean>;
};

/** Brings the sessions in the calendars of a connection up to date. A failure is noted for the coach. */
export const writeSessions = (
  deps: WriteDeps,
  key: ConnectionKey,
  options: { waitMs?: number; runMs?: number } = {},
): Promise<boolean> => aloneWith(deps, key, (renew) => writeAll(deps, key, renew, options.runMs ?? RUN_MS), options);

async function writeAll(
  deps: WriteDeps,
  { coachId, id }: ConnectionKey,
  renew: () => Promise<boolean>,
  runMs: number,
): Promise<void> {
  const { db, now, log } = deps;
  const scope = readerScopeOf(coachId);
  const [connection, calendars, rows, coach] = await db.read(scope, (tx) =>
    Promise.all([
      findConnection(tx, id),
      selectCalendars(tx, id),
      selectSessionCalendars(tx, id),
      findCoachOnRecord(tx),
    ]),
  );
  if (!connection || !coach) return;
  const at = now();
  const isPaid = coach.isActive && isFeatureAllowed(coach.access, 'integrations', at);
  const endsAt = performance.now() + runMs;
  for (const row of rows) {
    const calendar = calendars.find((one) => one.id === row.calendarId);
    if (!calendar) continue;
    if (row.active && !isPaid) {
      // Due again with the plan, at most an hour later.
      const nextWriteAt = after(at, MINUTES_AFTER_FAILURE);
      await db.write(scope, (tx) => updateSessionCalendar(tx, row.calendarId, { nextWriteAt }));
      continue;
    }
    const mayContinue = async () => performance.now() < endsAt && (await isWanted(db, scope, row)) && (await renew());
    const own = ownEventsOf(db, coachId);
    const { timeZone } = coach;
    try {
      const events = eventsOf(deps, connection, calendar.key);
      await writeCalendar(deps, { scope, row, events, own, timeZone, at, mayContinue });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      log.info({ coachId, connectionId: id, problem: error.problem, err: error.cause }, 'sessions were not written');
      const failure = { problem: error.problem, at, nextWriteAt: after(at, MINUTES_AFTER_FAILURE) };
      await db.write(scope, (tx) => noteWriteFailure(tx, row.calendarId, failure));
    }
  }
}

/** The coach may turn it off or disconnect the calendar during a long run. */
async function isWanted(db: Database, scope: CoachScope, row: SessionCalendarRow): Promise<boolean> {
  const rows = await db.read(scope, (tx) => selectSessionCalendars(tx, row.connectionId));
  return rows.some(({ calendarId, active }) => calendarId === row.calendarId && active === row.active);
}

function eventsOf(deps: WriteDeps, { kind, sealed }: ConnectionRow, calendar: string): SessionEvents {
  if (kind !== 'caldav') throw new CalendarError('read_only');
  return caldavEvents(deps, accountSecrets.parse(JSON.parse(deps.seal.open(sealed))), calendar);
}

async function writeCalendar(deps: WriteDeps, target: Target): Promise<void> {
  const { db } = deps;
  const { scope, row, at } = target;
  const { calendarId } = row;
  const plan = await planOf(deps, target);
  await db.write(scope, (tx) =>
    deleteWrites(
      tx,
      calendarId,
      plan.forget.map(({ sessionId }) => sessionId),
    ),
  );
  const isDone = (await removeAll(deps, target, plan.remove)) && (await putAll(deps, target, plan.put));
  if (!isDone) return;
  const next = { at, nextWriteAt: after(at, MINUTES) };
  await db.write(scope, (tx) => (row.active ? noteWritten(tx, row, next) : deleteEnded(tx, calendarId)));
}

async function planOf({ db, env }: WriteDeps, { scope, row, at }: Target): Promise<WritePlan> {
  const from = new Date(at.getTime() - DAYS_BACK * DAY_MS);
  const to = new Date(at.getTime() + DAYS_AHEAD * DAY_MS);
  const { calendarId, active, showsNames } = row;
  const [writes, sessions] = await db.read(scope, (tx) =>
    Promise.all([selectWrites(tx, calendarId), active ? listFeedSessions(tx, { from, to }, MOST_SESSIONS) : []]),
  );
  const url = `${env.appUrl}/coach/${scope.coachId}/calendar`;
  return active ? planWrites(sessions, writes, { from, showsNames, url }) : planRemoval(writes, at);
}

/** @returns whether all were removed, but for events that are being changed there at this moment */
async function removeAll(deps: WriteDeps, target: Target, writes: readonly WriteRow[]): Promise<boolean> {
  for (const [index, write] of writes.entries()) {
    if (index % EVENTS_PER_STEP === 0 && !(await target.mayContinue())) return false;
    const isGone = await removeOne(target.events, write);
    if (!isGone) return false;
    await deps.db.write(target.scope, (tx) => deleteWrites(tx, target.row.calendarId, [write.sessionId]));
  }
  return true;
}

/** A session that is canceled leaves the calendar, wherever its event was moved there. */
async function removeOne(events: SessionEvents, { path, etag, found }: WriteRow): Promise<boolean> {
  if ((await events.remove(path, found ? found.etag : etag)) === 'removed') return true;
  const there = await events.find(path);
  return !there || (await events.remove(path, there.etag)) === 'removed';
}

/** @returns whether all were written */
async function putAll(deps: WriteDeps, target: Target, puts: readonly PlannedPut[]): Promise<boolean> {
  for (let first = 0; first < puts.length; first += EVENTS_PER_STEP) {
    if (!(await target.mayContinue())) return false;
    const step = puts
      .slice(first, first + EVENTS_PER_STEP)
      .map((put) => ({ put, write: put.before ?? newWrite(deps, target, put) }));
    const added = step.flatMap(({ put, write }) => (put.before ? [] : [write]));
    await deps.db.write(target.scope, (tx) => insertWrites(tx, added));
    for (const { put, write } of step) await putOne(deps, target, put, write);
  }
  return true;
}

function newWrite(
  { env }: WriteDeps,
  { scope, row, own, events }: Target,
  { sessionId, shared }: PlannedPut,
): WriteRow {
  const name = ownEventName(own, sessionId);
  return {
    coachId: scope.coachId,
    calendarId: row.calendarId,
    sessionId,
    uid: `${name}@${new URL(env.appUrl).hostname}`,
    path: events.pathOf(name),
    etag: null,
    digest: '',
    sequence: 0,
    startsAt: shared.startsAt,
    minutes: shared.minutes,
    found: null,
  };
}

async function putOne(deps: WriteDeps, target: Target, { shared, digest }: PlannedPut, write: WriteRow): Promise<void> {
  const { events, scope, timeZone, at } = target;
  const { sessionId, path, uid } = write;
  const sequence = write.sequence + 1;
  const text = await textOf(deps, { uid, sequence, ...shared });
  let result = await events.put({ path, text }, write.found ? write.found.etag : write.etag);
  if (result === 'changed') {
    const there = await events.find(path);
    const times = there && (await timesOf(there.text, timeZone));
    // Only something else was changed there, such as an alarm, or this is what an earlier run wrote.
    if (there && [shared, write].some((time) => isAt(times, time))) {
      result = await events.put({ path, text }, there.etag);
    } else {
      const event = { sessionId, etag: there?.etag ?? null, times };
      await deps.db.write(scope, (tx) => compareEvents(tx, write.calendarId, [event], { now: at, timeZone }));
    }
  }
  // Changed there again in the meantime: the next run looks at it.
  if (result === 'changed') return;
  const { startsAt, minutes } = shared;
  const written = { etag: result.etag, digest, sequence, startsAt, minutes, found: null };
  await deps.db.write(scope, (tx) => updateWrite(tx, write, written));
}

function isAt(times: EventThere['times'], { startsAt, minutes }: SessionTime): boolean {
  const [time] = Array.isArray(times) ? times : [];
  const start = startsAt.getTime();
  return time?.start === start && time.end === start + minutes * MINUTE_MS;
}

async function timesOf(text: string, timeZone: string): Promise<EventThere['times']> {
  const read = await readBusyTimes([['', text, 'event']], { from: 0, to: 0, timeZone });
  return read.get('') ?? 'unreadable';
}

/** No notes, no guests, and nothing about the client's health. */
const textOf = ({ env }: WriteDeps, event: SharedSession & { uid: string; sequence: number }): Promise<string> =>
  calendarText(env.PRODUCT_NAME, null, [
    { ...event, cancelled: false, description: '', organizer: null, attendee: null },
  ]);

/** Writes a coach's sessions after a change. A calendar that another process works on stays due. */
export async function writeSessionsOf(deps: WriteDeps, { coachId }: { coachId: string }): Promise<void> {
  const scope = readerScopeOf(coachId);
  const rows = await deps.db.read(scope, selectSessionCalendars);
  if (rows.length === 0) return;
  await deps.db.write(scope, (tx) => requestWrites(tx, deps.now()));
  for (const id of new Set(rows.map(({ connectionId }) => connectionId))) await writeSessions(deps, { coachId, id });
}

/** Writes sessions into the calendars that are due, each connection for itself. */
export async function writeDueSessions(deps: WriteDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  await eachDue({
    name: 'writers',
    log,
    failure: 'sessions were not written to a connected calendar',
    read: (last: ConnectionKey | undefined) =>
      db.read(dueCalendarsScope, (tx) => selectDueWriters(tx, { now: at, after: last, limit: BATCH })),
    size: BATCH,
    place: ({ coachId, id }) => ({ coachId, id }),
    work: (key) => writeSessions(deps, key),
    itemSeconds: CONNECTION_SECONDS,
  });
}
