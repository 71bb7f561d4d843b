import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';
import { allow, isSystem } from '../db/policies.ts';

/** Platform. Counters of fixed windows. The key is a digest, so that no IP or email address is stored. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetAt: instant('reset_at').notNull(),
  },
  (table) => [
    index('rate_limits_reset_index').on(table.resetAt),
    allow('rate_limits_limiter', 'all', isSystem('limiter')),
  ],
);
