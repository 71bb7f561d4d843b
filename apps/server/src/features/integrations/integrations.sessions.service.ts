import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import { isCalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { enqueue } from '../../core/background.ts';
import type { OwnEvents } from '../../core/icalendar/own-events.ts';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { audit } from '../audit/audit.service.ts';
import { clearMadeMeeting, listFeedSessions, sessionsChangedJob } from '../calendar/calendar.service.ts';
import { type AccountDeps, accountEvents, openAccount } from './integrations.accounts.service.ts';
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
import { dueCalendarsScope, readerScopeOf } from './integrations.scopes.ts';
import { newWrite, putEvent, removeEvent, type Target } from './integrations.session-events.service.ts';
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
  upsertSessionCalendar,
  type WriteRow,
} from './integrations.sessions.data.ts';
import {
  type PlannedPut,
  planRemoval,
  planWrites,
  type SessionEvents,
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

export type WriteDeps = Omit<FetchDeps, 'env'> &
  AccountDeps & { log: Logger; env: FetchDeps['env'] & Pick<Env, 'appUrl'> };

/** Recognizes the events of a coach's sessions in other calendars. */
export const ownEventsOf = (db: Pick<Database, 'keysFor'>, coachId: string): OwnEvents => ({
  coachId,
  keys: db.keysFor('session events'),
});

/** Whether sessions can be added to the calendars of a connection. */
export function addingOf({ kind, canWrite }: Pick<ConnectionRow, 'kind' | 'canWrite'>): CalendarConnection['adding'] {
  if (isCalendarProvider(kind)) return canWrite ? 'yes' : 'sign_in';
  return kind === 'caldav' ? 'yes' : 'no';
}

type Choice = {
  connection: ConnectionRow;
  calendars: readonly CalendarRow[];
  sessionCalendarId?: string | null | undefined;
  showsNames?: boolean | undefined;
  makesMeetings?: boolean | undefined;
};

/**
 * Chooses the calendar of a connection that gets the coach's sessions. From the one before, they are removed.
 * @throws NOT_WRITABLE
 */
export async function chooseSessionCalendar(
  tx: Tx<CoachScope, 'NOT_WRITABLE'>,
  { connection, calendars, sessionCalendarId, showsNames, makesMeetings }: Choice,
  now: Date,
): Promise<void> {
  const before = (await selectSessionCalendars(tx, connection.id)).find(({ active }) => active);
  const calendarId = sessionCalendarId === undefined ? (before?.calendarId ?? null) : sessionCalendarId;
  const names = showsNames ?? before?.showsNames ?? false;
  const meetings = isCalendarProvider(connection.kind) && (makesMeetings ?? before?.makesMeetings ?? false);
  const isKnown = calendarId === null || calendars.some(({ id }) => id === calendarId);
  const isSame = before?.calendarId === calendarId || (!before && calendarId === null);
  if (!isKnown || (!isSame && calendarId !== null && addingOf(connection) !== 'yes')) throw refuse(tx, 'NOT_WRITABLE');
  if (isSame && (!before || (before.showsNames === names && before.makesMeetings === meetings))) return;
  if (before && !isSame) await updateSessionCalendar(tx, before.calendarId, { active: false, nextWriteAt: now });
  if (calendarId !== null) {
    await upsertSessionCalendar(tx, {
      calendarId,
      connectionId: connection.id,
      active: true,
      showsNames: names,
      makesMeetings: meetings,
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
    audit(tx, { action, subjectId: connection.id, after: { ...facts, names, meetings } });
  }
  await enqueue(tx, sessionsChangedJob, { coachId: tx.scope.coachId });
}

const after = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

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
    // Also after a change of sessions, because the provider would make us wait for longer.
    if (row.problem === 'rate_limited' && row.nextWriteAt > at) continue;
    const mayContinue = async () => performance.now() < endsAt && (await isWanted(db, scope, row)) && (await renew());
    const own = ownEventsOf(db, coachId);
    const { timeZone } = coach;
    const done = { written: 0, removed: 0 };
    try {
      const events = eventsOf(deps, connection, { calendar: calendar.key, own, timeZone });
      await writeCalendar(deps, { scope, row, events, own, timeZone, at, done, mayContinue });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      log.info({ coachId, connectionId: id, problem: error.problem, err: error.cause }, 'sessions were not written');
      const waitMinutes = error.retryAfterSeconds ? error.retryAfterSeconds / 60 : MINUTES_AFTER_FAILURE;
      const failure = { problem: error.problem, at, nextWriteAt: after(at, waitMinutes) };
      await db.write(scope, (tx) => noteWriteFailure(tx, row.calendarId, failure));
    }
    if (done.written + done.removed > 0) await db.write(scope, async (tx) => auditWritten(tx, row, done));
  }
}

const auditWritten = (tx: Tx<CoachScope>, { connectionId }: SessionCalendarRow, { written, removed }: Target['done']) =>
  audit(tx, {
    action: 'calendar_sessions.written',
    subjectId: connectionId,
    after: { ...(written > 0 && { written }), ...(removed > 0 && { removed }) },
    bySystem: true,
  });

/** The coach may turn it off or disconnect the calendar during a long run. */
async function isWanted(db: Database, scope: CoachScope, row: SessionCalendarRow): Promise<boolean> {
  const rows = await db.read(scope, (tx) => selectSessionCalendars(tx, row.connectionId));
  return rows.some(({ calendarId, active }) => calendarId === row.calendarId && active === row.active);
}

function eventsOf(
  deps: WriteDeps,
  connection: ConnectionRow,
  { calendar, own, timeZone }: Pick<Target, 'own' | 'timeZone'> & { calendar: string },
): SessionEvents {
  const { kind, sealed, canWrite } = connection;
  if (isCalendarProvider(kind)) {
    if (!canWrite) throw new CalendarError('sign_in_to_add');
    return accountEvents(deps, openAccount(deps, connection, kind), calendar, own);
  }
  if (kind !== 'caldav') throw new CalendarError('read_only');
  const account = accountSecrets.parse(JSON.parse(deps.seal.open(sealed)));
  return caldavEvents(deps, { account, calendar, own, timeZone });
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
  const { calendarId, active, showsNames, makesMeetings } = row;
  const [writes, sessions] = await db.read(scope, (tx) =>
    Promise.all([selectWrites(tx, calendarId), active ? listFeedSessions(tx, { from, to }, MOST_SESSIONS) : []]),
  );
  const url = `${env.appUrl}/coach/${scope.coachId}/calendar`;
  return active
    ? planWrites(sessions, writes, { from, showsNames, makesMeetings, url, now: at })
    : planRemoval(writes, at);
}

/** @returns whether all were removed, but for events that are being changed there at this moment */
async function removeAll(deps: WriteDeps, target: Target, writes: readonly WriteRow[]): Promise<boolean> {
  for (const [index, write] of writes.entries()) {
    if (index % EVENTS_PER_STEP === 0 && !(await target.mayContinue())) return false;
    const isGone = await removeEvent(target.events, write);
    if (!isGone) return false;
    const { sessionId, meetingUrl } = write;
    await deps.db.write(target.scope, async (tx) => {
      await deleteWrites(tx, target.row.calendarId, [sessionId]);
      if (meetingUrl) await clearMadeMeeting(tx, sessionId, meetingUrl);
    });
    target.done.removed += 1;
  }
  return true;
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
    for (const { put, write } of step) if (await putEvent(deps, target, put, write)) target.done.written += 1;
  }
  return true;
}

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
