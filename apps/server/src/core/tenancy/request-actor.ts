import { COMMON_ERRORS } from '@stridewell/contract/errors';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors.rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createDigestReader, sessionCookieKey, sessionCookieName } from '../../platform/http/session-cookie.ts';
import type { HostedCoach } from '../hosts.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import { digestOfToken } from './session.data.ts';
import { type Opening, resolveActor, resolveOpening } from './session.ts';
import { isRefusedWhileViewing, isStop, requireShown } from './viewing.ts';

type ReaderServices = Pick<Services, 'db' | 'now' | 'env' | 'secret'>;

const digestReader = ({ env, secret }: ReaderServices) =>
  createDigestReader(sessionCookieName(env.appUrl), sessionCookieKey(secret), digestOfToken);

/** Selects one of a client's coaches. At a coach's domain, it is always this one. */
type Selection = { coachId?: string | undefined; at: HostedCoach | null };

/**
 * Reads the caller from a Cookie header; null without a live session. At a coach's domain, sessions of coaches and
 * operators count as none, and other coaches of a client do not exist.
 */
export function createCookieReader(services: ReaderServices) {
  const readDigest = digestReader(services);
  return async (cookieHeader: string | undefined, { coachId, at }: Selection): Promise<Actor | null> => {
    const digest = readDigest(cookieHeader);
    if (!digest || (at && coachId !== undefined && coachId !== at.coachId)) return null;
    const actor = await resolveActor(services, digest, at?.coachId ?? coachId);
    return at && actor?.role !== 'Client' ? null : actor;
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
    const selection = { coachId: named, at: request.hostedCoach };
    const found = known && known.coachId === named ? known.actor : await read(request.headers.cookie, selection);
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
  const refuseViewer = async (request: FastifyRequest, reply: FastifyReply) => {
    const coachId = request.headers[COACH_HEADER];
    const named = typeof coachId === 'string' ? coachId : undefined;
    const actor = await read(request.headers.cookie, { coachId: named, at: request.hostedCoach });
    resolved.set(request, { coachId: named, actor });
    if (!actor?.viewing) return;
    request.event.error = 'VIEWING';
    await reply.status(status).send(refusal);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?');
    if (isRefusedWhileViewing(request.method, path)) return refuseViewer(request, reply);
    done();
  });
}
