import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds connections that are due, across tenants. */
export const dueConnectionsScope = systemScope.crm;

/** Scope of a coach, for their sync. Take the id from a row or a job. */
export const syncScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
