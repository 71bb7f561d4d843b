import { bookableSlots } from '@stridewell/contract/calendar.bookings.rules';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { findAvailability, selectBusy } from './calendar.bookings.data.ts';
import { busyWindow } from './calendar.bookings.service.ts';
import { findType, lockCalendar } from './calendar.data.ts';
import { type CalendarDeps, mailGuest } from './calendar.notice.service.ts';
import { assignGuestSessions, insertGuest, insertVisitorSession } from './calendar.visitors.data.ts';

export { assignGuestSessions };

export type VisitorDeps = CalendarDeps;
/** What a visitor can book, or has booked. */
export type VisitorSession = { name: string; minutes: number; location: string };

type Search = Pick<CalendarDeps, 'coach' | 'now'>;

/** Open start times of one type for a visitor of the coach's public page; null when the type is not offered. */
export async function listVisitorSlots(
  tx: Tx<CaptureScope>,
  { coach, now }: Search,
  typeId: string,
  exceptId: string | null = null,
): Promise<{ session: VisitorSession; slots: Date[] } | null> {
  const [type, availability, busy] = await Promise.all([
    findType(tx, typeId),
    findAvailability(tx),
    selectBusy(tx, { ...busyWindow(now), exceptId }),
  ]);
  if (!type) return null;
  const { name, minutes, location } = type;
  const slots = bookableSlots(availability, { timeZone: coach.timeZone, length: type, busy, now });
  return { session: { name, minutes, location }, slots };
}

type Visit = {
  id: string;
  leadId: string;
  typeId: string;
  start: Date;
  /** Zone in which the visitor reads times. */
  timeZone: string;
  name: string;
  email: string;
  /** Path of the coach's public page. */
  page: string;
};

/**
 * Books an open slot for a visitor and mails them. Repeating id and start changes nothing.
 * @throws NOT_FOUND for the type, SLOT_TAKEN
 */
export async function bookVisitorSession(
  tx: Tx<CaptureScope, 'SLOT_TAKEN'>,
  deps: VisitorDeps,
  { id, leadId, typeId, start, timeZone, name, email, page }: Visit,
): Promise<VisitorSession> {
  await lockCalendar(tx);
  const [type, open] = await Promise.all([findType(tx, typeId), listVisitorSlots(tx, deps, typeId, id)]);
  if (!type || !open) throw refuse('NOT_FOUND');
  const { session, slots } = open;
  if (!slots.some((slot) => slot.getTime() === start.getTime())) throw refuse(tx, 'SLOT_TAKEN');
  const row = {
    id,
    clientId: null,
    clientName: name,
    sessionDate: start,
    minutes: type.minutes,
    bufferBefore: type.bufferBefore,
    bufferAfter: type.bufferAfter,
    color: type.color,
    sessionTypeId: type.id,
    sessionType: type.name,
    location: type.location || null,
    bookedBy: 'visitor' as const,
    notifiedAt: deps.now,
  };
  if (!(await insertVisitorSession(tx, row))) {
    // The visitor's own session, at this time or another one.
    const busy = await selectBusy(tx, { from: start, to: new Date(start.getTime() + 1), exceptId: null });
    if (busy.length === 0) throw refuse(tx, 'SLOT_TAKEN');
    return session;
  }
  const guest = { sessionId: id, leadId, email, timeZone, page };
  await insertGuest(tx, guest);
  await mailGuest(tx, deps, 'scheduled', [{ ...row, version: 0, cancelledAt: null, cancelReason: null }], guest);
  await publish(tx, [tx.scope.coachId], { event: 'calendar', coachId: tx.scope.coachId });
  return session;
}
