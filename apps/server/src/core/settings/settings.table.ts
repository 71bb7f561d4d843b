import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import { users } from '../people/people.table.ts';
import { isOperator } from '../tenancy/policies.ts';

/** Platform. What operators have set, one row for each section that differs from its defaults. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    section: text('section').primaryKey(),
    value: jsonb('value').$type<object>().notNull(),
    /** Counts the changes, so that a change names the one that it was made on. */
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  () => [
    allow('platform_settings_operator', 'all', isOperator),
    allow('platform_settings_read', 'select', isSystem('settings')),
  ],
);
