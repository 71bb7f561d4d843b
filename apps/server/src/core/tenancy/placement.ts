/** Directory tables, which rows of every tenant refer to. On a cluster each machine has a copy. */
export const REFERENCE_TABLES = ['users', 'user_roles', 'preferences', 'coaches', 'clients', 'coachings'] as const;

/** The column that says whose tenant a row is in. Keys of tenant tables begin with it. */
export const TENANT_KEY = 'coach_id';
