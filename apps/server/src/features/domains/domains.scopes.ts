import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds the coach of a host, and the domains that are due for a check. */
export const domainsScope = systemScope.domains;

/** Scope of the coach who has a domain. Take the id from its row. */
export const holderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
