import { systemScope } from '../tenancy/mint.ts';

/** Adds to the platform's model spending. */
export const spendingScope = systemScope.models;
