import { sql } from 'drizzle-orm';
import { date, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coachId, instant } from '../../platform/db/columns.ts';
import { allow, isClientOfRow, isCoachOfRow, READING_CLIENT, WRITING_CLIENT } from '../../platform/db/policies.ts';
import { relationships } from '../clients/clients.table.ts';

/** Tenant. Weight in kg, adherence in percent, energy 1 to 5, sleep in hours a night; `day` in the coach's zone. */
export const checkIns = pgTable(
  'check_ins',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    weightKg: numeric('weight_kg', { precision: 5, scale: 2, mode: 'number' }),
    adherence: integer('adherence').notNull(),
    energy: integer('energy').notNull(),
    sleepHours: numeric('sleep_hours', { precision: 4, scale: 2, mode: 'number' }),
    note: text('note').notNull().default(''),
    submittedAt: instant('submitted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    index('check_ins_client_index').on(table.coachId, table.clientId, table.submittedAt, table.id),
    allow('check_ins_coach', 'all', isCoachOfRow),
    allow('check_ins_client_read', 'select', isClientOfRow('check_ins', READING_CLIENT)),
    allow('check_ins_client_write', 'insert', isClientOfRow('check_ins', WRITING_CLIENT)),
  ],
);

/** Numbers of the check-in periods of the relationship at hand that have a check-in, as `checkInPeriod` counts them. */
export const donePeriods = sql<number[]>`array(
  select distinct greatest(0, (c.day - client_coach_relationships.check_in_anchor)
    / client_coach_relationships.check_in_interval_days)
  from ${checkIns} c where c.coach_id = client_coach_relationships.coach_id
    and c.client_id = client_coach_relationships.client_id)`;
