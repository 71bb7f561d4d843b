import type { SessionType } from '@stridewell/contract/calendar/calendar';
import { bookableSlots } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { findAvailability } from './calendar.bookings.data.ts';
import { busyWindow } from './calendar.bookings.service.ts';
import { listBusy } from './calendar.busy.service.ts';
import { findType } from './calendar.data.ts';
import { type CalendarDeps, mailGuest, sessionsChangedJob } from './calendar.notice.service.ts';
import { assignGuestSessions, insertGuest, insertVisitorSession } from './calendar.visitors.data.ts';

export { assignGuestSessions };

export type VisitorDeps = CalendarDeps;
/** A session that a visitor can book, or has booked. */
export type VisitorSession = { name: string; minutes: number; location: string };

export type Search = Pick<CalendarDeps, 'coach' | 'now'> & {
  /** When the visitor chose the time. The coach's notice counts from then. */
  chosenAt?: Date;
};

/** Open start times of one type for a visitor of the coach's public page; null when the type is not offered. */
export async function listVisitorSlots(
  tx: Tx<CaptureScope>,
  { coach, now, chosenAt = now }: Search,
  typeId: string,
  exceptId: string | null = null,
): Promise<{ session: VisitorSession; slots: Date[] } | null> {
  const [type, availability, busy] = await Promise.all([
    findType(tx, typeId),
    findAvailability(tx),
    listBusy(tx, { ...busyWindow(now), exceptId }),
  ]);
  if (!type) return null;
  const { name, minutes, location } = type;
  const slots = bookableSlots(availability, { timeZone: coach.timeZone, length: type, busy, now: chosenAt });
  return { session: { name, minutes, location }, slots: slots.filter((slot) => slot > now) };
}

/** An open slot that a visitor has held, with its type. */
export type VisitorSlot = { type: SessionType; session: VisitorSession; start: Date };

/** @throws NOT_FOUND for the type, SLOT_TAKEN when the coach has used the time or changed their hours */
export async function requireVisitorSlot(
  tx: Tx<CaptureScope, 'SLOT_TAKEN'>,
  search: Search,
  { id, sessionTypeId, startsAt: start }: { id: string; sessionTypeId: string; startsAt: Date },
): Promise<VisitorSlot> {
  const [type, open] = await Promise.all([
    findType(tx, sessionTypeId),
    listVisitorSlots(tx, search, sessionTypeId, id),
  ]);
  if (!type || !open) throw refuse('NOT_FOUND');
  if (!open.slots.some((slot) => slot.getTime() === start.getTime())) throw refuse(tx, 'SLOT_TAKEN');
  return { type, session: open.session, start };
}

type Visit = {
  /** Id of the hold, and then of the session. */
  id: string;
  leadId: string;
  slot: VisitorSlot;
  /** The visitor's time zone. */
  timeZone: string;
  name: string;
  email: string;
  recipient: string;
  /** Path of the coach's public page. */
  page: string;
};

/** Books the slot of a taken hold and mails the visitor. The caller holds the calendar's lock. */
export async function bookVisitorSession(
  tx: Tx<CaptureScope>,
  deps: VisitorDeps,
  { id, leadId, slot, timeZone, name, email, recipient, page }: Visit,
): Promise<void> {
  const { type, start } = slot;
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
    meetingUrl: type.meetingUrl || null,
    bookedBy: 'visitor' as const,
    notifiedAt: deps.now,
  };
  await insertVisitorSession(tx, row);
  const guest = { sessionId: id, leadId, email, recipient, timeZone, page };
  await insertGuest(tx, guest);
  await mailGuest(
    tx,
    deps,
    'scheduled',
    [{ ...row, version: 0, cancelledAt: null, cancelReason: null, madeMeetingUrl: null }],
    guest,
  );
  const { coachId } = tx.scope;
  await publish(tx, [coachId], { event: 'calendar', coachId });
  await enqueue(tx, sessionsChangedJob, { coachId });
}
