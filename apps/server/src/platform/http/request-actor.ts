import type { FastifyRequest } from 'fastify';
import { resolveActor } from '../../features/identity/identity.service.ts';
import type { Services } from '../../services.ts';
import type { Actor } from '../auth/actor.ts';
import { readSessionToken, sessionCookieKey, sessionCookieName } from './session-cookie.ts';

/** Tells who sent a request: the person of its session cookie, null without a live session. */
export function createActorReader({ identity, env, secret }: Pick<Services, 'identity' | 'env' | 'secret'>) {
  const name = sessionCookieName(env.appUrl);
  const key = sessionCookieKey(secret);
  return async (request: FastifyRequest): Promise<Actor | null> => {
    const token = readSessionToken(request.headers.cookie, name, key);
    if (!token) return null;
    const found = await resolveActor(identity, token);
    if (found) Object.assign(request.event, { userId: found.userId, role: found.role });
    return found;
  };
}
