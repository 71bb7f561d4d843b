import { systemScope } from '../../core/tenancy/mint.ts';

/** Writes a coach's business settings to the directory, which the coach's scope can only read. */
export const directoryScope = systemScope.identity;
