import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. One row a day in the coach's time zone. Past days change only for late data. */
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
    /** Null without prospects. */
    conversionRate: integer('conversion_rate'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.date] }),
    allow('pipeline_metrics_coach', 'all', isCoachOfTenant),
  ],
);
