import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds coaches with clients to remind, across tenants. */
export const remindersScope = systemScope.checkins;

/** Clients are reminded in the scope of their coach. */
export const reminderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
