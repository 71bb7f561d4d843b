import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds clients who are due for a review, across tenants. */
export const reviewsScope = systemScope.adjustments;

/**
 * Adjustments run in the scope of the coach, whose guardrails decide, even when the client requests them. Take the ids
 * from the relationship row.
 */
export const adjusterScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
