import type { RequestContext } from '../../platform/http/context.ts';
import { os } from '../../platform/http/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import type { CalendarDeps } from '../calendar/calendar.notice.service.ts';
import { type CurrentClient, requireClient, requireCoach } from '../identity/identity.policy.ts';
import {
  type BookResult,
  bookSession,
  cancelBooking,
  moveBooking,
  readAvailability,
  readBookings,
  saveAvailability,
} from './bookings.service.ts';

/** Per client: more than anybody books, retries included. */
const BOOK_LIMIT: RateLimit = { windowSeconds: 600, max: 30 };

const depsOf = (
  { services: { env, mailer, now } }: RequestContext,
  { relationship: { coachName, timeZone } }: CurrentClient,
): CalendarDeps => ({ env, mailer, now: now(), coach: { fullName: coachName, timeZone } });

type Refusals = Record<
  'FORBIDDEN' | 'SLOT_TAKEN' | 'TOO_LATE' | 'BOOKING_CLOSED' | 'COACH_PLAN_FULL' | 'NOT_FOUND',
  () => Error
> & {
  RATE_LIMITED: (options: { data: { retryAfterSeconds: number } }) => Error;
};

async function limit({ services }: RequestContext, errors: Refusals, { actor }: CurrentClient): Promise<void> {
  const wait = await services.limiter.consume(`booking:${actor.userId}`, BOOK_LIMIT);
  if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
}

/** The booking. Thrown inside the transaction, so that nothing of a refused one stays. */
function bookingOf(result: BookResult, errors: Refusals) {
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

  readBookings: os.bookings.readBookings.handler(async ({ context, input }) => {
    const client = requireClient(await context.actor());
    const deps = depsOf(context, client);
    return context.services.db.readAtOnce(client.scope, (tx) => readBookings(tx, deps, input.sessionTypeId));
  }),

  bookSession: os.bookings.bookSession.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limit(context, errors, client);
    const deps = depsOf(context, client);
    const { id, sessionTypeId, startsAt } = input;
    return context.services.db.write(client.scope, async (tx) =>
      bookingOf(await bookSession(tx, deps, { id, sessionTypeId, start: new Date(startsAt) }), errors),
    );
  }),

  moveBooking: os.bookings.moveBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limit(context, errors, client);
    const deps = depsOf(context, client);
    return context.services.db.write(client.scope, async (tx) =>
      bookingOf(await moveBooking(tx, deps, { id: input.id, start: new Date(input.startsAt) }), errors),
    );
  }),

  cancelBooking: os.bookings.cancelBooking.handler(async ({ context, input, errors }) => {
    const client = requireClient(await context.actor());
    await limit(context, errors, client);
    const deps = depsOf(context, client);
    const { id } = await context.services.db.write(client.scope, async (tx) =>
      bookingOf(await cancelBooking(tx, deps, input), errors),
    );
    return { id };
  }),
};
