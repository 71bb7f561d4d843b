import { SET_KINDS } from '@stridewell/contract/programs/programs.rules';
import type { WorkoutHead } from '@stridewell/contract/workouts/workouts';
import { HISTORY_SOURCES } from '@stridewell/contract/workouts/workouts.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  FORMER_CLIENT,
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. Workouts that clients logged. The client's devices create the ids. The columns from `day` to `pains` are
 * derived from the head and the sets, so that lists and figures read neither.
 */
export const workoutLogs = pgTable(
  'workout_logs',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    id: text('id').notNull(),
    /** Identifies the workout where a UUID is required: in events and cursors. */
    subjectId: uuid('subject_id').notNull(),
    head: jsonb('head').$type<WorkoutHead>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    clientProgramId: uuid('client_program_id'),
    dayKey: text('day_key'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    deleted: boolean('deleted').notNull(),
    sets: integer('sets').notNull(),
    volumeKg: doublePrecision('volume_kg').notNull(),
    records: integer('records').notNull(),
    swaps: integer('swaps').notNull().default(0),
    importedFrom: text('imported_from', { enum: HISTORY_SOURCES }),
    pains: integer('pains').notNull(),
    /** When its end was recorded as an event, which happens once. */
    completedAt: instant('completed_at'),
    changedAt: instant('changed_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.id] }),
    relationshipKey(table),
    uniqueIndex('workout_logs_subject_index').on(table.coachId, table.subjectId),
    index('workout_logs_order_index').on(table.coachId, table.clientId, table.startedAt, table.subjectId),
    index('workout_logs_day_index').on(table.coachId, table.clientId, table.day),
    index('workout_logs_done_index')
      .on(table.coachId, table.clientId, table.clientProgramId, table.dayKey)
      .where(sql`finished_at is not null and not deleted`),
    oneOf('workout_logs_import_check', 'imported_from', HISTORY_SOURCES),
    allow('workout_logs_coach', 'select', isCoachOfRow),
    allow('workout_logs_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('workout_logs_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('workout_logs_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
    // Former clients can withdraw their consent too, and with it their pain flags.
    allow(
      'workout_logs_former_client',
      'update',
      isClientOfRow(FORMER_CLIENT),
      `${isClientOfRow(FORMER_CLIENT)} and pains = 0`,
    ),
  ],
);

/**
 * Tenant. The sets of workouts. Floating point keeps the numbers exactly as the device sent them, so that equal sets
 * are recognised. The columns from `day` on are derived from head and set, for the history of an exercise.
 */
export const workoutSets = pgTable(
  'workout_sets',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    logId: text('log_id').notNull(),
    id: text('id').notNull(),
    exerciseKey: text('exercise_key').notNull(),
    position: integer('position').notNull(),
    kind: text('kind', { enum: SET_KINDS }).notNull(),
    weightKg: doublePrecision('weight_kg'),
    reps: integer('reps'),
    seconds: doublePrecision('seconds'),
    metres: doublePrecision('metres'),
    rir: doublePrecision('rir'),
    note: text('note').notNull(),
    done: boolean('done').notNull(),
    deleted: boolean('deleted').notNull(),
    changedAt: instant('changed_at').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    exerciseId: text('exercise_id'),
    exerciseName: text('exercise_name').notNull(),
    /** The contract's `exerciseRef`; empty when the head no longer has the exercise. */
    exercise: text('exercise').notNull(),
    oneRepMaxKg: doublePrecision('one_rep_max_kg'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.logId, table.id] }),
    foreignKey({
      name: 'workout_sets_log_fk',
      columns: [table.coachId, table.clientId, table.logId],
      foreignColumns: [workoutLogs.coachId, workoutLogs.clientId, workoutLogs.id],
    }).onDelete('cascade'),
    index('workout_sets_exercise_index').on(table.coachId, table.clientId, table.exercise, table.day),
    oneOf('workout_sets_kind_check', 'kind', SET_KINDS),
    allow('workout_sets_coach', 'select', isCoachOfRow),
    allow('workout_sets_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('workout_sets_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('workout_sets_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant, append-only. The coach's comments on a workout, or on one of its sets. */
export const workoutComments = pgTable(
  'workout_comments',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    logId: text('log_id').notNull(),
    setId: text('set_id'),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'workout_comments_log_fk',
      columns: [table.coachId, table.clientId, table.logId],
      foreignColumns: [workoutLogs.coachId, workoutLogs.clientId, workoutLogs.id],
    }).onDelete('cascade'),
    index('workout_comments_log_index').on(table.coachId, table.clientId, table.logId, table.createdAt),
    allow('workout_comments_coach_read', 'select', isCoachOfRow),
    allow('workout_comments_coach_write', 'insert', isCoachOfTenant),
    allow('workout_comments_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);
