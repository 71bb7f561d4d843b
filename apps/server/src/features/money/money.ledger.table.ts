import { LEDGER_KINDS, LEDGER_SOURCES, type LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Sum of one kind and currency in a month. */
export type LedgerSum = { currency: string; kind: LedgerKind; cents: number };

/**
 * Tenant, coach only. The months of the books. Writers of entries increment the `version` of their months in the same
 * transaction. A job computes `sums`, which are valid while `summedVersion` equals `version`, and null before the first
 * run.
 */
export const ledgerMonths = pgTable(
  'ledger_months',
  {
    coachId: coachId().references(() => coaches.id),
    /** The first day. */
    month: date('month', { mode: 'string' }).notNull(),
    version: integer('version').notNull().default(1),
    summedVersion: integer('summed_version'),
    sums: jsonb('sums').$type<LedgerSum[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.month] }),
    check('ledger_months_sums_check', sql.raw('(sums is null) = (summed_version is null)')),
    index('ledger_months_stale_index').on(table.coachId).where(sql`summed_version is distinct from version`),
    allow('ledger_months_coach', 'all', isCoachOfTenant),
    allow('ledger_months_system', 'select', isSystem('money')),
  ],
);

/**
 * Tenant, coach only. The coach's books: every figure about money is a sum of these rows. Amounts are positive and in
 * the smallest unit of their currency; `kind` is their direction. `sourceId` is the payment, refund, recurring expense
 * or import that the entry came from.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
    category: text('category').notNull(),
    clientId: uuid('client_id'),
    note: text('note').notNull().default(''),
    source: text('source', { enum: LEDGER_SOURCES }).notNull().default('manual'),
    sourceId: uuid('source_id'),
    /** Recipient of an expense. */
    payee: text('payee').notNull().default(''),
    /** Receipt of an expense: a file with the purpose `receipt`. */
    receiptId: uuid('receipt_id'),
    /**
     * Identifies a row of an import or a day of a recurring expense, so that it is added once; null for typed entries.
     */
    originKey: text('origin_key'),
    /** Grows with every edit. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    /** First day of the month of `occurredOn`. */
    month: date('month', { mode: 'string' })
      .notNull()
      .generatedAlwaysAs(sql`occurred_on - (extract(day from occurred_on)::integer - 1)`),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    // Every entry needs its month, so none can be missing from the sums.
    foreignKey({
      name: 'ledger_entries_month_fk',
      columns: [table.coachId, table.month],
      foreignColumns: [ledgerMonths.coachId, ledgerMonths.month],
    }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    unique('ledger_entries_origin_key').on(table.coachId, table.originKey),
    oneOf('ledger_entries_kind_check', 'kind', LEDGER_KINDS),
    oneOf('ledger_entries_source_check', 'source', LEDGER_SOURCES),
    check('ledger_entries_amount_check', sql.raw('amount_cents > 0')),
    index('ledger_entries_day_index').on(table.coachId, table.occurredOn),
    index('ledger_entries_month_index').on(table.coachId, table.month),
    index('ledger_entries_source_index').on(table.coachId, table.sourceId).where(sql`source_id is not null`),
    allow('ledger_entries_coach', 'all', isCoachOfTenant),
  ],
);
