import type { CoachSession, SessionType, SessionTypeInput } from '@stridewell/contract/calendar/calendar';
import { MAX_SESSION_MINUTES } from '@stridewell/contract/calendar/calendar.rules';
import { and, asc, count, eq, getTableColumns, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { findClientZones, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { meetingLinkOf } from './calendar.meetings.rules.ts';
import { coachSessions, sessionSeries, sessionTypes } from './calendar.table.ts';

export type SessionRow = typeof coachSessions.$inferSelect;
export type NewSessionRow = Omit<typeof coachSessions.$inferInsert, 'coachId'>;
type PartyTx = Tx<CoachScope | ClientScope>;
type VisitorTx = Tx<CaptureScope>;

/** The columns that lists of sessions show. */
const shownColumns = {
  id: coachSessions.id,
  clientId: coachSessions.clientId,
  clientName: coachSessions.clientName,
  sessionDate: coachSessions.sessionDate,
  minutes: coachSessions.minutes,
  sessionType: coachSessions.sessionType,
  location: coachSessions.location,
  meetingUrl: coachSessions.meetingUrl,
  madeMeetingUrl: coachSessions.madeMeetingUrl,
  status: coachSessions.status,
};
type ShownSession = Pick<SessionRow, keyof typeof shownColumns>;

export const toSession = ({
  id,
  clientId,
  clientName,
  sessionDate,
  sessionType,
  status,
  ...place
}: ShownSession): CoachSession => ({
  id,
  clientId,
  clientName,
  sessionDate: sessionDate.toISOString(),
  sessionType,
  location: place.location,
  meetingUrl: meetingLinkOf(place),
  status,
});

type Window = { from: Date; to: Date; status: CoachSession['status'] | null; limit: number };

const sessionsOf = prepared(
  'sessions_of_window',
  (tx: PartyTx, { coachId, clientId, from, to, status, limit }: Places<Window>) =>
    tx
      .select(shownColumns)
      .from(coachSessions)
      .where(
        and(
          eq(coachSessions.coachId, coachId),
          gte(coachSessions.sessionDate, from),
          lt(coachSessions.sessionDate, to),
          isNull(coachSessions.cancelledAt),
          sql`(${status}::text is null or ${coachSessions.status} = ${status})`,
          sql`(${clientId}::uuid is null or ${coachSessions.clientId} = ${clientId})`,
        ),
      )
      .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.id))
      .limit(limit),
);

/** Sessions from `from` up to but not including `to`, by time. Clients only get their own. */
export const selectSessions = async (tx: PartyTx, window: Window): Promise<CoachSession[]> =>
  (await sessionsOf(tx, window)).map(toSession);

/** The first scheduled session that has not ended, until `to`. No session is longer than a day. */
export async function findNextSession(
  tx: Tx<ClientScope>,
  { now, to, limit }: { now: Date; to: Date; limit: number },
): Promise<CoachSession | undefined> {
  const from = new Date(now.getTime() - MAX_SESSION_MINUTES * 60_000);
  const rows = await sessionsOf(tx, { from, to, status: 'scheduled', limit });
  const next = rows.find(({ sessionDate, minutes }) => sessionDate.getTime() + minutes * 60_000 > now.getTime());
  return next && toSession(next);
}

export async function updateStatus(
  tx: Tx<CoachScope>,
  id: string,
  status: CoachSession['status'],
): Promise<CoachSession | undefined> {
  const [row] = await tx
    .update(coachSessions)
    .set({ status })
    .where(
      and(eq(coachSessions.coachId, tx.scope.coachId), eq(coachSessions.id, id), isNull(coachSessions.cancelledAt)),
    )
    .returning();
  return row && toSession(row);
}

/** Serialises writers of one coach's calendar until the transaction ends, so that a free slot stays free. */
export async function lockCalendar(tx: PartyTx | VisitorTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`calendar ${tx.scope.coachId}`}, 0))`);
}

export async function findSession(tx: PartyTx, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx
    .select()
    .from(coachSessions)
    .where(and(eq(coachSessions.coachId, tx.scope.coachId), eq(coachSessions.id, id)));
  return row;
}

/** Skips occurrences that exist, and returns the new ones. */
export async function insertSessions(tx: PartyTx, rows: readonly NewSessionRow[]): Promise<SessionRow[]> {
  const { coachId } = tx.scope;
  if (rows.length === 0) return [];
  return tx
    .insert(coachSessions)
    .values(rows.map((row) => ({ ...row, coachId })))
    .onConflictDoNothing()
    .returning();
}

/** @returns the changed row with its new version */
export async function updateSession(
  tx: PartyTx,
  id: string,
  values: Partial<NewSessionRow>,
): Promise<SessionRow | undefined> {
  const [row] = await tx
    .update(coachSessions)
    .set({ ...values, version: sql`${coachSessions.version} + 1` })
    .where(and(eq(coachSessions.coachId, tx.scope.coachId), eq(coachSessions.id, id)))
    .returning();
  return row;
}

/** Claims the mail about a canceled session; undefined when it was already sent. */
export async function claimCancellation(
  tx: PartyTx,
  { id, version }: Pick<SessionRow, 'id' | 'version'>,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await tx
    .update(coachSessions)
    .set({ notifiedAt: now })
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.id, id),
        eq(coachSessions.version, version),
        sql`${coachSessions.notifiedAt} <= ${coachSessions.cancelledAt}`,
      ),
    )
    .returning();
  return row;
}

/** Contact data of the client that the scope may read; undefined for another coach's client. */
export async function findClient(tx: PartyTx, clientId: string) {
  const [[row], zones] = await Promise.all([
    tx
      .select({
        personId: relationships.personId,
        status: relationships.status,
        fullName: relationships.fullName,
        email: relationships.email,
      })
      .from(relationships)
      .where(isRelationshipWith(tx, clientId)),
    findClientZones(tx, clientId),
  ]);
  return row && { ...row, timeZone: zones.get(clientId) ?? null };
}

/** Accounts of these clients. */
export async function selectPeople(tx: PartyTx, clientIds: readonly string[]): Promise<(string | null)[]> {
  if (clientIds.length === 0) return [];
  const rows = await tx
    .select({ personId: relationships.personId })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
  return rows.map(({ personId }) => personId);
}

/** Accounts of the coach's current clients. Uses a database function, because a client may not read them. */
export async function selectBookingPeople(tx: PartyTx): Promise<string[]> {
  const { rows } = await tx.execute<{ person_id: string }>(sql`select person_id from booking_people()`);
  return rows.map(({ person_id }) => person_id);
}

/** Whether the client's settings allow mails of this type. Sessions send their own mails. */
export async function wantsMail(tx: PartyTx, clientId: string, type: string): Promise<boolean> {
  const { rows } = await tx.execute<{ wanted: boolean }>(
    sql`select is_mail_wanted(${clientId}::uuid, ${type}) as wanted`,
  );
  return rows[0]?.wanted ?? false;
}

export async function findCoach(tx: Tx<CoachScope>) {
  const [row] = await tx
    .select({ fullName: coaches.fullName, timeZone: coaches.timeZone })
    .from(coaches)
    .where(and(eq(coaches.id, tx.scope.coachId), eq(coaches.status, 'active')));
  return row;
}

const toType = ({
  id,
  name,
  minutes,
  location,
  meetingUrl,
  color,
  bufferBefore,
  bufferAfter,
  bookable,
}: typeof sessionTypes.$inferSelect): SessionType => ({
  id,
  name,
  minutes,
  location,
  meetingUrl,
  color,
  bufferBefore,
  bufferAfter,
  bookable,
});

/** Session types of a coach by name. Clients only get bookable ones. */
export async function selectTypes(tx: PartyTx): Promise<SessionType[]> {
  const rows = await tx
    .select()
    .from(sessionTypes)
    .where(and(eq(sessionTypes.coachId, tx.scope.coachId), isNull(sessionTypes.removedAt)))
    .orderBy(asc(sessionTypes.name), asc(sessionTypes.id));
  return rows.map(toType);
}

export async function findType(tx: PartyTx | VisitorTx, id: string): Promise<SessionType | undefined> {
  const [row] = await tx
    .select()
    .from(sessionTypes)
    .where(and(eq(sessionTypes.coachId, tx.scope.coachId), eq(sessionTypes.id, id)));
  return row && toType(row);
}

/** Number of the coach's other types. */
export async function countOtherTypes(tx: Tx<CoachScope>, id: string): Promise<number> {
  const [row] = await tx
    .select({ others: count() })
    .from(sessionTypes)
    .where(and(eq(sessionTypes.coachId, tx.scope.coachId), isNull(sessionTypes.removedAt), ne(sessionTypes.id, id)));
  return row?.others ?? 0;
}

/** Adds or changes a type, and keeps the stored link where the input has none. */
export async function upsertType(tx: Tx<CoachScope>, { id, ...values }: SessionTypeInput): Promise<SessionType> {
  const [row] = await tx
    .insert(sessionTypes)
    .values({ ...values, id, coachId: tx.scope.coachId })
    .onConflictDoUpdate({ target: [sessionTypes.coachId, sessionTypes.id], set: { ...values, removedAt: null } })
    .returning();
  if (!row) throw new Error('a session type is not readable after it was saved');
  return toType(row);
}

/** Marks a type as removed. @returns false when there is none */
export async function updateRemoved(tx: Tx<CoachScope>, id: string, at: Date): Promise<boolean> {
  const result = await tx
    .update(sessionTypes)
    .set({ removedAt: sql`coalesce(${sessionTypes.removedAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(sessionTypes.coachId, tx.scope.coachId), eq(sessionTypes.id, id)));
  return result.rowCount === 1;
}

/** Sessions of the window, including canceled ones, with the time zones of current clients. */
export const selectWindow = (
  tx: Tx<CoachScope>,
  { from, to, id }: { from: Date; to: Date; id?: string | undefined },
  limit: number,
) =>
  tx
    .select({ ...getTableColumns(coachSessions), clientZone: coachings.timeZone })
    .from(coachSessions)
    .leftJoin(
      coachings,
      and(
        eq(coachings.coachId, coachSessions.coachId),
        eq(coachings.clientId, coachSessions.clientId),
        inArray(coachings.status, [...WRITING_CLIENT]),
      ),
    )
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        gte(coachSessions.sessionDate, from),
        lt(coachSessions.sessionDate, to),
        id === undefined ? undefined : eq(coachSessions.id, id),
      ),
    )
    .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.id))
    .limit(limit);

/** Sessions near `starts`, which may overlap with them. */
export const selectAround = (tx: Tx<CoachScope>, starts: readonly Date[], reachMs: number) =>
  tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        isNull(coachSessions.cancelledAt),
        or(
          ...starts.map((start) =>
            and(
              gte(coachSessions.sessionDate, new Date(start.getTime() - reachMs)),
              lt(coachSessions.sessionDate, new Date(start.getTime() + reachMs)),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(coachSessions.sessionDate));

/** Statements that copy the name of a client to upcoming sessions and running series. */
export function updateClientName({ coachId, clientId }: { coachId: string; clientId: string }, now: Date): SQL[] {
  const follow = (table: SQL, isOpen: SQL) => sql`update ${table} s set client_name = r.full_name
    from ${relationships} r where r.coach_id = ${coachId} and r.client_id = ${clientId}
      and s.coach_id = ${coachId} and s.client_id = ${clientId} and s.client_name <> r.full_name and ${isOpen}`;
  return [
    follow(sql`${coachSessions}`, sql`s.session_date > ${now.toISOString()}::timestamptz and s.status = 'scheduled'`),
    follow(sql`${sessionSeries}`, sql`not s.ended`),
  ];
}
