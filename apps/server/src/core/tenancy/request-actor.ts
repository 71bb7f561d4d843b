import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors';
import type { FastifyRequest } from 'fastify';
import { createTokenReader, sessionCookieKey, sessionCookieName } from '../../platform/http/session-cookie.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import { resolveActor } from './session.ts';

type ReaderServices = Pick<Services, 'db' | 'now' | 'env' | 'secret'>;

/** Tells whose session a Cookie header shows: null without a live one. */
export function createCookieReader(services: ReaderServices) {
  const { env, secret } = services;
  const readToken = createTokenReader(sessionCookieName(env.appUrl), sessionCookieKey(secret));
  return async (cookieHeader: string | undefined, coachId?: string): Promise<Actor | null> => {
    const token = readToken(cookieHeader);
    return token ? resolveActor(services, token, coachId) : null;
  };
}

/**
 * Reads the caller of a request and adds them to its log line. Null when the request names another person than the
 * session's. `coachId`, or else the request, selects the coaching of a client.
 */
export function createActorReader(services: ReaderServices) {
  const read = createCookieReader(services);
  return async (request: FastifyRequest, coachId = request.headers[COACH_HEADER]): Promise<Actor | null> => {
    const found = await read(request.headers.cookie, typeof coachId === 'string' ? coachId : undefined);
    const meant = request.headers[USER_HEADER];
    if (!found || (meant !== undefined && meant !== found.userId)) return null;
    Object.assign(request.event, { userId: found.userId, role: found.role });
    return found;
  };
}
