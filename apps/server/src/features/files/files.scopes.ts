import { refuse } from '../../core/refusals.ts';
import { requireActor, requireClient, requireCoach } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { systemScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';

/** Finds and deletes unused files of all coaches. */
export const sweepScope = systemScope.files;

/**
 * The coach of the tenant, or one of its clients. Row-level security decides which files they can read.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireReader(actor: Actor | null, coachId: string): CoachScope | ClientScope {
  const person = requireActor(actor);
  if (person.role !== 'Client') return requireCoach(person, coachId).scope;
  if (person.relationship?.coachId !== coachId) throw refuse('NOT_FOUND');
  return requireClient(person).scope;
}
