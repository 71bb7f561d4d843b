import type { Booking } from '@stridewell/contract/calendar/calendar';
import {
  type Availability,
  availabilityProblem,
  bookableSlots,
  isChangeable,
  MAX_HORIZON_DAYS,
  type SessionLength,
} from '@stridewell/contract/calendar/calendar.bookings.rules';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notifyOfWords } from '../notifications/notifications.words.service.ts';
import {
  findAvailability,
  findOwnRelationship,
  selectOwnSessions,
  upsertAvailability,
} from './calendar.bookings.data.ts';
import { listBusy } from './calendar.busy.service.ts';
import {
  findSession,
  findType,
  insertSessions,
  lockCalendar,
  type SessionRow,
  selectTypes,
  updateSession,
} from './calendar.data.ts';
import { recordSessions } from './calendar.events.service.ts';
import { meetingLinkOf } from './calendar.meetings.rules.ts';
import { type CalendarDeps, notifyOfBooking, refreshSlots } from './calendar.notice.service.ts';

const DAY_MS = 86_400_000;
const OWN_LIMIT = 100;

export async function getAvailability(tx: Tx<CoachScope>) {
  const [availability, types] = await Promise.all([findAvailability(tx), selectTypes(tx)]);
  return { availability, types };
}

/** @throws BAD_HOURS */
export async function saveAvailability(tx: Tx<CoachScope, 'BAD_HOURS'>, availability: Availability): Promise<void> {
  const problem = availabilityProblem(availability);
  if (problem) throw refuse(tx, 'BAD_HOURS', { message: problem });
  await upsertAvailability(tx, availability);
  await refreshSlots(tx);
}

/** Covers all sessions that may overlap a slot, with a day of margin on each side. */
export const busyWindow = (now: Date) => ({
  now,
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
  meetingUrl: meetingLinkOf(row),
  seriesId: row.seriesId,
  changeable: row.bookedBy === 'client' && isChangeable(row.sessionDate, noticeMinutes, now),
});

type Relationship = NonNullable<Awaited<ReturnType<typeof findOwnRelationship>>>;
type Closed = 'paused' | 'former' | 'not_covered';

const closedFor = ({ status, covered }: Relationship): Closed | null =>
  status === 'paused' ? 'paused' : status !== 'active' ? 'former' : covered ? null : 'not_covered';

/** Open slots and bookings of the client in scope. */
export async function getBookings(
  tx: Tx<ClientScope>,
  { now, coach }: CalendarDeps,
  preferredType: string | undefined,
) {
  const [relationship, availability, types, busy, own] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    selectTypes(tx),
    listBusy(tx, { ...busyWindow(now), exceptId: null }),
    selectOwnSessions(tx, now, OWN_LIMIT),
  ]);
  const closed = relationship ? closedFor(relationship) : ('former' as const);
  const type = types.find(({ id }) => id === preferredType) ?? types[0];
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

type BookingTx = Tx<ClientScope, 'BOOKING_CLOSED' | 'COACH_PLAN_FULL' | 'SLOT_TAKEN' | 'TOO_LATE'>;

/**
 * Returns the relationship if it allows bookings now.
 * @throws FORBIDDEN for former clients, BOOKING_CLOSED while paused, COACH_PLAN_FULL
 */
function requireBookable(tx: BookingTx, relationship: Relationship | undefined): Relationship {
  const closed = relationship ? closedFor(relationship) : 'former';
  if (closed === 'not_covered') throw refuse(tx, 'COACH_PLAN_FULL');
  if (closed === 'paused') throw refuse(tx, 'BOOKING_CLOSED');
  if (closed || !relationship) throw refuse('FORBIDDEN');
  return relationship;
}

/** Whether a start is an open slot. The calendar's lock keeps it open. */
async function isOpenSlot(
  tx: Tx<ClientScope>,
  { now, coach }: CalendarDeps,
  { start, length, exceptId }: { start: Date; length: SessionLength; exceptId: string | null },
  availability: Availability,
): Promise<boolean> {
  const busy = await listBusy(tx, { ...busyWindow(now), exceptId });
  const slots = bookableSlots(availability, { timeZone: coach.timeZone, length, busy, now });
  return slots.some((slot) => slot.getTime() === start.getTime());
}

/**
 * Books an open slot and notifies both sides. Repeating id and start returns the same booking.
 * @throws FORBIDDEN, NOT_FOUND for the type, BOOKING_CLOSED, COACH_PLAN_FULL, SLOT_TAKEN
 */
export async function bookSession(
  tx: BookingTx,
  deps: CalendarDeps,
  { id, sessionTypeId, start }: { id: string; sessionTypeId: string; start: Date },
): Promise<Booking> {
  const { now } = deps;
  await lockCalendar(tx);
  const [own, availability, type, known] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    findType(tx, sessionTypeId),
    findSession(tx, id),
  ]);
  const relationship = requireBookable(tx, own);
  if (known) {
    const isSame = known.sessionDate.getTime() === start.getTime() && known.bookedBy === 'client' && !known.cancelledAt;
    if (!isSame) throw refuse(tx, 'SLOT_TAKEN');
    return toBooking(known, availability, now);
  }
  if (!type) throw refuse('NOT_FOUND');
  const slot = { start, length: type, exceptId: null };
  if (!(await isOpenSlot(tx, deps, slot, availability))) throw refuse(tx, 'SLOT_TAKEN');
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
      meetingUrl: type.meetingUrl || null,
      bookedBy: 'client',
      notifiedAt: now,
    },
  ]);
  const row = await findSession(tx, id);
  // The id belongs to a session that this client cannot read.
  if (!row) throw refuse(tx, 'SLOT_TAKEN');
  await recordSessions(tx, { after: [row] });
  await notifyOfBooking(tx, deps, 'scheduled', row);
  return toBooking(row, availability, now);
}

/**
 * The client's own booking. `changeable`: whether it may still move or be canceled.
 * @throws FORBIDDEN, NOT_FOUND, BOOKING_CLOSED, COACH_PLAN_FULL
 */
async function lockBooking(tx: BookingTx, { now }: CalendarDeps, id: string) {
  await lockCalendar(tx);
  const [relationship, availability, row] = await Promise.all([
    findOwnRelationship(tx),
    findAvailability(tx),
    findSession(tx, id),
  ]);
  requireBookable(tx, relationship);
  if (!row || row.clientId !== tx.scope.clientId || row.bookedBy !== 'client') throw refuse('NOT_FOUND');
  const changeable =
    row.cancelledAt === null &&
    row.status === 'scheduled' &&
    isChangeable(row.sessionDate, availability.noticeMinutes, now);
  return { row, availability, changeable };
}

/** @throws FORBIDDEN, NOT_FOUND, BOOKING_CLOSED, COACH_PLAN_FULL, SLOT_TAKEN, TOO_LATE */
export async function moveBooking(
  tx: BookingTx,
  deps: CalendarDeps,
  { id, start }: { id: string; start: Date },
): Promise<Booking> {
  const { row, availability, changeable } = await lockBooking(tx, deps, id);
  // A repeated request finds the booking already moved.
  if (!row.cancelledAt && row.sessionDate.getTime() === start.getTime()) return toBooking(row, availability, deps.now);
  if (!changeable) throw refuse(tx, 'TOO_LATE');
  if (!(await isOpenSlot(tx, deps, { start, length: row, exceptId: id }, availability))) throw refuse(tx, 'SLOT_TAKEN');
  const moved = await updateSession(tx, id, { sessionDate: start, notifiedAt: deps.now });
  if (!moved) throw refuse('NOT_FOUND');
  await recordSessions(tx, { before: [row], after: [moved] });
  await notifyOfBooking(tx, deps, 'changed', moved);
  return toBooking(moved, availability, deps.now);
}

/** @throws FORBIDDEN, NOT_FOUND, BOOKING_CLOSED, COACH_PLAN_FULL, TOO_LATE */
export async function cancelBooking(
  tx: BookingTx,
  deps: CalendarDeps,
  { id, reason }: { id: string; reason: string },
): Promise<Booking> {
  const { row, availability, changeable } = await lockBooking(tx, deps, id);
  if (row.cancelledAt) return toBooking(row, availability, deps.now);
  if (!changeable) throw refuse(tx, 'TOO_LATE');
  const cancelled = await updateSession(tx, id, { cancelledAt: deps.now, cancelReason: reason });
  if (!cancelled) throw refuse('NOT_FOUND');
  await recordSessions(tx, { before: [row], after: [cancelled] });
  await notifyOfWords(tx, {
    texts: [reason],
    place: 'the reason of a canceled session',
    fullName: cancelled.clientName,
  });
  await notifyOfBooking(tx, deps, 'cancelled', cancelled);
  return toBooking(cancelled, availability, deps.now);
}
