import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds the coaches whose day ends. */
export const endingDaysScope = systemScope.metrics;

/** Stores the figures in the name of one coach. */
export const figuresScopeOf = mintCoachScope;
