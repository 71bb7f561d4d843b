import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds the clients who are due for a review, across tenants. */
export const reviewsScope = systemScope.adjustments;

/**
 * Days of a client are adjusted in the scope of their coach, whose guardrails decide, also when the client asks for it.
 * Take the ids from the relationship itself.
 */
export const adjusterScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
