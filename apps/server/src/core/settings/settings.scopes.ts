import { systemScope } from '../tenancy/mint.ts';

/** Reads the settings of the platform for every request. */
export const settingsScope = systemScope.settings;
