import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds clients whose target is due for a review, across tenants. */
export const dueTargetsScope = systemScope.targets;

/** Scope of a coach, for reviewing targets. Take the id from the row that is due. */
export const targetReviewerScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
