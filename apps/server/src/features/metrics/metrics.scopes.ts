import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds coaches whose day ends. */
export const endingDaysScope = systemScope.metrics;

/** Scope of one coach, for storing figures. */
export const figuresScopeOf = mintCoachScope;
