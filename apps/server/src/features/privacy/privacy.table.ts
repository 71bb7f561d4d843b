import { EXPORT_STATUSES } from '@stridewell/contract/privacy/privacy.rules';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isOperator, isOwner, scopeUser } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';

/** `removed` once the account is deleted. */
const STATUSES = [...EXPORT_STATUSES, 'removed'] as const;

const isPerson = `${scopeRole} = 'user' and ${isOwner}`;

/**
 * Personal. Copies of a person's data. The archive is in the store, in the folder `exports/<id>/<attempt>`, and the row
 * is created before it. There is no foreign key to the person, because the row must outlive the account until the
 * archive is deleted.
 */
export const accountExports = pgTable(
  'account_exports',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    /** The person, or the operator who requested it for them. */
    askedBy: uuid('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    status: text('status', { enum: STATUSES }).notNull().default('waiting'),
    /** Number of tries. Each writes to a separate folder, and only the last one may finish. */
    attempt: integer('attempt').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** When a waiting copy counts as failed, a ready one expires, and any other is deleted. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('account_exports_open_index').on(table.userId).where(sql`status in ('waiting', 'ready')`),
    index('account_exports_newest_index').on(table.userId, table.askedAt),
    index('account_exports_due_index').on(table.dueAt, table.id),
    oneOf('account_exports_status_check', 'status', STATUSES),
    // Operators see that a copy exists. Only the person can read it.
    allow('account_exports_read', 'select', `${isPerson} or ${isOperator}`),
    allow(
      'account_exports_ask',
      'insert',
      `(${isPerson} or ${isOperator}) and asked_by = ${scopeUser} and status = 'waiting'`,
    ),
    allow('account_exports_system', 'all', isSystem('privacy')),
  ],
);
