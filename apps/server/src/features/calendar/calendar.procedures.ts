import type { RequestContext } from '../../core/context.ts';
import { os } from '../../core/procedures.ts';
import { type ActiveCoach, type CurrentClient, requireClient, requireCoach } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  type BookResult,
  bookSession,
  cancelBooking,
  getBookings,
  moveBooking,
  readAvailability,
  saveAvailability,
} from './calendar.bookings.service.ts';
import { listConflicts } from './calendar.conflicts.service.ts';
import { cancelSession, createSession, type EditResult, updateSession } from './calendar.edit.service.ts';
import type { CalendarDeps } from './calendar.notice.service.ts';
import { getSeries } from './calendar.series.service.ts';
import {
  deleteSessionType,
  exportCalendar,
  getCalendar,
  listSessions,
  saveSessionType,
  setSessionStatus,
  toCalendarSession,
  windowOf,
} from './calendar.service.ts';

/** Per coach. Each edit may mail somebody and write half a year of sessions. */
const EDIT_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };

const depsOf = ({ services: { env, mailer, now } }: RequestContext, { coach }: ActiveCoach): CalendarDeps => ({
  env,
  mailer,
  now: now(),
  coach,
});

type Refusals = {
  NOT_FOUND: () => Error;
  RATE_LIMITED: (options: { data: { retryAfterSeconds: number } }) => Error;
  BAD_TIME?: (options: { message: string }) => Error;
  CHANGED?: () => Error;
  UNKNOWN_CLIENT?: () => Error;
};

async function limit({ services }: RequestContext, errors: Refusals, { actor }: ActiveCoach): Promise<void> {
  const wait = await services.limiter.consume(`calendar:${actor.userId}`, EDIT_LIMIT);
  if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
}

/** The edited session. Thrown inside the transaction, so that nothing of a refused edit stays. */
function editedOf(result: EditResult, errors: Refusals) {
  if (result.kind === 'done') return { session: toCalendarSession(result.session), count: result.count };
  const refusal =
    result.kind === 'bad_time'
      ? errors.BAD_TIME?.({ message: result.message })
      : result.kind === 'changed'
        ? errors.CHANGED?.()
        : result.kind === 'unknown_client'
          ? errors.UNKNOWN_CLIENT?.()
          : undefined;
  throw refusal ?? errors.NOT_FOUND();
}

export const calendarProcedures = {
  listSessions: os.calendar.listSessions.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { sessions: await context.services.db.readAtOnce(scope, (tx) => listSessions(tx, input)) };
  }),

  updateSessionStatus: os.calendar.updateSessionStatus.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const session = await context.services.db.write(scope, (tx) => setSessionStatus(tx, input.id, input.status));
    if (!session) throw errors.NOT_FOUND();
    return session;
  }),

  getCalendar: os.calendar.getCalendar.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.actor(), input.coachId);
    const window = windowOf(input);
    if (!window) throw errors.WINDOW_TOO_LONG();
    const read = await context.services.db.readAtOnce(scope, (tx) => getCalendar(tx, window));
    return { timeZone: coach.timeZone, ...read };
  }),

  createSession: os.calendar.createSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limit(context, errors, coach);
    const deps = depsOf(context, coach);
    const { session, count } = await context.services.db.write(coach.scope, async (tx) =>
      editedOf(await createSession(tx, deps, input), errors),
    );
    return { session, made: count };
  }),

  updateSession: os.calendar.updateSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limit(context, errors, coach);
    const deps = depsOf(context, coach);
    const { session, count } = await context.services.db.write(coach.scope, async (tx) =>
      editedOf(await updateSession(tx, deps, input), errors),
    );
    return { session, changed: count };
  }),

  getSeries: os.calendar.getSeries.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const series = await context.services.db.read(scope, (tx) => getSeries(tx, input.id));
    if (series === undefined) throw errors.NOT_FOUND();
    return { series };
  }),

  cancelSession: os.calendar.cancelSession.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    await limit(context, errors, coach);
    const deps = depsOf(context, coach);
    const { session, count } = await context.services.db.write(coach.scope, async (tx) =>
      editedOf(await cancelSession(tx, deps, input), errors),
    );
    return { session, changed: count };
  }),

  listConflicts: os.calendar.listConflicts.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    const deps = depsOf(context, coach);
    const conflicts = await context.services.db.read(coach.scope, (tx) => listConflicts(tx, deps, input));
    if (typeof conflicts === 'string') throw errors.BAD_TIME({ message: conflicts });
    return conflicts;
  }),

  exportCalendar: os.calendar.exportCalendar.handler(async ({ context, input, errors }) => {
    const coach = requireCoach(await context.actor(), input.coachId);
    const window = windowOf(input);
    if (!window) throw errors.WINDOW_TOO_LONG();
    const deps = depsOf(context, coach);
    const content = await context.services.db.readAtOnce(coach.scope, (tx) =>
      exportCalendar(tx, deps, { ...window, id: input.id }),
    );
    return { filename: input.id ? 'session.ics' : 'calendar.ics', content };
  }),

  saveSessionType: os.calendar.saveSessionType.handler(async ({ context, input, errors }) => {
    const { coachId, ...type } = input;
    const { scope } = requireCoach(await context.actor(), coachId);
    const saved = await context.services.db.write(scope, (tx) => saveSessionType(tx, type));
    if (!saved) throw errors.TOO_MANY();
    return saved;
  }),

  deleteSessionType: os.calendar.deleteSessionType.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const removed = await db.write(scope, (tx) => deleteSessionType(tx, input.id, now()));
    if (!removed) throw errors.NOT_FOUND();
    return { id: input.id };
  }),
};

/** Per client: more than anybody books, retries included. */
const BOOK_LIMIT: RateLimit = { windowSeconds: 600, max: 30 };

const clientDepsOf = (
  { services: { env, mailer, now } }: RequestContext,
  { relationship: { coachName, timeZone } }: CurrentClient,
): CalendarDeps => ({ env, mailer, now: now(), coach: { fullName: coachName, timeZone } });

type BookingRefusals = Record<
  'FORBIDDEN' | 'SLOT_TAKEN' | 'TOO_LATE' | 'BOOKING_CLOSED' | 'COACH_PLAN_FULL' | 'NOT_FOUND',
  () => Error
> & {
  RATE_LIMITED: (options: { data: { retryAfterSeconds: number } }) => Error;
};

async function limitBookings(
  { services }: RequestContext,
  errors: BookingRefusals,
  { actor }: CurrentClient,
): Promise<void> {
  const wait = await services.limiter.consume(`booking:${actor.userId}`, BOOK_LIMIT);
  if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
}

/** The booking. Thrown inside the transaction, so that nothing of a refused one stays. */
function bookingOf(result: BookResult, errors: BookingRefusals) {
  if (result.kind === 'done') return result.booking;
  if (result.kind === 'taken') throw errors.SLOT_TAKEN();
  if (result.kind === 'too_late') throw errors.TOO_LATE();
  if (result.kind === 'not_found') throw errors.NOT_FOUND();
  // A former client reads, and writes nothing any more.
  if (result.kind === 'former') throw errors.FORBIDDEN();
  throw result.kind === 'not_covered' ? errors.COACH_PLAN_FULL() : errors.BOOKING_CLOSED();
}

export const bookingsProcedures = {
  getAvailability: os.bookings.getAvailability.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.actor(), input.coachId);
    const read = await context.services.db.readAtOnce(scope, readAvailability);
    return { timeZone: coach.timeZone, ...read };
  }),

  saveAvailability: os.bookings.saveAvailability.handler(async ({ context, input, errors }) => {
    const { coachId, ...availability } = input;
    const { scope } = requireCoach(await context.actor(), coachId);
    const problem = await context.services.db.write(scope, (tx) => saveAvailability(tx, availability));
    if (problem) throw errors.BAD_HOURS({ message: problem });
    return availability;
  }),

  getBookings: os.bookings.getBookings.handler(async ({ context, input }) => {
    const client = requireClient(await context.actor());
    const deps = clientDepsOf(context, client);
    return context.services.db.readAtOnce(client.scope, (tx) => getBookings(tx, deps, input.sessionTypeId));
  }),

  bookSession: os.bookings.bookSession.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, errors, client);
    const deps = clientDepsOf(context, client);
    const { id, sessionTypeId, startsAt } = input;
    return context.services.db.write(client.scope, async (tx) =>
      bookingOf(await bookSession(tx, deps, { id, sessionTypeId, start: new Date(startsAt) }), errors),
    );
  }),

  moveBooking: os.bookings.moveBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, errors, client);
    const deps = clientDepsOf(context, client);
    return context.services.db.write(client.scope, async (tx) =>
      bookingOf(await moveBooking(tx, deps, { id: input.id, start: new Date(input.startsAt) }), errors),
    );
  }),

  cancelBooking: os.bookings.cancelBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limitBookings(context, errors, client);
    const deps = clientDepsOf(context, client);
    const { id } = await context.services.db.write(client.scope, async (tx) =>
      bookingOf(await cancelBooking(tx, deps, input), errors),
    );
    return { id };
  }),
};
