import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { ORPCError } from '@orpc/server';
import { sendStandardResponse } from '@orpc/standard-server-fastify';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAskedAt } from '../core/auth/asked-at.ts';
import { CLIENT_ADDRESS_HEADER } from '../core/auth/auth.ts';
import type { RequestContext } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import type { Actor } from '../core/tenancy/actor.ts';
import { createActorReader, createCookieReader } from '../core/tenancy/request-actor.ts';
import { networkOf } from '../platform/http/client-address.ts';
import { router } from '../router.ts';
import { answerToFailure } from './failures.ts';
import { closedSignal, createCallReader } from './procedure-calls.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const serializer = new StandardOpenAPISerializer(
  new StandardOpenAPIJsonSerializer(),
  new StandardBracketNotationSerializer(),
);

/** Registers every procedure of the contract, under `/rest/v1` and `/functions/v1`. */
export function registerRest(app: FastifyInstance, services: Services): void {
  const readers = { read: createActorReader(services), readNow: createCookieReader(services) };
  const readCall = createCallReader(router);

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = await readCall(request);
    if (!call) return reply.callNotFound();
    const { procedure, input } = call;
    request.event.procedure = procedure.name;
    const context = createContext(services, request, reply, readers);
    let output: unknown;
    try {
      // Only a call that writes or streams has work to end when its caller is gone.
      const options = request.method === 'GET' ? { context } : { context, signal: closedSignal(reply) };
      output = await runAskedAt(request.hostedCoach, () => procedure.run(input, options));
    } catch (error) {
      const answered = errorOf(error, request, context);
      return sendJson(reply.status(answered.status), answered.toJSON());
    }
    return isEvents(output) ? sendEvents(reply, output) : sendJson(reply, output);
  };
  app.all('/rest/v1/*', answer);
  app.all('/functions/v1/*', answer);
}

/** The error of the contract that answers a failed call. Logs what the caller did not cause. */
function errorOf(
  error: unknown,
  { event, databaseUse: { unavailable } }: FastifyRequest,
  { services: { log }, requestId, addHeader }: RequestContext,
): ORPCError<string, unknown> {
  if (error instanceof ORPCError && error.status < 500) {
    event.error = error.code;
    return error;
  }
  const failure = answerToFailure(error, unavailable);
  event.error = failure?.code ?? 'INTERNAL_SERVER_ERROR';
  log[failure ? 'warn' : 'error']({ err: error, requestId }, 'procedure failed');
  if (failure?.retryAfterSeconds) addHeader('retry-after', String(failure.retryAfterSeconds));
  if (failure) return new ORPCError(failure.code, { status: failure.status, message: failure.message, cause: error });
  if (error instanceof ORPCError) return error;
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Internal server error', cause: error });
}

/** Answers are plain data, because their schema has checked them. */
const sendJson = (reply: FastifyReply, body: unknown) =>
  body === undefined ? reply.send() : reply.header('content-type', JSON_TYPE).send(JSON.stringify(body));

const isEvents = (output: unknown): output is AsyncIterator<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

async function sendEvents(reply: FastifyReply, events: AsyncIterator<unknown>) {
  await sendStandardResponse(reply, { status: 200, headers: {}, body: serializer.serialize(events) });
  return reply;
}

type ActorReaders = {
  read: (request: FastifyRequest) => Promise<Actor | null>;
  readNow: ReturnType<typeof createCookieReader>;
};

function createContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { read, readNow }: ActorReaders,
): RequestContext {
  const { auth } = services;
  let actor: Promise<Actor | null> | undefined;
  return {
    services,
    requestId: request.id,
    network: request.databaseUse.address ?? networkOf(request.ip),
    event: request.event,
    hostedCoach: request.hostedCoach,
    addHeader(name, value) {
      reply.header(name, value);
    },
    findActor() {
      actor ??= read(request);
      return actor;
    },
    findActorNow: () => readNow(request.headers.cookie, { at: request.hostedCoach }),
    async extendSession() {
      if (!request.headers.cookie) return;
      const headers = fromNodeHeaders(request.headers);
      headers.set(CLIENT_ADDRESS_HEADER, request.ip);
      const answer = await auth.api.getSession({ headers, returnHeaders: true });
      for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
      actor = undefined;
    },
  };
}
