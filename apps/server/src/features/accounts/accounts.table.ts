import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../core/people/people.table.ts';
import { isOperator, scopeUser } from '../../core/tenancy/policies.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Directory. Operators who are viewing as another person. `resolve_session` reads it with each request, so a view ends
 * as soon as its row is deleted, its time is over, or the operator loses the right.
 */
export const accountViews = pgTable(
  'account_views',
  {
    /** The operator's session, which has at most one view. */
    sessionId: uuid('session_id').primaryKey(),
    id: uuid('id').notNull(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedId: uuid('viewed_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('account_views_operator_index').on(table.operatorId),
    index('account_views_viewed_index').on(table.viewedId),
    allow('account_views_operator', 'all', `${isOperator} and operator_id = ${scopeUser}`),
    allow('account_views_read', 'select', isSystem('identity')),
    allow('account_views_end', 'delete', isSystem('identity')),
  ],
);

/** Personal. Accounts to delete at the person's request, after a waiting time in which the request can be canceled. */
export const accountErasures = pgTable(
  'account_erasures',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    index('account_erasures_due_index').on(table.dueAt),
    allow('account_erasures_read', 'select', `${isOperator} or ${isSystem('identity')}`),
    allow('account_erasures_ask', 'insert', isOperator),
    allow('account_erasures_end', 'delete', `${isOperator} or ${isSystem('identity')}`),
  ],
);
