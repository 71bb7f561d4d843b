import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds coaches whose clients are due for a score, and compares models with what happened on the whole platform. */
export const scoringScope = systemScope.scoring;

/** Scope of one coach, for storing scores. */
export const scorerScopeOf = mintCoachScope;
/** Finds coaches whose day begins. */
export const morningsScope = systemScope.metrics;

/** Scope of one coach, for the daily check of their clients. */
export const noticesScopeOf = mintCoachScope;
