import {
  CALENDAR_PROVIDER_NAMES,
  isCalendarProvider,
  mostCalendars,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
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
import { providerOf } from './integrations.providers.service.ts';
import { readConnection } from './integrations.read.service.ts';
import { getFeed, saveFeed, turnOffFeed } from './integrations.service.ts';
import { beginSignIn, finishSignIn, revokeTokenJob, type SignInDeps } from './integrations.signins.service.ts';

/** Per coach. Each use fetches from another server. */
const READ_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };

const limitReads = ({ services, actor }: CoachContext): Promise<void> =>
  requireRate(services.limiter, `calendars:${actor.userId}`, READ_LIMIT);

const depsOf = ({ services: { db, seal, outbound, env, secret, queue }, now, coach }: CoachContext) =>
  ({ db, seal, outbound, env, secret, queue, now, coach }) satisfies CalendarDeps & SignInDeps;

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
  listConnections: calendarConnections.listConnections.handler(async ({ context: { scope, db, actor, services } }) => ({
    connections: await db.readAtOnce(scope, listConnections),
    most: mostCalendars(actor.plan.plan),
    providers: CALENDAR_PROVIDER_NAMES.filter((kind) => providerOf(services.env, kind)),
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

  beginSignIn: calendarConnections.beginSignIn.handler(async ({ context, input: { kind, connectionId }, errors }) => {
    await limitReads(context);
    const { sessionId, plan } = context.actor;
    const deps = { ...depsOf(context), answers: errors };
    return { url: await beginSignIn(deps, context.scope, { kind, connectionId, sessionId, access: plan }) };
  }),

  finishSignIn: calendarConnections.finishSignIn.handler(async ({ context, input: { kind, state, code }, errors }) => {
    await limitReads(context);
    const { sessionId, plan } = context.actor;
    const answer = { kind, state, code, sessionId, access: plan };
    return finishSignIn({ ...depsOf(context), answers: errors }, context.services, context.scope, answer);
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

  deleteConnection: calendarConnections.deleteConnection.handler(async ({ context, input: { id } }) => {
    const { scope, db, services } = context;
    await db.write(scope, async (tx) => {
      const removed = await removeConnection(tx, id);
      if (!removed?.account || !isCalendarProvider(removed.kind)) return;
      const { kind, account, sealed } = removed;
      await services.queue.send(revokeTokenJob, { kind, account, sealed }, tx);
    });
    return { id };
  }),
};
