import { systemScope } from '../../core/tenancy/mint.ts';

/** Measures what operators are alerted about. */
export const alertScope = systemScope.jobs;
