import { HABIT_KINDS } from '@stridewell/contract/habits/habits.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isClientOfTenant,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. The coach's list. A deleted habit stays for the past days of clients. */
export const habits = pgTable(
  'habits',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: HABIT_KINDS }).notNull(),
    unit: text('unit').notNull(),
    goal: numeric('goal', { precision: 9, scale: 2, mode: 'number' }),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    index('habits_name_index').on(table.coachId, table.name),
    oneOf('habits_kind_check', 'kind', HABIT_KINDS),
    check('habits_goal_check', sql.raw('goal > 0')),
    allow('habits_coach', 'all', isCoachOfTenant),
    allow('habits_client_read', 'select', isClientOfTenant(READING_CLIENT)),
  ],
);

/** Tenant. Habits that clients have, or had. */
export const clientHabits = pgTable(
  'client_habits',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    habitId: uuid('habit_id').notNull(),
    daysPerWeek: smallint('days_per_week').notNull(),
    stopped: boolean('stopped').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.habitId] }),
    foreignKey({
      name: 'client_habits_client_fk',
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'client_habits_habit_fk',
      columns: [table.coachId, table.habitId],
      foreignColumns: [habits.coachId, habits.id],
    }),
    index('client_habits_habit_index').on(table.coachId, table.habitId),
    check('client_habits_days_check', sql.raw('days_per_week between 1 and 7')),
    allow('client_habits_coach', 'all', isCoachOfRow),
    allow('client_habits_client_read', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. What a client did on a day, in the unit of the habit. A cleared day has no row. */
export const habitDays = pgTable(
  'habit_days',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    habitId: uuid('habit_id').notNull(),
    value: numeric('value', { precision: 9, scale: 2, mode: 'number' }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.day, table.habitId] }),
    foreignKey({
      name: 'habit_days_habit_fk',
      columns: [table.coachId, table.clientId, table.habitId],
      foreignColumns: [clientHabits.coachId, clientHabits.clientId, clientHabits.habitId],
    }).onDelete('cascade'),
    check('habit_days_value_check', sql.raw('value between 0 and 1000000')),
    allow('habit_days_coach', 'select', isCoachOfRow),
    allow('habit_days_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('habit_days_client_write', 'all', isClientOfRow(WRITING_CLIENT)),
  ],
);
