import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds coaches with flows, and runs that are due, across tenants. */
export const dueFlowsScope = systemScope.flows;

/** Scope of a coach, for running their flows. Take the id from the row that is due. */
export const flowRunnerScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
