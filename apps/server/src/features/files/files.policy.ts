import { ORPCError } from '@orpc/server';
import { requireActor, requireClient, requireCoach } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { systemScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';

/** The system's own work: what nobody uses goes. */
export const sweepScope = systemScope.files;

/**
 * The coach of the tenant, or a client in it. Which files they see is for the database to say.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireReader(actor: Actor | null, coachId: string): CoachScope | ClientScope {
  const person = requireActor(actor);
  if (person.role !== 'Client') return requireCoach(person, coachId).scope;
  if (person.relationship?.coachId !== coachId) {
    throw new ORPCError('NOT_FOUND', { message: 'We could not find that.' });
  }
  return requireClient(person).scope;
}
