import type { RequestContext } from '../../core/context.ts';
import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { type ActiveCoach, type CurrentClient, requireClient, requireCoach } from '../../core/tenancy/access.ts';
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

const depsOf = ({ services: { env, mailer, now } }: RequestContext, { coach }: ActiveCoach): CalendarDeps => ({
  env,
  mailer,
  now: now(),
  coach,
});

const limitEdits = ({ services }: RequestContext, { actor }: ActiveCoach): Promise<void> =>
  requireRate(services.limiter, `calendar:${actor.userId}`, EDIT_LIMIT);

export const calendarProcedures = {
  listSessions: os.calendar.listSessions.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { sessions: await context.services.db.readAtOnce(scope, (tx) => listSessions(tx, input)) };
  }),

  updateSessionStatus: os.calendar.updateSessionStatus.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => updateSessionStatus(tx, input, now()));
  }),

  getCalendar: os.calendar.getCalendar.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.actor(), input.coachId);
    const read = await context.services.db.readAtOnce(scope, (tx) => getCalendar(tx, input), errors);
    return { timeZone: coach.timeZone, ...read };
  }),

  createSession: os.calendar.createSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limitEdits(context, coach);
    const deps = depsOf(context, coach);
    const { db } = context.services;
    const { session, count } = await db.write(coach.scope, (tx) => createSession(tx, deps, input), errors);
    return { session, made: count };
  }),

  updateSession: os.calendar.updateSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limitEdits(context, coach);
    const deps = depsOf(context, coach);
    const { db } = context.services;
    const { session, count } = await db.write(coach.scope, (tx) => updateSession(tx, deps, input), errors);
    return { session, changed: count };
  }),

  getSeries: os.calendar.getSeries.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { series: await context.services.db.read(scope, (tx) => getSeries(tx, input.id)) };
  }),

  cancelSession: os.calendar.cancelSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limitEdits(context, coach);
    const { db, queue } = context.services;
    const deps = { ...depsOf(context, coach), queue };
    const { session, count } = await db.write(coach.scope, (tx) => cancelSession(tx, deps, input), errors);
    return { session, changed: count };
  }),

  restoreSession: os.calendar.restoreSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limitEdits(context, coach);
    const deps = depsOf(context, coach);
    return context.services.db.write(coach.scope, (tx) => restoreSession(tx, deps, input), errors);
  }),

  listConflicts: os.calendar.listConflicts.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    const deps = depsOf(context, coach);
    return context.services.db.read(coach.scope, (tx) => listConflicts(tx, deps, input), errors);
  }),

  exportCalendar: os.calendar.exportCalendar.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    const deps = depsOf(context, coach);
    const { db } = context.services;
    const content = await db.readAtOnce(coach.scope, (tx) => exportCalendar(tx, deps, input), errors);
    return { filename: input.id ? 'session.ics' : 'calendar.ics', content };
  }),

  saveSessionType: os.calendar.saveSessionType.handler(async ({ context, input, errors }) => {
    const { coachId, ...type } = input;
    const { scope } = requireCoach(await context.actor(), coachId);
    return context.services.db.write(scope, (tx) => saveSessionType(tx, type), errors);
  }),

  deleteSessionType: os.calendar.deleteSessionType.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    await db.write(scope, (tx) => deleteSessionType(tx, input.id, now()));
    return { id: input.id };
  }),
};

/** Per client, retries included. */
const BOOK_LIMIT: RateLimit = { windowSeconds: 600, max: 30 };

const clientDepsOf = (
  { services: { env, mailer, now } }: RequestContext,
  { relationship: { coachName, timeZone } }: CurrentClient,
): CalendarDeps => ({ env, mailer, now: now(), coach: { fullName: coachName, timeZone } });

const limitBookings = ({ services }: RequestContext, { actor }: CurrentClient): Promise<void> =>
  requireRate(services.limiter, `booking:${actor.userId}`, BOOK_LIMIT);

export const bookingsProcedures = {
  getAvailability: os.bookings.getAvailability.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.actor(), input.coachId);
    const read = await context.services.db.readAtOnce(scope, getAvailability);
    return { timeZone: coach.timeZone, ...read };
  }),

  saveAvailability: os.bookings.saveAvailability.handler(async ({ context, input, errors }) => {
    const { coachId, ...availability } = input;
    const { scope } = requireCoach(await context.actor(), coachId);
    await context.services.db.write(scope, (tx) => saveAvailability(tx, availability), errors);
    return availability;
  }),

  getBookings: os.bookings.getBookings.handler(async ({ context, input }) => {
    const client = requireClient(await context.actor());
    const deps = clientDepsOf(context, client);
    return context.services.db.readAtOnce(client.scope, (tx) => getBookings(tx, deps, input.sessionTypeId));
  }),

  bookSession: os.bookings.bookSession.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, client);
    const deps = clientDepsOf(context, client);
    const { id, sessionTypeId, startsAt } = input;
    return context.services.db.write(
      client.scope,
      (tx) => bookSession(tx, deps, { id, sessionTypeId, start: new Date(startsAt) }),
      errors,
    );
  }),

  moveBooking: os.bookings.moveBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, client);
    const deps = clientDepsOf(context, client);
    return context.services.db.write(
      client.scope,
      (tx) => moveBooking(tx, deps, { id: input.id, start: new Date(input.startsAt) }),
      errors,
    );
  }),

  cancelBooking: os.bookings.cancelBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, client);
    const deps = clientDepsOf(context, client);
    const { id } = await context.services.db.write(client.scope, (tx) => cancelBooking(tx, deps, input), errors);
    return { id };
  }),
};
