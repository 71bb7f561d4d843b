import { mintCoachScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Scope of the job that assigns the program chosen at the invitation. */
export const starterScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
