import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import {
  CALENDAR_PROBLEMS,
  type CalendarKind,
  mostCalendars,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
import { v7 as uuidv7 } from 'uuid';
import { type Answering, refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
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
import {
  type CalendarRead,
  type NamedWindow,
  readCaldavAt,
  readFeedAt,
  storeReads,
  windowOf,
} from './integrations.read.service.ts';

export type CalendarDeps = {
  db: Database;
  seal: Seal;
  now: Date;
  coach: { timeZone: string };
} & Parameters<typeof readFeedAt>[0];

const toConnection = (row: ConnectionRow, calendars: readonly CalendarRow[]): CalendarConnection => ({
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
});

export async function listConnections(tx: Tx<CoachScope>): Promise<CalendarConnection[]> {
  const [rows, calendars] = await Promise.all([selectConnections(tx), selectCalendars(tx)]);
  return rows.map((row) => toConnection(row, calendars));
}

/** @throws NOT_FOUND */
export async function getConnection(tx: Tx<CoachScope>, id: string): Promise<CalendarConnection> {
  const row = await findConnection(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return toConnection(row, await selectCalendars(tx, id));
}

type Refusals = 'CALENDAR_UNREADABLE' | 'TOO_MANY_CALENDARS';

export type NewConnection = { id: string; name: string; access: CoachAccess };
/** A connection that was read once, with the calendars that it found. */
export type Found = {
  host: string;
  secrets: object;
  /** Digest of the account at a provider. */
  account?: string;
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
  if (known) return db.read(scope, (tx) => getConnection(tx, id));
  const found = await requireReadable(deps, () => find(windowOf(now, deps.coach.timeZone)));
  return db.write(
    scope,
    async (tx) => {
      await lockConnectionList(tx);
      if ((await isRoomFor(tx, { id, kind }, most)) === 'known') return getConnection(tx, id);
      const { host, secrets, account = null, calendars } = found;
      const sealed = seal.seal(JSON.stringify(secrets));
      await insertConnection(tx, { id, kind, name, host, sealed, account, nextReadAt: now, createdAt: now });
      for (const { read: _, ...calendar } of calendars) {
        await insertCalendar(tx, { ...calendar, connectionId: id });
      }
      audit(tx, { action: 'calendar_connection.added', subjectId: id, after: { kind, host } });
      const reads = calendars.flatMap(({ id: calendarId, read }) => (read ? [{ calendarId, ...read }] : []));
      await storeReads(tx, id, reads, now);
      return getConnection(tx, id);
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

type Change = { id: string; name: string; bufferBefore: number; bufferAfter: number; blocking: readonly string[] };

/**
 * Changes a connection. Calendars that no longer block lose their busy times, and those that block again are read at the
 * next run. The same change again changes nothing.
 * @throws NOT_FOUND
 */
export async function changeConnection(
  tx: Tx<CoachScope>,
  { id, name, bufferBefore, bufferAfter, blocking }: Change,
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
  return getConnection(tx, id);
}

/**
 * Disconnects a calendar and deletes its busy times. The same request again changes nothing.
 * @returns the connection, whose tokens are to be revoked
 */
export async function removeConnection(tx: Tx<CoachScope>, id: string): Promise<ConnectionRow | undefined> {
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
  });
  return removed;
}
