import { systemScope } from '../tenancy/mint.ts';

/** Adds to what models cost the platform. */
export const spendingScope = systemScope.models;
