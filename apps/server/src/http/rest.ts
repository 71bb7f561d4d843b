import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER } from '../core/auth/auth.ts';
import type { RequestContext } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import type { Actor } from '../core/tenancy/actor.ts';
import { createActorReader } from '../core/tenancy/request-actor.ts';
import { databaseUse } from '../platform/db/failures.ts';
import { networkOf } from '../platform/http/client-address.ts';
import { router } from '../router.ts';
import { answerToFailure } from './failures.ts';

/** Registers every procedure of the contract, under `/rest/v1` and `/functions/v1`. */
export function registerRest(app: FastifyInstance, services: Services): void {
  const { log } = services;
  const readActor = createActorReader(services);

  const handler = new OpenAPIHandler(router, {
    interceptors: [
      async (options) => {
        try {
          return await options.next();
        } catch (error) {
          const { event, requestId, addHeader } = options.context;
          if (error instanceof ORPCError && error.status < 500) {
            event.error = error.code;
            throw error;
          }
          const failure = answerToFailure(error, databaseUse.getStore()?.unavailable);
          event.error = failure?.code ?? 'INTERNAL_SERVER_ERROR';
          log[failure ? 'warn' : 'error']({ err: error, requestId }, 'procedure failed');
          if (!failure) throw error;
          const { code, status, message, retryAfterSeconds } = failure;
          if (retryAfterSeconds) addHeader('retry-after', String(retryAfterSeconds));
          throw new ORPCError(code, { status, message, cause: error });
        }
      },
    ],
    clientInterceptors: [
      (options) => {
        options.context.event.procedure = options.path.join('.');
        return options.next();
      },
    ],
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const context = createContext(services, request, reply, readActor);
    const { matched } = await databaseUse.run(request.databaseUse, () => handler.handle(request, reply, { context }));
    if (!matched) reply.callNotFound();
  };
  app.all('/rest/v1/*', answer);
  app.all('/functions/v1/*', answer);
}

function createContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  readActor: (request: FastifyRequest) => Promise<Actor | null>,
): RequestContext {
  const { auth } = services;
  let actor: Promise<Actor | null> | undefined;
  const addHeader = (name: string, value: string) => {
    reply.header(name, value);
  };
  return {
    services,
    requestId: request.id,
    network: networkOf(request.ip),
    event: request.event,
    addHeader,
    findActor: () => {
      actor ??= readActor(request);
      return actor;
    },
    async extendSession() {
      if (!request.headers.cookie) return;
      const headers = fromNodeHeaders(request.headers);
      headers.set(CLIENT_ADDRESS_HEADER, request.ip);
      const answer = await auth.api.getSession({ headers, returnHeaders: true });
      for (const cookie of answer.headers.getSetCookie()) addHeader('set-cookie', cookie);
      actor = undefined;
    },
  };
}
