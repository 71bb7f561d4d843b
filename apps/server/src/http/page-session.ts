import { setTimeout as delay } from 'node:timers/promises';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { FastifyRequest } from 'fastify';
import { isExtensionDue } from '../core/auth/auth.ts';
import type { Services } from '../core/services.ts';
import { createOpeningReader } from '../core/tenancy/request-actor.ts';
import { coachingsAt, toSession } from '../features/identity/identity.service.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';

/** The caller of a page, as `identity.getSession` would answer. */
export type PageSession = {
  session: CurrentSession | null;
  /** The app asks for the session soon, which extends it and renews its cookie. */
  isDue: boolean;
};

/** The page needs no database, so it waits for a slow one no longer than this. */
const PATIENCE_MS = 1000;

export type PageSessionReader = (
  request: Pick<FastifyRequest, 'headers' | 'event' | 'id' | 'hostedCoach'>,
) => Promise<PageSession | 'elsewhere' | undefined>;

/**
 * Reads what a page tells the app about its caller, in one statement, and in none for visitors. Undefined where the app
 * has to ask: only the auth library clears the cookie of an ended session, and texts are withheld from operators who
 * view as a coach, and only the choice of a coach's domain says which coach of several it is about. `elsewhere`: the
 * session is of no client of the coach whose domain this is.
 */
export function createPageSessionReader(services: Services): PageSessionReader {
  const { env, log, now } = services;
  const cookieName = `${sessionCookieName(env.appUrl)}=`;
  const readOpening = createOpeningReader(services);
  return async ({ headers: { cookie }, event, id, hostedCoach }) => {
    if (!cookie?.includes(cookieName)) return { session: null, isDue: false };
    try {
      const opening = await Promise.race([readOpening(cookie), delay(PATIENCE_MS, null, { ref: false })]);
      if (!opening || opening.actor.viewing) return undefined;
      const { actor, facts } = opening;
      if (hostedCoach && (actor.role !== 'Client' || coachingsAt(hostedCoach, facts.coachings).length === 0))
        return 'elsewhere';
      if (hostedCoach && actor.relationship?.coachId !== hostedCoach.coachId) return undefined;
      Object.assign(event, { userId: actor.userId, role: actor.role });
      const session = await toSession(services, actor, facts, hostedCoach);
      return { session, isDue: isExtensionDue(actor.expiresAt, now()) };
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error, requestId: id }, 'a page was sent without its session');
      return undefined;
    }
  };
}
