import { systemScope } from '../../core/tenancy/mint.ts';

/** Scope for checking the operators' alerts. */
export const alertScope = systemScope.jobs;
