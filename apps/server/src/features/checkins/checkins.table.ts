import type { Answers, Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches, users } from '../../core/people/people.table.ts';
import { isFollowed, relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isClientOfTenant,
  isCoachOfRow,
  isCoachOfTenant,
  isOwner,
  READING_CLIENT,
  scopeCoach,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, scopeRole } from '../../platform/db/policies.ts';

/** Tenant. A form of the coach. `version` is the current one. */
export const checkInTemplates = pgTable(
  'check_in_templates',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    archived: boolean('archived').notNull().default(false),
    /** Used for clients without a chosen form. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    uniqueIndex('check_in_templates_default_index').on(table.coachId).where(sql`is_default`),
    check('check_in_templates_default_check', sql.raw('not (is_default and archived)')),
    allow('check_in_templates_coach', 'all', isCoachOfTenant),
    allow('check_in_templates_client', 'select', isClientOfTenant(READING_CLIENT)),
  ],
);

/** Tenant. Versions never change, because old answers are shown with their questions. */
export const checkInTemplateVersions = pgTable(
  'check_in_template_versions',
  {
    coachId: coachId(),
    templateId: uuid('template_id').notNull(),
    version: integer('version').notNull(),
    questions: jsonb('questions').$type<Question[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.templateId, table.version] }),
    foreignKey({
      columns: [table.coachId, table.templateId],
      foreignColumns: [checkInTemplates.coachId, checkInTemplates.id],
    }).onDelete('cascade'),
    allow('check_in_template_versions_coach', 'all', isCoachOfTenant),
    allow('check_in_template_versions_client', 'select', isClientOfTenant(READING_CLIENT)),
  ],
);

/**
 * Tenant. Weight in kg, adherence and nutrition in percent, energy from 1 to 5, sleep in hours a night, if the form
 * asks for them. `day` is in the time zone of the client's schedule. Without a template, it answers the built-in form,
 * and the answers are in these columns.
 */
export const checkIns = pgTable(
  'check_ins',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    weightKg: numeric('weight_kg', { precision: 5, scale: 2, mode: 'number' }),
    adherence: integer('adherence'),
    nutrition: integer('nutrition'),
    energy: integer('energy'),
    sleepHours: numeric('sleep_hours', { precision: 4, scale: 2, mode: 'number' }),
    note: text('note').notNull().default(''),
    submittedAt: instant('submitted_at').notNull(),
    templateId: uuid('template_id'),
    templateVersion: integer('template_version'),
    answers: jsonb('answers').$type<Answers>().notNull().default({}),
    byCoach: boolean('by_coach').notNull().default(false),
    reviewedAt: instant('reviewed_at'),
    /** When the client last corrected it. */
    editedAt: instant('edited_at'),
    /**
     * The message sent with the review. The foreign key is only in the migration, because messages belong to another
     * feature.
     */
    replyId: uuid('reply_id'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    foreignKey({
      name: 'check_ins_template_fk',
      columns: [table.coachId, table.templateId, table.templateVersion],
      foreignColumns: [
        checkInTemplateVersions.coachId,
        checkInTemplateVersions.templateId,
        checkInTemplateVersions.version,
      ],
    }),
    check('check_ins_template_check', sql.raw('(template_id is null) = (template_version is null)')),
    index('check_ins_client_index').on(table.coachId, table.clientId, table.submittedAt, table.id),
    index('check_ins_reply_index').on(table.coachId, table.replyId).where(sql`reply_id is not null`),
    index('check_ins_unreviewed_index').on(table.coachId, table.submittedAt, table.id).where(sql`reviewed_at is null`),
    allow('check_ins_coach', 'all', isCoachOfRow),
    allow('check_ins_follow', 'select', isFollowed),
    allow('check_ins_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow(
      'check_ins_client_write',
      'insert',
      `${isClientOfRow(WRITING_CLIENT)} and not by_coach and reviewed_at is null and reply_id is null`,
    ),
    // A corrected check-in returns to the coach's queue. After a reply, corrections are refused.
    allow(
      'check_ins_client_edit',
      'update',
      `${isClientOfRow(WRITING_CLIENT)} and not by_coach and reply_id is null`,
      `${isClientOfRow(WRITING_CLIENT)} and not by_coach and reply_id is null and reviewed_at is null`,
    ),
  ],
);

export const REMINDER_KINDS = ['due', 'overdue'] as const;

/** Tenant. Sent reminders. The key prevents a second one. */
export const checkInReminders = pgTable(
  'check_in_reminders',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    dueDay: date('due_day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: REMINDER_KINDS }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.dueDay, table.kind] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    oneOf('check_in_reminders_kind_check', 'kind', REMINDER_KINDS),
    allow('check_in_reminders_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant. The quick replies of a coach, in one row. */
export const checkInQuickReplies = pgTable(
  'check_in_quick_replies',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id),
    replies: jsonb('replies').$type<string[]>().notNull(),
  },
  () => [allow('check_in_quick_replies_coach', 'all', isCoachOfTenant)],
);

/** Personal. An unfinished check-in, one for each coach, so that a client can finish it on another device. */
export const checkInDrafts = pgTable(
  'check_in_drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    coachId: coachId().references(() => coaches.id, { onDelete: 'cascade' }),
    /** The id that the check-in will have. */
    id: uuid('id').notNull(),
    templateId: uuid('template_id'),
    version: integer('version').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.userId] }),
    index('check_in_drafts_user_index').on(table.userId),
    allow('check_in_drafts_owner', 'all', `${scopeRole} = 'client' and ${isOwner} and coach_id = ${scopeCoach}`),
    // A person who changed coaches still reads and deletes the draft for the previous coach.
    allow('check_in_drafts_person_read', 'select', `${scopeRole} = 'user' and ${isOwner}`),
    allow('check_in_drafts_person_delete', 'delete', `${scopeRole} = 'user' and ${isOwner}`),
  ],
);
