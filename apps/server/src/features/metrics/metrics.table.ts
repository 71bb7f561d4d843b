import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. One row a day in the coach's time zone; past days never change. */
export const clientMetrics = pgTable(
  'client_metrics',
  {
    coachId: coachId().references(() => coaches.id),
    date: date('date', { mode: 'string' }).notNull(),
    totalActiveClients: integer('total_active_clients').notNull(),
    clientsOnTrack: integer('clients_on_track').notNull(),
    workoutAdherence: integer('workout_adherence'),
    mostConsistentClientName: text('most_consistent_client_name'),
    mostConsistentClientStreak: integer('most_consistent_client_streak').notNull(),
    clientsChange: integer('clients_change').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.date] }),
    allow('client_metrics_coach', 'all', isCoachOfTenant),
  ],
);

export const pipelineMetrics = pgTable(
  'pipeline_metrics',
  {
    coachId: coachId().references(() => coaches.id),
    date: date('date', { mode: 'string' }).notNull(),
    leads: integer('leads').notNull(),
    trials: integer('trials').notNull(),
    paidClients: integer('paid_clients').notNull(),
    conversionRate: integer('conversion_rate').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.date] }),
    allow('pipeline_metrics_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. Amounts are positive cents of the coach's currency; `kind` is their direction. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
    category: text('category').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('ledger_entries_kind_check', 'kind', ['revenue', 'expense']),
    check('ledger_entries_amount_check', sql.raw('amount_cents > 0')),
    index('ledger_entries_day_index').on(table.coachId, table.occurredOn),
    allow('ledger_entries_coach', 'all', isCoachOfTenant),
  ],
);
