import type { ExerciseInput } from '@stridewell/contract/exercises/exercises';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches, users } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfTenant,
  isCoachOfTenant,
  isOperator,
  isSignedIn,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. A coach's own exercises, and the coach's changes of built-in ones. `exercise` is null for a built-in exercise
 * that is hidden and otherwise unchanged.
 */
export const coachExercises = pgTable(
  'coach_exercises',
  {
    coachId: coachId().references(() => coaches.id),
    id: text('id').notNull(),
    exercise: jsonb('exercise').$type<ExerciseInput>(),
    hidden: boolean('hidden').notNull().default(false),
    version: integer('version').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    allow('coach_exercises_coach', 'all', isCoachOfTenant),
    // Clients swap exercises of their workouts.
    allow('coach_exercises_client', 'select', isClientOfTenant(WRITING_CLIENT)),
  ],
);

/**
 * Directory. Exercises that operators have added for all coaches, and built-in ones that they have changed. `exercise`
 * is null for a built-in exercise that is hidden or was restored. Rows are kept, so that versions never start over.
 */
export const curatedExercises = pgTable(
  'curated_exercises',
  {
    id: text('id').primaryKey(),
    exercise: jsonb('exercise').$type<ExerciseInput>(),
    hidden: boolean('hidden').notNull(),
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  () => [allow('curated_exercises_operator', 'all', isOperator), allow('curated_exercises_read', 'select', isSignedIn)],
);
