import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds old questions of all coaches, and deletes those of operators. */
export const assistantScope = systemScope.assistant;

/** Scope of a coach, for deleting old questions. Take the id from such a question. */
export const forgettingScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
