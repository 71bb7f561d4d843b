import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { type Availability, LONGEST_HORIZON } from './bookings.rules.ts';
import { sessionType } from './calendar.ts';
import { procedure } from './errors.ts';
import { day, id, instant, text, timeZone } from './fields.ts';

const minute = z.int().min(0).max(1440);
const range = z.object({ from: minute, to: minute });

export const availability = z.object({
  hours: z.array(range.extend({ weekday: z.int().min(1).max(7) })).max(50),
  overrides: z.array(z.object({ from: day, to: day, ranges: z.array(range).max(8) })).max(100),
  noticeMinutes: z
    .int()
    .min(0)
    .max(14 * 1440),
  horizonDays: z.int().min(1).max(LONGEST_HORIZON),
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

const errors = {
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
  readBookings: procedure
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
    .errors(errors)
    .input(z.object({ id, sessionTypeId: id, startsAt: instant }))
    .output(booking),
  moveBooking: procedure
    .route({
      method: 'POST',
      path: '/bookings/{id}/move',
      tags: ['bookings'],
      summary: 'Move an own booking to another time',
    })
    .errors(errors)
    .input(z.object({ id, startsAt: instant }))
    .output(booking),
  cancelBooking: procedure
    .route({ method: 'POST', path: '/bookings/{id}/cancel', tags: ['bookings'], summary: 'Cancel an own booking' })
    .errors(errors)
    .input(z.object({ id, reason: text(500) }))
    .output(z.object({ id })),
};
