import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import {
  CALENDAR_PROBLEMS,
  type CalendarKind,
  isCalendarProvider,
  mostCalendars,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
import { v7 as uuidv7 } from 'uuid';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Seal } from '../../platform/seal.ts';
import { audit } from '../audit/audit.service.ts';
import { type CoachAccess, changeBuffers, forgetBusy } from '../calendar/calendar.service.ts';
import { type CaldavAccount, findCalendars } from './integrations.caldav.service.ts';
import {
  type CalendarRow,
  type ConnectionRow,
  countConnections,
  deleteConnection,
  findConnection,
  forgetReads,
  insertCalendar,
  insertConnection,
  lockConnection,
  lockConnectionList,
  selectCalendars,
  selectConnections,
  updateCalendar,
  updateConnection,
} from './integrations.calendars.data.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { revokeTokenJob } from './integrations.jobs.ts';
import {
  type CalendarRead,
  type NamedWindow,
  readCaldavAt,
  readFeedAt,
  storeReads,
  windowOf,
} from './integrations.read.service.ts';
import {
  countWrites,
  endSessionCalendars,
  type SessionCalendarRow,
  selectSessionCalendars,
} from './integrations.sessions.data.ts';
import {
  addingOf,
  chooseSessionCalendar,
  ownEventsOf,
  type WriteDeps,
  writeSessions,
} from './integrations.sessions.service.ts';

/** How long a request waits for a job that works on the calendar, and how long it removes sessions itself. */
const [WAIT_MS, DISCONNECT_MS] = [5000, 20_000];

export type CalendarDeps = {
  db: Database;
  seal: Seal;
  now: Date;
  coach: { timeZone: string };
} & Parameters<typeof readFeedAt>[0];

type Parts = {
  calendars: readonly CalendarRow[];
  receiving: readonly SessionCalendarRow[];
  counts: Awaited<ReturnType<typeof countWrites>>;
};

const readParts = async (tx: Tx<CoachScope>, now: Date): Promise<Parts> => {
  const [calendars, receiving, counts] = await Promise.all([
    selectCalendars(tx),
    selectSessionCalendars(tx),
    countWrites(tx, now),
  ]);
  return { calendars, receiving, counts };
};

const toConnection = (row: ConnectionRow, { calendars, ...parts }: Parts): CalendarConnection => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  host: row.host,
  since: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
  failing: row.failingSince && row.problem ? { since: row.failingSince.toISOString(), problem: row.problem } : null,
  bufferBefore: row.bufferBefore,
  bufferAfter: row.bufferAfter,
  calendars: calendars
    .filter(({ connectionId }) => connectionId === row.id)
    .map(({ id, name, blocks }) => ({ id, name, blocks })),
  adding: addingOf(row),
  sessions: sentSessionsOf(row.id, parts),
});

function sentSessionsOf(
  connectionId: string,
  { receiving, counts }: Omit<Parts, 'calendars'>,
): CalendarConnection['sessions'] {
  const rows = receiving.filter((row) => row.connectionId === connectionId);
  if (rows.length === 0) return null;
  const active = rows.find((row) => row.active);
  const failing = rows.find((row) => row.failingSince);
  const countOf = (calendarId: string) => counts.find((count) => count.calendarId === calendarId);
  const removing = rows.filter((row) => !row.active).map(({ calendarId }) => countOf(calendarId)?.upcoming ?? 0);
  return {
    calendarId: active?.calendarId ?? null,
    showsNames: active?.showsNames ?? false,
    makesMeetings: active?.makesMeetings ?? false,
    count: active ? (countOf(active.calendarId)?.count ?? 0) : 0,
    removing: removing.reduce((sum, count) => sum + count, 0),
    writtenAt: active?.writtenAt?.toISOString() ?? null,
    failing:
      failing?.failingSince && failing.problem
        ? { since: failing.failingSince.toISOString(), problem: failing.problem }
        : null,
  };
}

export async function listConnections(tx: Tx<CoachScope>, now: Date): Promise<CalendarConnection[]> {
  const [rows, parts] = await Promise.all([selectConnections(tx), readParts(tx, now)]);
  return rows.map((row) => toConnection(row, parts));
}

/** @throws NOT_FOUND */
export async function getConnection(tx: Tx<CoachScope>, id: string, now: Date): Promise<CalendarConnection> {
  const [row, parts] = await Promise.all([findConnection(tx, id), readParts(tx, now)]);
  if (!row) throw refuse('NOT_FOUND');
  return toConnection(row, parts);
}

type Refusals = 'CALENDAR_UNREADABLE' | 'TOO_MANY_CALENDARS';

export type NewConnection = { id: string; name: string; access: CoachAccess };
/** A connection that was read once, with the calendars that it found. */
export type Found = {
  host: string;
  secrets: object;
  /** Digest of the account at a provider. */
  account?: string;
  canWrite?: boolean;
  /** Those that block bookings were read. */
  calendars: { id: string; key: string; name: string; blocks: boolean; read: CalendarRead | null }[];
};

/**
 * Connects a feed after reading it once, so that a wrong address is refused at once.
 * @throws CALENDAR_UNREADABLE with the reason, TOO_MANY_CALENDARS, ID_TAKEN
 */
export const addFeed = (
  deps: CalendarDeps & Answering<Refusals>,
  scope: CoachScope,
  { url, ...wanted }: NewConnection & { url: string },
): Promise<CalendarConnection> =>
  addConnection(deps, scope, { kind: 'feed', ...wanted }, async (window) => {
    const read = await readFeedAt(deps, url, null, window);
    // A feed has one calendar, with the same id and name.
    const { id, name } = wanted;
    return { host: new URL(url).hostname, secrets: { url }, calendars: [{ id, key: '', name, blocks: true, read }] };
  });

/**
 * Connects the calendars of a CalDAV account after reading them once.
 * @throws CALENDAR_UNREADABLE with the reason, TOO_MANY_CALENDARS, ID_TAKEN
 */
export const addCaldav = (
  deps: CalendarDeps & Answering<Refusals>,
  scope: CoachScope,
  { account, ...wanted }: NewConnection & { account: CaldavAccount },
): Promise<CalendarConnection> =>
  addConnection(deps, scope, { kind: 'caldav', ...wanted }, async (window) => {
    const calendars: Found['calendars'] = [];
    for (const { url, name } of await findCalendars(deps, account)) {
      const read = await readCaldavAt(deps, account, url, { state: null, window });
      calendars.push({ id: uuidv7(), key: url, name, blocks: true, read });
    }
    return { host: new URL(account.server).hostname, secrets: account, calendars };
  });

/**
 * Connects what `find` finds.
 * @throws CALENDAR_UNREADABLE with the reason, TOO_MANY_CALENDARS, ID_TAKEN
 */
export async function addConnection(
  deps: CalendarDeps & Answering<Refusals>,
  scope: CoachScope,
  { id, kind, name, access }: NewConnection & { kind: CalendarKind },
  find: (window: NamedWindow) => Promise<Found>,
): Promise<CalendarConnection> {
  const { db, answers, seal, now } = deps;
  const most = mostCalendars(access.plan);
  const known = await db.read(scope, async (tx) => (await isRoomFor(tx, { id, kind }, most)) === 'known', answers);
  if (known) return db.read(scope, (tx) => getConnection(tx, id, now));
  const found = await requireReadable(deps, () =>
    find(windowOf(now, deps.coach.timeZone, ownEventsOf(db, scope.coachId))),
  );
  return db.write(
    scope,
    async (tx) => {
      await lockConnectionList(tx);
      if ((await isRoomFor(tx, { id, kind }, most)) === 'known') return getConnection(tx, id, now);
      const { host, secrets, account = null, canWrite = false, calendars } = found;
      const sealed = seal.seal(JSON.stringify(secrets));
      const row = { id, kind, name, host, sealed, account, canWrite, nextReadAt: now, createdAt: now };
      await insertConnection(tx, row);
      for (const { read: _, ...calendar } of calendars) {
        await insertCalendar(tx, { ...calendar, connectionId: id });
      }
      audit(tx, { action: 'calendar_connection.added', subjectId: id, after: { kind, host } });
      const reads = calendars.flatMap(({ id: calendarId, read }) => (read ? [{ calendarId, ...read }] : []));
      await storeReads(tx, id, reads, { now, timeZone: deps.coach.timeZone });
      return getConnection(tx, id, now);
    },
    answers,
  );
}

/** @throws TOO_MANY_CALENDARS, ID_TAKEN for a connection of another kind */
async function isRoomFor(
  tx: Tx<CoachScope, Refusals>,
  { id, kind }: { id: string; kind: CalendarKind },
  most: number,
): Promise<'known' | 'room'> {
  const [known, count] = await Promise.all([findConnection(tx, id), countConnections(tx)]);
  if (known && known.kind !== kind) throw refuse('ID_TAKEN');
  if (known) return 'known';
  if (count >= most) throw refuse(tx, 'TOO_MANY_CALENDARS');
  return 'room';
}

/** @throws CALENDAR_UNREADABLE with the reason in words */
export async function requireReadable<Read>(
  on: Answering<'CALENDAR_UNREADABLE'>,
  read: () => Promise<Read>,
): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    throw refuse(on, 'CALENDAR_UNREADABLE', { message: CALENDAR_PROBLEMS[error.problem] });
  }
}

type Change = {
  id: string;
  name: string;
  bufferBefore: number;
  bufferAfter: number;
  blocking: readonly string[];
  sessionCalendarId?: string | null | undefined;
  showsNames?: boolean | undefined;
  makesMeetings?: boolean | undefined;
};

/**
 * Changes a connection. Calendars that no longer block lose their busy times, and those that block again are read at the
 * next run. The same change again changes nothing.
 * @throws NOT_FOUND, NOT_WRITABLE
 */
export async function changeConnection(
  tx: Tx<CoachScope, 'NOT_WRITABLE'>,
  { id, name, bufferBefore, bufferAfter, blocking, ...sessions }: Change,
  now: Date,
): Promise<CalendarConnection> {
  const before = await lockConnection(tx, id);
  if (!before) throw refuse('NOT_FOUND');
  const calendars = await selectCalendars(tx, id);
  const turned = calendars.filter((calendar) => calendar.blocks !== blocking.includes(calendar.id));
  for (const calendar of turned) await updateCalendar(tx, calendar.id, { blocks: !calendar.blocks });
  const [off, on] = [turned.filter(({ blocks }) => blocks), turned.filter(({ blocks }) => !blocks)];
  if (off.length > 0)
    await forgetBusy(
      tx,
      off.map((calendar) => calendar.id),
    );
  await forgetReads(
    tx,
    turned.map((calendar) => calendar.id),
  );
  const buffers = { bufferBefore, bufferAfter };
  if (before.bufferBefore !== bufferBefore || before.bufferAfter !== bufferAfter) {
    await changeBuffers(
      tx,
      calendars.map((calendar) => calendar.id),
      buffers,
    );
  }
  await updateConnection(tx, id, { name, ...buffers, ...(on.length > 0 && { nextReadAt: now }) });
  if (before.name !== name && before.kind === 'feed') await updateCalendar(tx, id, { name });
  const facts = ({ bufferBefore: b, bufferAfter: a }: typeof buffers, blocks: number) => ({
    before: b,
    after: a,
    blocks,
  });
  const was = facts(before, calendars.filter(({ blocks }) => blocks).length);
  const is = facts(buffers, calendars.filter((calendar) => blocking.includes(calendar.id)).length);
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    audit(tx, { action: 'calendar_connection.changed', subjectId: id, before: was, after: is });
  }
  await chooseSessionCalendar(tx, { connection: before, calendars, ...sessions }, now);
  return getConnection(tx, id, now);
}

/**
 * Disconnects a calendar, after removing upcoming sessions from it for some seconds, and ends our access to it at its
 * provider. The same request again changes nothing.
 * @returns how many upcoming sessions its server did not remove
 */
export async function disconnect(deps: WriteDeps & { queue: Queue }, scope: CoachScope, id: string): Promise<number> {
  const { db, now, queue } = deps;
  await db.write(scope, (tx) => endSessionCalendars(tx, id, now()));
  const receiving = await db.read(scope, (tx) => selectSessionCalendars(tx, id));
  if (receiving.length > 0) {
    await writeSessions(deps, { coachId: scope.coachId, id }, { waitMs: WAIT_MS, runMs: DISCONNECT_MS });
  }
  return db.write(scope, async (tx) => {
    const left = sentSessionsOf(id, await readParts(tx, now()))?.removing ?? 0;
    const removed = await removeConnection(tx, id, left);
    if (removed?.account && isCalendarProvider(removed.kind)) {
      const { kind, account, sealed } = removed;
      await queue.send(revokeTokenJob, { kind, account, sealed }, tx);
    }
    return left;
  });
}

/** Deletes a connection and its busy times. */
async function removeConnection(tx: Tx<CoachScope>, id: string, remaining: number): Promise<ConnectionRow | undefined> {
  const calendars = await selectCalendars(tx, id);
  const removed = await deleteConnection(tx, id);
  if (!removed) return undefined;
  await forgetBusy(
    tx,
    calendars.map((calendar) => calendar.id),
  );
  audit(tx, {
    action: 'calendar_connection.removed',
    subjectId: id,
    before: { kind: removed.kind, host: removed.host },
    ...(remaining > 0 && { after: { remaining } }),
  });
  return removed;
}
