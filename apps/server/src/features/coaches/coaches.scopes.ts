import { systemScope } from '../../core/tenancy/mint.ts';

/** Writes what a coach decides about the own business to the directory, which the scope of a coach only reads. */
export const directoryScope = systemScope.identity;
