import { ORPCError } from '@orpc/server';
import { os } from '../../core/procedures.ts';
import { requireCoach, requireUser } from '../../core/tenancy/access.ts';
import { type Cursor, readCursor } from '../../platform/db/cursor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  getBroadcast,
  listBroadcastClients,
  listBroadcasts,
  startBroadcast,
} from './notifications.broadcast.service.ts';
import { deliverBroadcastJob } from './notifications.jobs.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  readPreferences,
  setPreference,
} from './notifications.service.ts';

/** Enough for a busy day; each goes to many people who did not ask for it. */
const BROADCAST_LIMIT: RateLimit = { windowSeconds: 3600, max: 20 };

/** @throws BAD_REQUEST for a cursor that is none of ours. */
function cursorOf(text: string | undefined): Cursor | null {
  const after = text === undefined ? null : readCursor(text);
  if (after === undefined) throw new ORPCError('BAD_REQUEST', { message: 'The list cannot go on from there.' });
  return after;
}

export const notificationsProcedures = {
  listNotifications: os.notifications.listNotifications.handler(
    async ({ context, input: { cursor, ...selection } }) => {
      const { scope } = requireUser(await context.actor());
      const after = cursorOf(cursor);
      return context.services.db.readAtOnce(scope, (tx) => listNotifications(tx, { ...selection, after }));
    },
  ),

  markNotificationRead: os.notifications.markNotificationRead.handler(async ({ context, input, errors }) => {
    const { scope } = requireUser(await context.actor());
    const marked = await context.services.db.write(scope, (tx) => markNotificationRead(tx, input.id));
    if (marked === 0) throw errors.NOT_FOUND();
    return { id: input.id };
  }),

  markAllNotificationsRead: os.notifications.markAllNotificationsRead.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return { marked: await context.services.db.write(scope, markAllNotificationsRead) };
  }),

  getNotificationPreferences: os.notifications.getNotificationPreferences.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    return context.services.db.readAtOnce(scope, readPreferences);
  }),

  setNotificationPreference: os.notifications.setNotificationPreference.handler(async ({ context, input }) => {
    const { scope } = requireUser(await context.actor());
    await context.services.db.write(scope, (tx) => setPreference(tx, input));
    return input;
  }),

  listBroadcastClients: os.notifications.listBroadcastClients.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => listBroadcastClients(tx, { now: now(), timeZone: coach.timeZone }));
  }),

  sendBroadcast: os.notifications.sendBroadcast.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, limiter, now, queue } = context.services;
    const { id } = input;
    // A repeated request has what it wanted, and does not count.
    const known = await db.readAtOnce(scope, (tx) => getBroadcast(tx, id));
    if (known) return known;
    const wait = await limiter.consume(`broadcast:${coach.id}`, BROADCAST_LIMIT);
    if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
    const result = await db.write(scope, async (tx) => {
      const started = await startBroadcast(tx, { ...input, now: now() });
      if (started.kind === 'started') await queue.send(deliverBroadcastJob, { coachId: coach.id, broadcastId: id }, tx);
      return started;
    });
    if (result.kind === 'too_long') throw errors.MESSAGE_TOO_LONG();
    if (result.kind === 'unknown_client') throw errors.UNKNOWN_CLIENT();
    const stored = await db.readAtOnce(scope, (tx) => getBroadcast(tx, id));
    if (!stored) throw new Error('a broadcast is not readable after it was written');
    return stored;
  }),

  getBroadcast: os.notifications.getBroadcast.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const broadcast = await context.services.db.readAtOnce(scope, (tx) => getBroadcast(tx, input.id));
    if (!broadcast) throw errors.NOT_FOUND();
    return broadcast;
  }),

  listBroadcasts: os.notifications.listBroadcasts.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const after = cursorOf(input.cursor);
    return context.services.db.readAtOnce(scope, (tx) => listBroadcasts(tx, after));
  }),
};
