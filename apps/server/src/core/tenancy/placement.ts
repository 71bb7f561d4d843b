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
  'coach_brands',
  'coach_domains',
  'coach_senders',
] as const;

/** Where the tables of the product are on a cluster. Keys of tenant tables begin with `key`. */
export const PLACEMENT = { key: 'coach_id', reference: REFERENCE_TABLES };

/**
 * The coach of a statement, as a value. Every subquery names it: a cluster chooses the machine before it runs the
 * statement, so the key of an outer row comes too late.
 */
export type CoachKey = SQLWrapper | string;
