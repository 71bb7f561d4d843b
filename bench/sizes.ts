import type { LargeSizes } from '../apps/server/seed/large.ts';

/** A database with few coaches, for measuring ratios and counts. */
export const FEW: LargeSizes = { coaches: 10, clientsPerCoach: 10, days: 60 };
