import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeCoach, scopeUser } from '../../platform/db/policies.ts';
import { users } from '../identity/identity.table.ts';

/** Directory. A coach is a tenant: `id` equals `user_id` and is the `coach_id` of every tenant table. */
export const coaches = pgTable(
  'coaches',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    fullName: text('full_name').notNull(),
    timeZone: text('time_zone').notNull().default('America/Los_Angeles'),
    currency: text('currency').notNull().default('USD'),
    createdAt: createdAt(),
  },
  () => [
    oneOf('coaches_status_check', 'status', ['pending', 'approved', 'active', 'inactive', 'rejected', 'suspended']),
    check('coaches_id_is_user_id', sql.raw('id = user_id')),
    allow('coaches_read', 'select', `id = ${scopeUser} or id = ${scopeCoach}`),
    allow('coaches_identity', 'all', isSystem('identity')),
    allow('coaches_billing', 'all', isSystem('billing')),
    allow('coaches_reminders', 'select', isSystem('checkins')),
  ],
);
