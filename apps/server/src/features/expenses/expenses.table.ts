import { FREQUENCIES } from '@stridewell/contract/expenses/expenses.rules';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Tenant, coach only. Recurring expenses. A job adds their entries to the books. `nextOn` is the first day that was not
 * added yet; null while paused and after the end.
 */
export const recurringExpenses = pgTable(
  'recurring_expenses',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    payee: text('payee').notNull(),
    category: text('category').notNull(),
    note: text('note').notNull(),
    frequency: text('frequency', { enum: FREQUENCIES }).notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }),
    nextOn: date('next_on', { mode: 'string' }),
    paused: boolean('paused').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('recurring_expenses_frequency_check', 'frequency', FREQUENCIES),
    check('recurring_expenses_amount_check', sql.raw('amount_cents > 0')),
    index('recurring_expenses_due_index').on(table.nextOn).where(sql`next_on is not null`),
    allow('recurring_expenses_coach', 'all', isCoachOfTenant),
    allow('recurring_expenses_system', 'select', isSystem('expenses')),
  ],
);
