import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { day, id, instant, line, text, timeZone, version } from '../fields.ts';
import { type Availability, MAX_HORIZON_DAYS } from './calendar.bookings.rules.ts';
import {
  APPLY_TO,
  isMeetingLink,
  MAX_BUFFER_MINUTES,
  MAX_SESSION_MINUTES,
  SESSION_COLORS,
  SESSION_STATUSES,
} from './calendar.rules.ts';

const sessionStatus = z.enum(SESSION_STATUSES);

export const coachSession = z.object({
  id,
  clientId: id.nullable(),
  clientName: z.string(),
  sessionDate: instant,
  sessionType: z.string(),
  location: z.string().nullable(),
  /** Link of its online meeting. */
  meetingUrl: z.string().nullable(),
  status: sessionStatus,
});
export type CoachSession = z.infer<typeof coachSession>;

/** Session in the coach's calendar. */
export const calendarSession = coachSession.extend({
  minutes: z.int(),
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  notes: z.string(),
  sessionTypeId: id.nullable(),
  color: z.enum(SESSION_COLORS),
  seriesId: id.nullable(),
  bookedBy: z.enum(['coach', 'client', 'visitor']),
  /** Reason that the client received with the cancellation; null for a session that takes place. */
  cancelReason: z.string().nullable(),
  /** Number of changes. An edit names the version it is based on. */
  version: z.int(),
  /** The link that the coach has entered; null where a calendar made `meetingUrl`. */
  ownMeetingUrl: z.string().nullable(),
});
export type CalendarSession = z.infer<typeof calendarSession>;

/** A time that an event of a connected calendar takes. Nothing else about the event is stored. */
export const externalBusy = z.object({
  startsAt: instant,
  endsAt: instant,
  allDay: z.boolean(),
  bufferBefore: z.int(),
  bufferAfter: z.int(),
});
export type CalendarBusy = z.infer<typeof externalBusy>;

/** Empty for a session without a link. */
const meetingLink = text(500).refine(
  (link) => link === '' || isMeetingLink(link),
  'Enter the whole address, starting with https://',
);

/** Length, place and buffers that sessions of one type share. */
export const sessionType = z.object({
  id,
  name: line(80),
  minutes: z.int().min(5, 'At least 5 minutes').max(MAX_SESSION_MINUTES, 'At most 24 hours'),
  location: text(300),
  meetingUrl: meetingLink,
  color: z.enum(SESSION_COLORS),
  bufferBefore: z.int().min(0).max(MAX_BUFFER_MINUTES),
  bufferAfter: z.int().min(0).max(MAX_BUFFER_MINUTES),
  /** Whether clients can book this type. */
  bookable: z.boolean(),
});
export type SessionType = z.infer<typeof sessionType>;

/** Without `meetingUrl`, as apps of earlier releases send it, the type keeps its link. */
const sessionTypeInput = sessionType.extend({ meetingUrl: meetingLink.optional() });
export type SessionTypeInput = z.infer<typeof sessionTypeInput>;

export const repeatInput = z.object({
  frequency: z.enum(['weekly', 'monthly']),
  interval: z.int().min(1).max(12),
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  untilDay: day.nullable(),
  count: z.int().min(1).max(200).nullable(),
});
export type RepeatInput = z.infer<typeof repeatInput>;

/** Only the number format is checked here; `timeProblem` explains wrong times to the coach. */
const sessionTime = { startsAt: instant, minutes: z.int().min(-100_000).max(100_000) };
const details = {
  clientId: id.nullable(),
  /** Name of a guest without a client record; null for a client. */
  clientName: line(120).nullable(),
  sessionTypeId: id.nullable(),
  sessionType: line(80),
  location: text(300),
  meetingUrl: meetingLink,
  notes: text(5000),
};

export const newSession = z.object({
  coachId: id,
  id,
  ...sessionTime,
  ...details,
  /** Without it, as apps of earlier releases send it, the link of the session type. */
  meetingUrl: meetingLink.optional(),
  repeat: repeatInput.nullable(),
});
export type NewSession = z.infer<typeof newSession>;

const change = z.object({ ...sessionTime, ...details }).partial();
export type SessionChange = z.infer<typeof change>;

const minute = z.int().min(0).max(1440);
export const range = z.object({ from: minute, to: minute });

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

const timeRange = { coachId: id, from: instant, to: instant };
const sessionKey = { coachId: id, id };
const edit = { ...sessionKey, version, apply: z.enum(APPLY_TO) };

export const BAD_TIME = { status: 422, message: 'This time does not work.' };
const CHANGED = { status: 409, message: 'This session has changed in the meantime. Check it before you save.' };
export const UNKNOWN_CLIENT = { status: 422, message: 'Choose one of your clients, or enter a name.' };

export const calendar = {
  listSessions: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/coach_sessions',
      tags: ['calendar'],
      summary: 'List the sessions between two times, at most 100',
    })
    .input(z.object({ ...timeRange, status: sessionStatus.optional() }))
    .output(z.object({ sessions: z.array(coachSession) })),
  updateSessionStatus: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/coach_sessions/{id}',
      tags: ['calendar'],
      summary: 'Set the status of a session',
    })
    .input(z.object({ ...sessionKey, status: sessionStatus }))
    .output(coachSession),
  getCalendar: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/calendar',
      tags: ['calendar'],
      summary: 'Get sessions, busy times, session types, availability and time zones of clients for a calendar page',
    })
    .errors({ WINDOW_TOO_LONG: { status: 422, message: 'Please choose at most 62 days.' } })
    .input(z.object(timeRange))
    .output(
      z.object({
        timeZone,
        sessions: z.array(calendarSession),
        /** Times of connected calendars. Bookings keep clear of them. */
        busy: z.array(externalBusy),
        types: z.array(sessionType),
        availability,
        zones: z.array(z.object({ clientId: id, timeZone: z.string() })),
      }),
    ),
  createSession: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/calendar/sessions',
      tags: ['calendar'],
      summary: 'Schedule a session or a series; repeating the id changes nothing',
    })
    .errors({ BAD_TIME, UNKNOWN_CLIENT })
    .input(newSession)
    .output(z.object({ session: calendarSession, made: z.int() })),
  updateSession: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/calendar/sessions/{id}',
      tags: ['calendar'],
      summary: 'Change, move or resize a session, optionally with the rest of its series',
    })
    .errors({ BAD_TIME, CHANGED, UNKNOWN_CLIENT })
    /** `repeat`: new repeat pattern from this session on, for `following` and `all`. Its count starts here. */
    .input(z.object({ ...edit, change, repeat: repeatInput.optional() }))
    .output(z.object({ session: calendarSession, changed: z.int() })),
  getSeries: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/calendar/sessions/{id}/series',
      tags: ['calendar'],
      summary: 'Get how a series repeats from one session on, or null for a single session',
    })
    .input(z.object(sessionKey))
    .output(z.object({ series: z.object({ repeat: repeatInput, label: z.string() }).nullable() })),
  cancelSession: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/calendar/sessions/{id}/cancel',
      tags: ['calendar'],
      summary: 'Cancel a session, optionally with the rest of its series',
    })
    .errors({ CHANGED })
    .input(z.object({ ...edit, reason: text(500) }))
    .output(z.object({ session: calendarSession, changed: z.int() })),
  restoreSession: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/calendar/sessions/{id}/restore',
      tags: ['calendar'],
      summary: 'Restore a canceled session; repeating changes nothing',
    })
    .errors({ CHANGED })
    .input(z.object({ ...sessionKey, version }))
    .output(calendarSession),
  listConflicts: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/calendar/conflicts',
      tags: ['calendar'],
      summary: 'List the sessions and busy times that a new or changed session would overlap; stores nothing',
    })
    .errors({ BAD_TIME })
    .input(
      z.object({
        coachId: id,
        ...sessionTime,
        sessionTypeId: id.nullable(),
        repeat: repeatInput.nullable(),
        /** The session to change. `apply` selects sessions of its series, `repeat` their new pattern. */
        exceptId: id.nullable(),
        apply: z.enum(APPLY_TO).default('this'),
      }),
    )
    .output(
      z.object({
        sessions: z.array(coachSession),
        count: z.int(),
        /** The first times of connected calendars that it would overlap. */
        busy: z.array(externalBusy),
      }),
    ),
  exportCalendar: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/calendar/file',
      tags: ['calendar'],
      summary: 'Export sessions as an iCalendar file',
    })
    .errors({ WINDOW_TOO_LONG: { status: 422, message: 'Please choose at most 62 days.' } })
    .input(z.object({ ...timeRange, id: id.optional() }))
    .output(z.object({ filename: z.string(), content: z.string() })),
  saveSessionType: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/calendar/session_types/{id}',
      tags: ['calendar'],
      summary: 'Create or change a session type',
    })
    .errors({ TOO_MANY: { status: 409, message: 'You have reached the limit of session types. Remove one first.' } })
    .input(sessionTypeInput.extend({ coachId: id }))
    .output(sessionType),
  deleteSessionType: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/calendar/session_types/{id}',
      tags: ['calendar'],
      summary: 'Delete a session type; its sessions stay',
    })
    .input(z.object(sessionKey))
    .output(z.object({ id })),
};

/** Session as the client sees it. */
export const booking = z.object({
  id,
  startsAt: instant,
  minutes: z.int(),
  sessionType: z.string(),
  sessionTypeId: id.nullable(),
  location: z.string().nullable(),
  /** Link of its online meeting. */
  meetingUrl: z.string().nullable(),
  /** The series that it is one day of. */
  seriesId: id.nullable(),
  /** Whether the client can still move or cancel it: they booked it, and the notice allows it. */
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
  getAvailability: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/availability',
      tags: ['bookings'],
      summary: 'Get the availability and session types of a coach',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ timeZone, availability, types: z.array(sessionType) })),
  saveAvailability: procedure({ allow: 'coach' })
    .route({ method: 'PUT', path: '/availability', tags: ['bookings'], summary: 'Save the availability of a coach' })
    .errors({ BAD_HOURS: { status: 422, message: 'These hours do not work.' } })
    .input(availability.extend({ coachId: id }))
    .output(availability),
  getBookings: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/bookings',
      tags: ['bookings'],
      summary: "Get what a client can book, the free times and the client's bookings",
    })
    .input(z.object({ sessionTypeId: id.optional() }))
    .output(
      z.object({
        coachName: z.string(),
        coachZone: timeZone,
        noticeMinutes: z.int(),
        /** Why the client cannot book; null when booking is open. */
        closed: z.enum(['paused', 'former', 'not_covered']).nullable(),
        types: z.array(bookableType),
        /** Session type of `slots`: the requested one, else the first. */
        sessionTypeId: id.nullable(),
        slots: z.array(instant),
        bookings: z.array(booking),
      }),
    ),
  bookSession: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/bookings',
      tags: ['bookings'],
      summary: 'Book a session; repeating the id changes nothing',
    })
    .errors(bookingErrors)
    .input(z.object({ id, sessionTypeId: id, startsAt: instant }))
    .output(booking),
  moveBooking: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/bookings/{id}/move',
      tags: ['bookings'],
      summary: 'Move a booking of the caller to another time',
    })
    .errors(bookingErrors)
    .input(z.object({ id, startsAt: instant }))
    .output(booking),
  cancelBooking: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/bookings/{id}/cancel',
      tags: ['bookings'],
      summary: 'Cancel a booking of the caller',
    })
    .errors(bookingErrors)
    .input(z.object({ id, reason: text(500) }))
    .output(z.object({ id })),
};
