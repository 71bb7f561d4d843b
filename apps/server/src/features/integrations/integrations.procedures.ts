import { mostCalendars } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { requireRate } from '../../core/limits.ts';
import { type CoachContext, coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  addCaldav,
  addFeed,
  type CalendarDeps,
  changeConnection,
  getConnection,
  listConnections,
  removeConnection,
} from './integrations.calendars.service.ts';
import { readConnection } from './integrations.read.service.ts';
import { getFeed, saveFeed, turnOffFeed } from './integrations.service.ts';

/** Per coach. Each use fetches from another server. */
const READ_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };

const limitReads = ({ services, actor }: CoachContext): Promise<void> =>
  requireRate(services.limiter, `calendars:${actor.userId}`, READ_LIMIT);

const depsOf = ({ services: { db, seal, outbound, env }, now, coach }: CoachContext): CalendarDeps => ({
  db,
  seal,
  outbound,
  env,
  now,
  coach,
});

const { integrations, calendarConnections } = coachProcedure;

export const integrationsProcedures = {
  getCalendarFeed: integrations.getCalendarFeed.handler(async ({ context: { scope, db, services } }) => ({
    feed: await db.readAtOnce(scope, (tx) => getFeed(tx, services)),
  })),

  saveCalendarFeed: integrations.saveCalendarFeed.handler(async ({ context, input }) => {
    const { scope, db, now, services } = context;
    const deps = { secret: services.secret, env: services.env, now };
    return { feed: await db.write(scope, (tx) => saveFeed(tx, deps, input)) };
  }),

  deleteCalendarFeed: integrations.deleteCalendarFeed.handler(async ({ context: { scope, db } }) => {
    await db.write(scope, turnOffFeed);
    return { feed: null };
  }),
};

export const connectionsProcedures = {
  listConnections: calendarConnections.listConnections.handler(async ({ context: { scope, db, actor } }) => ({
    connections: await db.readAtOnce(scope, listConnections),
    most: mostCalendars(actor.plan.plan),
  })),

  addFeed: calendarConnections.addFeed.handler(async ({ context, input: { id, name, url }, errors }) => {
    await limitReads(context);
    const wanted = { id, name, url, access: context.actor.plan };
    return { connection: await addFeed({ ...depsOf(context), answers: errors }, context.scope, wanted) };
  }),

  addCaldav: calendarConnections.addCaldav.handler(async ({ context, input, errors }) => {
    await limitReads(context);
    const { id, name, server, user, password } = input;
    const wanted = { id, name, account: { server, user, password }, access: context.actor.plan };
    return { connection: await addCaldav({ ...depsOf(context), answers: errors }, context.scope, wanted) };
  }),

  updateConnection: calendarConnections.updateConnection.handler(async ({ context: { scope, db, now }, input }) => {
    const { coachId: _, ...change } = input;
    return { connection: await db.write(scope, (tx) => changeConnection(tx, change, now)) };
  }),

  readConnection: calendarConnections.readConnection.handler(async ({ context, input: { id } }) => {
    const { scope, db, services } = context;
    await limitReads(context);
    await db.read(scope, (tx) => getConnection(tx, id));
    await readConnection(services, { coachId: scope.coachId, id });
    return { connection: await db.read(scope, (tx) => getConnection(tx, id)) };
  }),

  deleteConnection: calendarConnections.deleteConnection.handler(async ({ context: { scope, db }, input: { id } }) => {
    await db.write(scope, (tx) => removeConnection(tx, id));
    return { id };
  }),
};
