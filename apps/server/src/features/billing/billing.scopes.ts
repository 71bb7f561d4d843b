import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Work on purchases and plan records, which no person's scope may write. */
export const billingScope = systemScope.billing;

/** Counts the seats of a coach for the bill. */
export const seatsScope = (coachId: string): CoachScope => mintCoachScope(coachId);
