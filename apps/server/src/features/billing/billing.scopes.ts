import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Scope for purchases and plan records, which no person's scope may write. */
export const billingScope = systemScope.billing;

/** Scope for counting a coach's seats for the bill. */
export const seatsScope = (coachId: string): CoachScope => mintCoachScope(coachId);
