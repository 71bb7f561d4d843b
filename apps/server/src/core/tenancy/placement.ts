import type { SQLWrapper } from 'drizzle-orm';

/** Directory tables, which rows of every tenant reference. On a cluster, each machine has a copy. */
export const REFERENCE_TABLES = [
  'users',
  'user_roles',
  'preferences',
  'coaches',
  'clients',
  'coachings',
  'current_coaches',
  'lead_forms',
] as const;

/** The tenant column. Keys of tenant tables begin with it. */
export const TENANT_KEY = 'coach_id';

/** Where the tables of the product are on a cluster. */
export const PLACEMENT = { key: TENANT_KEY, reference: REFERENCE_TABLES };

/**
 * The coach of a statement, as a value. Every subquery names it: a cluster chooses the machine before it runs the
 * statement, so the key of an outer row comes too late.
 */
export type CoachKey = SQLWrapper | string;
