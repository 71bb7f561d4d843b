import type { LargeSizes } from '../apps/server/seed/large.ts';

/** A database of few coaches, which ratios and counts are measured on. */
export const FEW: LargeSizes = { coaches: 10, clientsPerCoach: 10, days: 60 };
