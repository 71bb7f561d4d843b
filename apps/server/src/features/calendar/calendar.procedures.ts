import { requireRate } from '../../core/limits.ts';
import { type ClientContext, type CoachContext, clientProcedure, coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  bookSession,
  cancelBooking,
  getAvailability,
  getBookings,
  moveBooking,
  saveAvailability,
} from './calendar.bookings.service.ts';
import { listConflicts } from './calendar.conflicts.service.ts';
import { cancelSession, createSession, restoreSession, updateSession } from './calendar.edit.service.ts';
import type { CalendarDeps } from './calendar.notice.service.ts';
import { getSeries } from './calendar.series.service.ts';
import {
  deleteSessionType,
  exportCalendar,
  getCalendar,
  listSessions,
  saveSessionType,
  updateSessionStatus,
} from './calendar.service.ts';

/** Per coach. An edit may send mails and write half a year of sessions. */
const EDIT_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };

const depsOf = ({ services: { env, mailer }, now, coach }: CoachContext): CalendarDeps => ({ env, mailer, now, coach });

const limitEdits = ({ services, actor }: CoachContext): Promise<void> =>
  requireRate(services.limiter, `calendar:${actor.userId}`, EDIT_LIMIT);

const { calendar, bookings } = coachProcedure;
const ownBookings = clientProcedure.bookings;

export const calendarProcedures = {
  listSessions: calendar.listSessions.handler(async ({ context: { scope, db }, input }) => ({
    sessions: await db.readAtOnce(scope, (tx) => listSessions(tx, input)),
  })),

  updateSessionStatus: calendar.updateSessionStatus.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => updateSessionStatus(tx, input, now)),
  ),

  getCalendar: calendar.getCalendar.handler(async ({ context: { scope, db, coach, actor, now }, input, errors }) => {
    const plan = { access: actor.plan, now };
    const read = await db.readAtOnce(scope, (tx) => getCalendar(tx, input, plan), errors);
    return { timeZone: coach.timeZone, ...read };
  }),

  createSession: calendar.createSession.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitEdits(context);
    const deps = depsOf(context);
    const { session, count } = await db.write(scope, (tx) => createSession(tx, deps, input), errors);
    return { session, made: count };
  }),

  updateSession: calendar.updateSession.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitEdits(context);
    const deps = depsOf(context);
    const { session, count } = await db.write(scope, (tx) => updateSession(tx, deps, input), errors);
    return { session, changed: count };
  }),

  getSeries: calendar.getSeries.handler(async ({ context: { scope, db }, input }) => ({
    series: await db.read(scope, (tx) => getSeries(tx, input.id)),
  })),

  cancelSession: calendar.cancelSession.handler(async ({ context, input, errors }) => {
    const { scope, db, services } = context;
    await limitEdits(context);
    const deps = { ...depsOf(context), queue: services.queue };
    const { session, count } = await db.write(scope, (tx) => cancelSession(tx, deps, input), errors);
    return { session, changed: count };
  }),

  restoreSession: calendar.restoreSession.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitEdits(context);
    const deps = depsOf(context);
    return db.write(scope, (tx) => restoreSession(tx, deps, input), errors);
  }),

  listConflicts: calendar.listConflicts.handler(({ context, input, errors }) => {
    const { scope, db, actor } = context;
    const deps = { ...depsOf(context), access: actor.plan };
    return db.read(scope, (tx) => listConflicts(tx, deps, input), errors);
  }),

  exportCalendar: calendar.exportCalendar.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    const deps = depsOf(context);
    const content = await db.readAtOnce(scope, (tx) => exportCalendar(tx, deps, input), errors);
    return { filename: input.id ? 'session.ics' : 'calendar.ics', content };
  }),

  saveSessionType: calendar.saveSessionType.handler(({ context: { scope, db }, input, errors }) => {
    const { coachId: _, ...type } = input;
    return db.write(scope, (tx) => saveSessionType(tx, type), errors);
  }),

  deleteSessionType: calendar.deleteSessionType.handler(async ({ context: { scope, db, now }, input }) => {
    await db.write(scope, (tx) => deleteSessionType(tx, input.id, now));
    return { id: input.id };
  }),
};

/** Per client, retries included. */
const BOOK_LIMIT: RateLimit = { windowSeconds: 600, max: 30 };

const clientDepsOf = ({ services: { env, mailer }, now, relationship }: ClientContext): CalendarDeps => ({
  env,
  mailer,
  now,
  coach: { fullName: relationship.coachName, timeZone: relationship.timeZone },
});

const limitBookings = ({ services, actor }: ClientContext): Promise<void> =>
  requireRate(services.limiter, `booking:${actor.userId}`, BOOK_LIMIT);

export const bookingsProcedures = {
  getAvailability: bookings.getAvailability.handler(async ({ context: { scope, db, coach } }) => {
    const read = await db.readAtOnce(scope, getAvailability);
    return { timeZone: coach.timeZone, ...read };
  }),

  saveAvailability: bookings.saveAvailability.handler(async ({ context: { scope, db }, input, errors }) => {
    const { coachId: _, ...availability } = input;
    await db.write(scope, (tx) => saveAvailability(tx, availability), errors);
    return availability;
  }),

  getBookings: ownBookings.getBookings.handler(({ context, input }) => {
    const { scope, db } = context;
    const deps = clientDepsOf(context);
    return db.readAtOnce(scope, (tx) => getBookings(tx, deps, input.sessionTypeId));
  }),

  bookSession: ownBookings.bookSession.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitBookings(context);
    const deps = clientDepsOf(context);
    const { id, sessionTypeId, startsAt } = input;
    return db.write(scope, (tx) => bookSession(tx, deps, { id, sessionTypeId, start: new Date(startsAt) }), errors);
  }),

  moveBooking: ownBookings.moveBooking.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitBookings(context);
    const deps = clientDepsOf(context);
    return db.write(scope, (tx) => moveBooking(tx, deps, { id: input.id, start: new Date(input.startsAt) }), errors);
  }),

  cancelBooking: ownBookings.cancelBooking.handler(async ({ context, input, errors }) => {
    const { scope, db } = context;
    await limitBookings(context);
    const deps = clientDepsOf(context);
    const { id } = await db.write(scope, (tx) => cancelBooking(tx, deps, input), errors);
    return { id };
  }),
};
