import { ORPCError } from '@orpc/server';
import type { Actor } from '../../platform/auth/actor.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { type CurrentClient, requireActor, requireClient, requireCoach } from '../identity/identity.policy.ts';

type Place = { coachId: string; clientId: string };

/** @throws NOT_FOUND for anybody else's. */
export function requireOwnOnboarding({ scope }: CurrentClient, { coachId, clientId }: Place): ClientScope {
  if (scope.coachId !== coachId || scope.clientId !== clientId) {
    throw new ORPCError('NOT_FOUND', { message: 'We could not find that.' });
  }
  return scope;
}

/**
 * The client themselves, or their coach who fills it in with them. Whether a coach has such a client is for the database
 * to say.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireOnboarding(actor: Actor | null, place: Place): CoachScope | ClientScope {
  const person = requireActor(actor);
  if (person.role !== 'Client') return requireCoach(person, place.coachId).scope;
  return requireOwnOnboarding(requireClient(person), place);
}
