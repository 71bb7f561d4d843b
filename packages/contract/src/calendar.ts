import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { type Availability, MAX_HORIZON_DAYS } from './calendar.bookings.rules.ts';
import {
  APPLY_TO,
  MAX_BUFFER_MINUTES,
  MAX_SESSION_MINUTES,
  SESSION_COLORS,
  SESSION_STATUSES,
} from './calendar.rules.ts';
import { procedure } from './errors.ts';
import { day, id, instant, line, text, timeZone } from './fields.ts';

export const sessionStatus = z.enum(SESSION_STATUSES);

export const coachSession = z.object({
  id,
  clientId: id.nullable(),
  clientName: z.string(),
  sessionDate: instant,
  sessionType: z.string(),
  location: z.string().nullable(),
  status: sessionStatus,
});
export type CoachSession = z.infer<typeof coachSession>;

/** A session as its coach sees it in the calendar. */
export const calendarSession = coachSession.extend({
  minutes: z.int(),
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  notes: z.string(),
  sessionTypeId: id.nullable(),
  color: z.enum(SESSION_COLORS),
  seriesId: id.nullable(),
  bookedBy: z.enum(['coach', 'client']),
  /** What the client was told when it was called off; null for one that takes place. */
  cancelReason: z.string().nullable(),
  /** Counts changes. An edit names the version it was made from. */
  version: z.int(),
});
export type CalendarSession = z.infer<typeof calendarSession>;

/** What is booked: how long, where, and how much time is free around it. */
export const sessionType = z.object({
  id,
  name: line(80),
  minutes: z.int().min(5, 'At least 5 minutes').max(MAX_SESSION_MINUTES, 'At most 24 hours'),
  location: text(300),
  color: z.enum(SESSION_COLORS),
  bufferBefore: z.int().min(0).max(MAX_BUFFER_MINUTES),
  bufferAfter: z.int().min(0).max(MAX_BUFFER_MINUTES),
  /** Whether clients may book it by themselves. */
  bookable: z.boolean(),
});
export type SessionType = z.infer<typeof sessionType>;

export const repeatInput = z.object({
  frequency: z.enum(['weekly', 'monthly']),
  interval: z.int().min(1).max(12),
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  untilDay: day.nullable(),
  count: z.int().min(1).max(200).nullable(),
});
export type RepeatInput = z.infer<typeof repeatInput>;

/** Whole minutes alone are checked here: what is wrong with a time is answered in words (`timeProblem`). */
const when = { startsAt: instant, minutes: z.int().min(-100_000).max(100_000) };
const details = {
  clientId: id.nullable(),
  /** Of somebody who is not one of the clients; the name of a client is known. */
  clientName: line(120).nullable(),
  sessionTypeId: id.nullable(),
  sessionType: line(80),
  location: text(300),
  notes: text(5000),
};

export const newSession = z.object({ coachId: id, id, ...when, ...details, repeat: repeatInput.nullable() });
export type NewSession = z.infer<typeof newSession>;

const change = z.object({ ...when, ...details }).partial();
export type SessionChange = z.infer<typeof change>;

const window = { coachId: id, from: instant, to: instant };
const place = { coachId: id, id };
const edit = { ...place, version: z.int().min(0), apply: z.enum(APPLY_TO) };

const BAD_TIME = { status: 422, message: 'This time does not work.' };
const CHANGED = { status: 409, message: 'This session was changed meanwhile. Look at it again before you save.' };
const UNKNOWN_CLIENT = { status: 422, message: 'Choose one of your clients, or enter a name.' };

export const calendar = {
  listSessions: procedure
    .route({
      method: 'GET',
      path: '/coach_sessions',
      tags: ['calendar'],
      summary: 'Sessions from one instant up to another, by time; at most 100',
    })
    .input(z.object({ ...window, status: sessionStatus.optional() }))
    .output(z.object({ sessions: z.array(coachSession) })),
  updateSessionStatus: procedure
    .route({
      method: 'PATCH',
      path: '/coach_sessions/{id}',
      tags: ['calendar'],
      summary: 'Set the status of a session',
    })
    .input(z.object({ ...place, status: sessionStatus }))
    .output(coachSession),
  getCalendar: procedure
    .route({
      method: 'GET',
      path: '/calendar',
      tags: ['calendar'],
      summary: 'Everything a page of the calendar shows: sessions, their types and the clients’ zones',
    })
    .errors({ WINDOW_TOO_LONG: { status: 422, message: 'Please ask for at most 62 days.' } })
    .input(z.object(window))
    .output(
      z.object({
        timeZone,
        sessions: z.array(calendarSession),
        types: z.array(sessionType),
        zones: z.array(z.object({ clientId: id, timeZone: z.string() })),
      }),
    ),
  createSession: procedure
    .route({
      method: 'POST',
      path: '/calendar/sessions',
      tags: ['calendar'],
      summary: 'Schedule a session or a series; the same id again is the same session',
    })
    .errors({ BAD_TIME, UNKNOWN_CLIENT })
    .input(newSession)
    .output(z.object({ session: calendarSession, made: z.int() })),
  updateSession: procedure
    .route({
      method: 'PATCH',
      path: '/calendar/sessions/{id}',
      tags: ['calendar'],
      summary: 'Change, move or resize a session, or the ones of its series that follow',
    })
    .errors({ BAD_TIME, CHANGED, UNKNOWN_CLIENT })
    /** `repeat`: how the series goes on from this session, for `following` and `all`. Its count begins here. */
    .input(z.object({ ...edit, change, repeat: repeatInput.optional() }))
    .output(z.object({ session: calendarSession, changed: z.int() })),
  getSeries: procedure
    .route({
      method: 'GET',
      path: '/calendar/sessions/{id}/series',
      tags: ['calendar'],
      summary: 'How the series of a session goes on from it; null for one that does not repeat',
    })
    .input(z.object(place))
    .output(z.object({ series: z.object({ repeat: repeatInput, label: z.string() }).nullable() })),
  cancelSession: procedure
    .route({
      method: 'POST',
      path: '/calendar/sessions/{id}/cancel',
      tags: ['calendar'],
      summary: 'Call a session off, or the ones of its series that follow',
    })
    .errors({ CHANGED })
    .input(z.object({ ...edit, reason: text(500) }))
    .output(z.object({ session: calendarSession, changed: z.int() })),
  listConflicts: procedure
    .route({
      method: 'POST',
      path: '/calendar/conflicts',
      tags: ['calendar'],
      summary: 'What a session, or the ones of its series that change with it, would overlap; nothing is stored',
    })
    .errors({ BAD_TIME })
    .input(
      z.object({
        coachId: id,
        ...when,
        sessionTypeId: id.nullable(),
        repeat: repeatInput.nullable(),
        /** The session that is about to change; `apply` says with which of its series, `repeat` how they go on. */
        exceptId: id.nullable(),
        apply: z.enum(APPLY_TO).default('this'),
      }),
    )
    .output(z.object({ sessions: z.array(coachSession), count: z.int() })),
  exportCalendar: procedure
    .route({
      method: 'GET',
      path: '/calendar/file',
      tags: ['calendar'],
      summary: 'Sessions of a window, or one of them, as an iCalendar file',
    })
    .errors({ WINDOW_TOO_LONG: { status: 422, message: 'Please ask for at most 62 days.' } })
    .input(z.object({ ...window, id: id.optional() }))
    .output(z.object({ filename: z.string(), content: z.string() })),
  saveSessionType: procedure
    .route({
      method: 'PUT',
      path: '/calendar/session_types/{id}',
      tags: ['calendar'],
      summary: 'Add a type of session or change it',
    })
    .errors({ TOO_MANY: { status: 409, message: 'That is more types than a list can show. Remove one first.' } })
    .input(sessionType.extend({ coachId: id }))
    .output(sessionType),
  deleteSessionType: procedure
    .route({
      method: 'DELETE',
      path: '/calendar/session_types/{id}',
      tags: ['calendar'],
      summary: 'Remove a type; sessions of it stay',
    })
    .input(z.object(place))
    .output(z.object({ id })),
};

const minute = z.int().min(0).max(1440);
const range = z.object({ from: minute, to: minute });

export const availability = z.object({
  hours: z.array(range.extend({ weekday: z.int().min(1).max(7) })).max(50),
  overrides: z.array(z.object({ from: day, to: day, ranges: z.array(range).max(8) })).max(100),
  noticeMinutes: z
    .int()
    .min(0)
    .max(14 * 1440),
  horizonDays: z.int().min(1).max(MAX_HORIZON_DAYS),
  stepMinutes: z.int().min(5).max(240),
}) satisfies z.ZodType<Availability>;

/** A session as its client sees it. */
export const booking = z.object({
  id,
  startsAt: instant,
  minutes: z.int(),
  sessionType: z.string(),
  sessionTypeId: id.nullable(),
  location: z.string().nullable(),
  /** Whether the client can still move or cancel it: their own booking, and early enough. */
  changeable: z.boolean(),
});
export type Booking = z.infer<typeof booking>;

const bookableType = sessionType.pick({ id: true, name: true, minutes: true, location: true });
export type BookableType = z.infer<typeof bookableType>;

const bookingErrors = {
  SLOT_TAKEN: { status: 409, message: 'That time is no longer free. Please choose another one.' },
  TOO_LATE: { status: 409, message: 'It is too close to the session to change it here. Please write to your coach.' },
  BOOKING_CLOSED: { status: 409, message: 'You cannot book at the moment. Please write to your coach.' },
  COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
};

export const bookings = {
  getAvailability: procedure
    .route({
      method: 'GET',
      path: '/availability',
      tags: ['bookings'],
      summary: 'When a coach can be booked, and the types of sessions',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ timeZone, availability, types: z.array(sessionType) })),
  saveAvailability: procedure
    .route({ method: 'PUT', path: '/availability', tags: ['bookings'], summary: 'Set when a coach can be booked' })
    .errors({ BAD_HOURS: { status: 422, message: 'These hours do not work.' } })
    .input(availability.extend({ coachId: id }))
    .output(availability),
  getBookings: procedure
    .route({
      method: 'GET',
      path: '/bookings',
      tags: ['bookings'],
      summary: 'What a client can book with their coach and when, and what is booked',
    })
    .input(z.object({ sessionTypeId: id.optional() }))
    .output(
      z.object({
        coachName: z.string(),
        coachZone: timeZone,
        noticeMinutes: z.int(),
        /** Why nothing can be booked; null where it can. */
        closed: z.enum(['paused', 'former', 'not_covered']).nullable(),
        types: z.array(bookableType),
        /** The type whose slots these are: the wanted one, else the first. */
        sessionTypeId: id.nullable(),
        slots: z.array(instant),
        bookings: z.array(booking),
      }),
    ),
  bookSession: procedure
    .route({
      method: 'POST',
      path: '/bookings',
      tags: ['bookings'],
      summary: 'Book a session; the same id again is the same booking',
    })
    .errors(bookingErrors)
    .input(z.object({ id, sessionTypeId: id, startsAt: instant }))
    .output(booking),
  moveBooking: procedure
    .route({
      method: 'POST',
      path: '/bookings/{id}/move',
      tags: ['bookings'],
      summary: 'Move an own booking to another time',
    })
    .errors(bookingErrors)
    .input(z.object({ id, startsAt: instant }))
    .output(booking),
  cancelBooking: procedure
    .route({ method: 'POST', path: '/bookings/{id}/cancel', tags: ['bookings'], summary: 'Cancel an own booking' })
    .errors(bookingErrors)
    .input(z.object({ id, reason: text(500) }))
    .output(z.object({ id })),
};
