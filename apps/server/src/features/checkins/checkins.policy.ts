import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import { requireClient } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';

/** Finds the coaches whose clients are due, across tenants. */
export const remindersScope = systemScope.checkins;

/** Clients are reminded in the scope of their coach. */
export const reminderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);

/**
 * The client in scope, if a draft or check-in for the coach `writtenFor` may still be sent.
 * @throws NOT_FOUND when the client trains with another coach now, FORBIDDEN when the coaching has ended
 */
export function requireWriter(actor: Actor | null, writtenFor: string | undefined): ClientScope {
  const { relationship, scope } = requireClient(actor);
  if (writtenFor !== undefined && writtenFor !== scope.coachId) {
    throw refuse('NOT_FOUND', { message: 'This was written for a coach who is not your current one.' });
  }
  if (!isCurrentStatus(relationship.status)) {
    throw refuse('FORBIDDEN', { message: 'You are not working together at the moment.' });
  }
  return scope;
}
