import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds coaches whose day is a Monday. */
export const mondaysScope = systemScope.metrics;

/** Scope of one coach, for their mail of Monday. */
export const digestScopeOf = mintCoachScope;
