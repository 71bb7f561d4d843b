import type { Booking } from '@stridewell/contract/calendar';
import {
  type Availability,
  availabilityProblem,
  bookableSlots,
  isChangeable,
  MAX_HORIZON_DAYS,
  type SessionLength,
} from '@stridewell/contract/calendar.bookings.rules';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  findAvailability,
  findOwnRelationship,
  selectBusy,
  selectOwnSessions,
  upsertAvailability,
} from './calendar.bookings.data.ts';
import {
  changeSession,
  findSession,
  findType,
  insertSessions,
  lockCalendar,
  type SessionRow,
  selectTypes,
} from './calendar.data.ts';
import { type CalendarDeps, refreshSlots, tellBooking } from './calendar.notice.service.ts';

const DAY_MS = 86_400_000;
const OWN_LIMIT = 100;

export async function readAvailability(tx: Tx<CoachScope>) {
  const [availability, types] = await Promise.all([findAvailability(tx), selectTypes(tx)]);
  return { availability, types };
}

/** In words what is wrong with the hours; undefined once they are saved. */
export async function saveAvailability(tx: Tx<CoachScope>, availability: Availability): Promise<string | undefined> {
  const problem = availabilityProblem(availability);
  if (problem) return problem;
  await upsertAvailability(tx, availability);
  await refreshSlots(tx);
  return undefined;
}

/** Everything that could be in the way of a slot, a day before the first and after the last. */
const busyWindow = (now: Date) => ({
  from: new Date(now.getTime() - 2 * DAY_MS),
  to: new Date(now.getTime() + (MAX_HORIZON_DAYS + 3) * DAY_MS),
});

const toBooking = (row: SessionRow, { noticeMinutes }: Availability, now: Date): Booking => ({
  id: row.id,
  startsAt: row.sessionDate.toISOString(),
  minutes: row.minutes,
  sessionType: row.sessionType,
  sessionTypeId: row.sessionTypeId,
  location: row.location,
  changeable: row.bookedBy === 'client' && isChangeable(row.sessionDate, noticeMinutes, now),
});

type Relationship = NonNullable<Awaited<ReturnType<typeof findOwnRelationship>>>;
type Closed = 'paused' | 'former' | 'not_covered';

const closedFor = ({ status, covered }: Relationship): Closed | null =>
  status === 'paused' ? 'paused' : status !== 'active' ? 'former' : covered ? null : 'not_covered';

/** What the client in scope can book, and has booked. */
export async function getBookings(tx: Tx<ClientScope>, { now, coach }: CalendarDeps, wantedType: string | undefined) {
  const [relationship, availability, types, busy, own] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    selectTypes(tx),
    selectBusy(tx, { ...busyWindow(now), exceptId: null }),
    selectOwnSessions(tx, now, OWN_LIMIT),
  ]);
  const closed = relationship ? closedFor(relationship) : ('former' as const);
  const type = types.find(({ id }) => id === wantedType) ?? types[0];
  const slots =
    type && !closed ? bookableSlots(availability, { timeZone: coach.timeZone, length: type, busy, now }) : [];
  return {
    coachName: coach.fullName,
    coachZone: coach.timeZone,
    noticeMinutes: availability.noticeMinutes,
    closed,
    types: types.map(({ id, name, minutes, location }) => ({ id, name, minutes, location })),
    sessionTypeId: type?.id ?? null,
    slots: slots.map((slot) => slot.toISOString()),
    bookings: own.map((row) => toBooking(row, availability, now)),
  };
}

export type BookResult =
  | { kind: 'done'; booking: Booking }
  | { kind: 'taken' }
  | { kind: 'too_late' }
  | { kind: 'not_found' }
  | { kind: Closed };

/** Whether a start is one of the open slots; under the lock of the calendar it stays so. */
async function isOpenSlot(
  tx: Tx<ClientScope>,
  { now, coach }: CalendarDeps,
  { start, length, exceptId }: { start: Date; length: SessionLength; exceptId: string | null },
  availability: Availability,
): Promise<boolean> {
  const busy = await selectBusy(tx, { ...busyWindow(now), exceptId });
  const slots = bookableSlots(availability, { timeZone: coach.timeZone, length, busy, now });
  return slots.some((slot) => slot.getTime() === start.getTime());
}

/** Books an open slot and tells both sides. The same id and start again is the same booking. */
export async function bookSession(
  tx: Tx<ClientScope>,
  deps: CalendarDeps,
  { id, sessionTypeId, start }: { id: string; sessionTypeId: string; start: Date },
): Promise<BookResult> {
  const { now } = deps;
  await lockCalendar(tx);
  const [relationship, availability, type, known] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    findType(tx, sessionTypeId),
    findSession(tx, id),
  ]);
  const closed = relationship ? closedFor(relationship) : 'former';
  if (closed || !relationship) return { kind: closed ?? 'former' };
  if (known) {
    const isSame = known.sessionDate.getTime() === start.getTime() && known.bookedBy === 'client' && !known.cancelledAt;
    return isSame ? { kind: 'done', booking: toBooking(known, availability, now) } : { kind: 'taken' };
  }
  if (!type) return { kind: 'not_found' };
  if (!(await isOpenSlot(tx, deps, { start, length: type, exceptId: null }, availability))) return { kind: 'taken' };
  await insertSessions(tx, [
    {
      id,
      clientId: tx.scope.clientId,
      clientName: relationship.fullName,
      sessionDate: start,
      minutes: type.minutes,
      bufferBefore: type.bufferBefore,
      bufferAfter: type.bufferAfter,
      color: type.color,
      sessionTypeId: type.id,
      sessionType: type.name,
      location: type.location || null,
      bookedBy: 'client',
      toldAt: now,
    },
  ]);
  const row = await findSession(tx, id);
  // The id belongs to a session that this client cannot see.
  if (!row) return { kind: 'taken' };
  await tellBooking(tx, deps, 'scheduled', row);
  return { kind: 'done', booking: toBooking(row, availability, now) };
}

/** The own booking that may be changed now, or why it may not. */
async function openBooking(tx: Tx<ClientScope>, { now }: CalendarDeps, id: string) {
  await lockCalendar(tx);
  const [relationship, availability, row] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    findSession(tx, id),
  ]);
  const closed = relationship ? closedFor(relationship) : 'former';
  if (closed) return { kind: closed } as const;
  if (!row || row.clientId !== tx.scope.clientId || row.bookedBy !== 'client') return { kind: 'not_found' } as const;
  const open =
    row.cancelledAt === null &&
    row.status === 'scheduled' &&
    isChangeable(row.sessionDate, availability.noticeMinutes, now);
  return { kind: 'found', row, availability, open } as const;
}

export async function moveBooking(
  tx: Tx<ClientScope>,
  deps: CalendarDeps,
  { id, start }: { id: string; start: Date },
): Promise<BookResult> {
  const found = await openBooking(tx, deps, id);
  if (found.kind !== 'found') return found;
  const { row, availability } = found;
  const done = (changed: SessionRow): BookResult => ({
    kind: 'done',
    booking: toBooking(changed, availability, deps.now),
  });
  // Pressed twice: it is where it should be.
  if (!row.cancelledAt && row.sessionDate.getTime() === start.getTime()) return done(row);
  if (!found.open) return { kind: 'too_late' };
  if (!(await isOpenSlot(tx, deps, { start, length: row, exceptId: id }, availability))) return { kind: 'taken' };
  const moved = await changeSession(tx, id, { sessionDate: start, toldAt: deps.now });
  if (!moved) return { kind: 'not_found' };
  await tellBooking(tx, deps, 'changed', moved);
  return done(moved);
}

export async function cancelBooking(
  tx: Tx<ClientScope>,
  deps: CalendarDeps,
  { id, reason }: { id: string; reason: string },
): Promise<BookResult> {
  const found = await openBooking(tx, deps, id);
  if (found.kind !== 'found') return found;
  const { row, availability } = found;
  if (row.cancelledAt) return { kind: 'done', booking: toBooking(row, availability, deps.now) };
  if (!found.open) return { kind: 'too_late' };
  const cancelled = await changeSession(tx, id, { cancelledAt: deps.now, cancelReason: reason });
  if (!cancelled) return { kind: 'not_found' };
  await tellBooking(tx, deps, 'cancelled', cancelled);
  return { kind: 'done', booking: toBooking(cancelled, availability, deps.now) };
}
