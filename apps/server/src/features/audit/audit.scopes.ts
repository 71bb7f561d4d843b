import { systemScope } from '../../core/tenancy/mint.ts';

/** Reads all chains, to verify them. */
export const verifyScope = systemScope.audit;
