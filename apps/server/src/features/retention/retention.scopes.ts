import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds coaches whose day begins. */
export const morningsScope = systemScope.metrics;

/** Scope of one coach, for the daily check of their clients. */
export const noticesScopeOf = mintCoachScope;
