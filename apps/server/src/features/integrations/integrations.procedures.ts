import { CALENDAR_PROVIDER_NAMES, mostCalendars } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { requireRate } from '../../core/limits.ts';
import { type CoachContext, coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  addCaldav,
  addFeed,
  type CalendarDeps,
  changeConnection,
  disconnect,
  getConnection,
  listConnections,
} from './integrations.calendars.service.ts';
import { providerOf } from './integrations.providers.service.ts';
import { answerQuestion, listQuestions } from './integrations.questions.service.ts';
import { readConnection } from './integrations.read.service.ts';
import { getFeed, saveFeed, turnOffFeed } from './integrations.service.ts';
import { writeSessions } from './integrations.sessions.service.ts';
import { beginSignIn, finishSignIn, type SignInDeps } from './integrations.signins.service.ts';

/** Per coach. Each use fetches from another server. */
const READ_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };

/** Per coach, together with other changes of sessions, which may send mails. */
const ANSWER_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
/** How long a request waits for a job that works on the calendar, and how long it writes sessions itself. */
const [WAIT_MS, WRITE_MS] = [5000, 10_000];

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
  listConnections: calendarConnections.listConnections.handler(
    async ({ context: { scope, db, actor, now, services } }) => ({
      connections: await db.readAtOnce(scope, (tx) => listConnections(tx, now)),
      most: mostCalendars(actor.plan.plan),
      providers: CALENDAR_PROVIDER_NAMES.filter((kind) => providerOf(services.env, kind)),
    }),
  ),

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

  beginSignIn: calendarConnections.beginSignIn.handler(async ({ context, input, errors }) => {
    await limitReads(context);
    const { sessionId, plan } = context.actor;
    const { kind, connectionId, toWrite } = input;
    const deps = { ...depsOf(context), answers: errors };
    return { url: await beginSignIn(deps, context.scope, { kind, connectionId, toWrite, sessionId, access: plan }) };
  }),

  finishSignIn: calendarConnections.finishSignIn.handler(async ({ context, input: { kind, state, code }, errors }) => {
    await limitReads(context);
    const { sessionId, plan } = context.actor;
    const answer = { kind, state, code, sessionId, access: plan };
    return finishSignIn({ ...depsOf(context), answers: errors }, context.services, context.scope, answer);
  }),

  updateConnection: calendarConnections.updateConnection.handler(async ({ context, input, errors }) => {
    const { scope, db, now } = context;
    const { coachId: _, ...change } = input;
    return { connection: await db.write(scope, (tx) => changeConnection(tx, change, now), errors) };
  }),

  readConnection: calendarConnections.readConnection.handler(async ({ context, input: { id } }) => {
    const { scope, db, services, now } = context;
    await limitReads(context);
    await db.read(scope, (tx) => getConnection(tx, id, now));
    const key = { coachId: scope.coachId, id };
    await readConnection(services, key, WAIT_MS);
    await writeSessions(services, key, { waitMs: WAIT_MS, runMs: WRITE_MS });
    return { connection: await db.read(scope, (tx) => getConnection(tx, id, now)) };
  }),

  deleteConnection: calendarConnections.deleteConnection.handler(
    async ({ context: { scope, services }, input: { id } }) => ({
      id,
      remaining: await disconnect(services, scope, id),
    }),
  ),

  listQuestions: calendarConnections.listQuestions.handler(async ({ context: { scope, db, now } }) => ({
    questions: await db.read(scope, (tx) => listQuestions(tx, now)),
  })),

  answerQuestion: calendarConnections.answerQuestion.handler(async ({ context, input, errors }) => {
    const { scope, db, now, coach, services, actor } = context;
    await requireRate(services.limiter, `calendar:${actor.userId}`, ANSWER_LIMIT);
    const { env, mailer, queue } = services;
    const deps = { env, mailer, now, coach, queue };
    await db.write(scope, (tx) => answerQuestion(tx, deps, input), errors);
    return { sessionId: input.sessionId };
  }),
};
