import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import { users } from '../people/people.table.ts';
import { isOperator } from '../tenancy/policies.ts';

/** Platform. Operators' settings: one row for each section that differs from its defaults. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    section: text('section').primaryKey(),
    value: jsonb('value').$type<object>().notNull(),
    /** Grows with every change. A change states the version it is based on. */
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  () => [
    allow('platform_settings_operator', 'all', isOperator),
    allow('platform_settings_read', 'select', isSystem('settings')),
  ],
);
