import { COMMON_ERRORS } from '@stridewell/contract/errors';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors.rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createDigestReader, sessionCookieKey, sessionCookieName } from '../../platform/http/session-cookie.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import { digestOfToken } from './session.data.ts';
import { type Opening, resolveActor, resolveOpening } from './session.ts';
import { isRefusedWhileViewing, isStop, requireShown } from './viewing.ts';

type ReaderServices = Pick<Services, 'db' | 'now' | 'env' | 'secret'>;

const digestReader = ({ env, secret }: ReaderServices) =>
  createDigestReader(sessionCookieName(env.appUrl), sessionCookieKey(secret), digestOfToken);

/** Reads the caller from a Cookie header; null without a live session. */
export function createCookieReader(services: ReaderServices) {
  const readDigest = digestReader(services);
  return async (cookieHeader: string | undefined, coachId?: string): Promise<Actor | null> => {
    const digest = readDigest(cookieHeader);
    return digest ? resolveActor(services, digest, coachId) : null;
  };
}

/** Like `createCookieReader`, with what the page of the app starts with. */
export function createOpeningReader(services: ReaderServices) {
  const readDigest = digestReader(services);
  return async (cookieHeader: string | undefined): Promise<Opening | null> => {
    const digest = readDigest(cookieHeader);
    return digest ? resolveOpening(services, digest) : null;
  };
}

type Resolved = { coachId: string | undefined; actor: Actor | null };

/** Callers of requests that may write, so that each is looked up once. */
const resolved = new WeakMap<FastifyRequest, Resolved>();

/**
 * Reads the caller of a request and adds them to its log line. Null when the request names another person than the
 * session does. `coachId`, or else the request, selects the coaching of a client. An operator who views as another
 * person can only read, and only data that operators are shown.
 * @throws VIEWING
 */
export function createActorReader(services: ReaderServices) {
  const read = createCookieReader(services);
  return async (request: FastifyRequest, coachId = request.headers[COACH_HEADER]): Promise<Actor | null> => {
    const known = resolved.get(request);
    const named = typeof coachId === 'string' ? coachId : undefined;
    const found = known && known.coachId === named ? known.actor : await read(request.headers.cookie, named);
    const meant = request.headers[USER_HEADER];
    if (!found || (meant !== undefined && meant !== found.userId)) return null;
    Object.assign(request.event, { userId: found.userId, role: found.role });
    if (found.viewing) {
      request.event.viewedBy = found.viewing.operatorId;
      if (isStop(request.event.procedure)) return found;
      request.databaseUse.readOnly = true;
      requireShown(request.event.procedure);
    }
    return found;
  };
}

/**
 * Refuses every request that may write while an operator views as another person, even if its route does not read the
 * caller.
 */
export function refuseWritesWhileViewing(app: FastifyInstance, services: ReaderServices): void {
  const read = createCookieReader(services);
  // Has the format of a procedure's error, the only one that the web app reads.
  const { status, message } = COMMON_ERRORS.VIEWING;
  const refusal = { defined: true, code: 'VIEWING', status, message };
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (!isRefusedWhileViewing(request.method, path)) return;
    const coachId = request.headers[COACH_HEADER];
    const named = typeof coachId === 'string' ? coachId : undefined;
    const actor = await read(request.headers.cookie, named);
    resolved.set(request, { coachId: named, actor });
    if (!actor?.viewing) return;
    request.event.error = 'VIEWING';
    await reply.status(status).send(refusal);
  });
}
