import type { Program } from '@stridewell/contract/programs/programs';
import { DRAFT_SOURCES } from '@stridewell/contract/programs/programs';
import type { MovedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { sql } from 'drizzle-orm';
import { boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, isCoachOfTenant, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. Templates of a coach. The columns before `content` copy parts of it, so that lists read no content. */
export const programs = pgTable(
  'programs',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    frequency: integer('frequency').notNull(),
    split: text('split').notNull(),
    weeks: integer('weeks').notNull(),
    content: jsonb('content').$type<Program>().notNull(),
    folder: text('folder').notNull(),
    tags: text('tags').array().notNull(),
    version: integer('version').notNull().default(1),
    /** Whether the planner drafted it. */
    generated: boolean('generated').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.id] }), allow('programs_coach', 'all', isCoachOfTenant)],
);

/** Tenant. Versions of a template, at most one for every ten minutes of work, which began at `started_at`. */
export const programVersions = pgTable(
  'program_versions',
  {
    coachId: coachId(),
    programId: uuid('program_id').notNull(),
    version: integer('version').notNull(),
    content: jsonb('content').$type<Program>().notNull(),
    startedAt: instant('started_at').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.programId, table.version] }),
    foreignKey({
      columns: [table.coachId, table.programId],
      foreignColumns: [programs.coachId, programs.id],
    }).onDelete('cascade'),
    allow('program_versions_coach', 'all', isCoachOfTenant),
  ],
);

/**
 * Tenant. Past, current and future programs of clients; a client's programs do not overlap. `template` is the
 * template's content at the assignment or the last push, the base of a merge. `program_id` is text, because built-in
 * templates have words as ids. `drafts` numbers the drafts, and `published_draft` is the last published one. `moved`
 * has the dates of moved days by their keys.
 */
export const clientPrograms = pgTable(
  'client_programs',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    programId: text('program_id'),
    name: text('name').notNull(),
    template: jsonb('template').$type<Program>().notNull(),
    content: jsonb('content').$type<Program>().notNull(),
    version: integer('version').notNull().default(1),
    /** Whether the planner drafted the template or a published change. */
    generated: boolean('generated').notNull().default(false),
    startDay: date('start_day', { mode: 'string' }).notNull(),
    endDay: date('end_day', { mode: 'string' }).notNull(),
    weekdays: integer('weekdays').array().notNull(),
    moved: jsonb('moved').$type<MovedDays>().notNull().default({}),
    /** The contract's `datedDays`, so that figures of many clients read no content. */
    trainingDays: jsonb('training_days')
      .$type<{ day: string; key: string }[]>()
      .generatedAlwaysAs(sql`dated_days(content, start_day, weekdays, moved)`),
    assignedAt: instant('assigned_at').notNull(),
    drafts: integer('drafts').notNull().default(0),
    publishedDraft: integer('published_draft'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_programs_client_index').on(table.coachId, table.clientId, table.startDay),
    index('client_programs_template_index').on(table.coachId, table.programId, table.endDay),
    allow('client_programs_coach', 'all', isCoachOfRow),
    allow('client_programs_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. Unpublished changes of a client's program, in a separate table because clients can read their programs. */
export const clientProgramDrafts = pgTable(
  'client_program_drafts',
  {
    coachId: coachId(),
    clientProgramId: uuid('client_program_id').notNull(),
    content: jsonb('content').$type<Program>().notNull(),
    source: text('source', { enum: DRAFT_SOURCES }).notNull(),
    version: integer('version').notNull(),
    /** The version of the client's program that the draft changes. */
    basedOn: integer('based_on').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientProgramId] }),
    foreignKey({
      name: 'client_program_drafts_program_fk',
      columns: [table.coachId, table.clientProgramId],
      foreignColumns: [clientPrograms.coachId, clientPrograms.id],
    }).onDelete('cascade'),
    oneOf('client_program_drafts_source_check', 'source', DRAFT_SOURCES),
    allow('client_program_drafts_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, append-only. The plan history of a client. `changes` are sentences. */
export const planChanges = pgTable(
  'plan_changes',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    at: instant('at').notNull(),
    programName: text('program_name').notNull(),
    changes: text('changes').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('plan_changes_client_index').on(table.coachId, table.clientId, table.at, table.id),
    allow('plan_changes_coach_read', 'select', isCoachOfRow),
    allow('plan_changes_coach_write', 'insert', isCoachOfTenant),
    allow('plan_changes_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);
