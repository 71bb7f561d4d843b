import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds coaches, and adds up their counts. */
export const poolScope = systemScope.scoring;

/** Scope of one coach, for counting their comparisons. */
export const counterScopeOf = mintCoachScope;
