import { integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';
import { allow, isSystem } from '../db/policies.ts';

/** Platform. API requests of all processes by minute, and how many were answered with 500 or above. */
export const requestMinutes = pgTable(
  'request_minutes',
  {
    minute: instant('minute').primaryKey(),
    requests: integer('requests').notNull(),
    failures: integer('failures').notNull(),
  },
  () => [allow('request_minutes_requests', 'all', isSystem('requests'))],
);
