import type { ExerciseInput } from '@stridewell/contract/exercises';
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { isClientOfTenant, isCoachOfTenant, WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import { coachId, createdAt } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. A coach's own exercises, and what the coach changed about built-in ones. `exercise` is null for a built-in
 * exercise that is hidden and otherwise unchanged.
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
