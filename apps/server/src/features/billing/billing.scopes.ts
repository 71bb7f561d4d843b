import { isCoachRole } from '@stridewell/contract/people.rules';
import { refuse } from '../../core/refusals.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Scope for purchases and plan records, which no person's scope may write. */
export const billingScope = systemScope.billing;

/** Scope for counting a coach's seats for the bill. */
export const seatsScope = (coachId: string): CoachScope => mintCoachScope(coachId);

/**
 * A coach in any status, for their own subscription.
 * @throws UNAUTHORIZED, FORBIDDEN for another role
 */
export function requireSubscriber(actor: Actor | null, message = 'Auth session missing!'): Actor {
  if (!actor) throw refuse('UNAUTHORIZED', { message });
  if (!isCoachRole(actor.role)) throw refuse('FORBIDDEN', { message: 'Plans are for coaches.' });
  return actor;
}
