import { mintCoachScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** A job assigns what the coach chose for a client at the invitation. */
export const starterScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
