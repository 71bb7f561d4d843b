import type { Answers, Question } from '@stridewell/contract/checkins.forms.rules';
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
import { relationships } from '../../core/relationships/relationships.table.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  isOwner,
  READING_CLIENT,
  scopeClient,
  scopeCoach,
  scopeUser,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { coachId, createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, scopeRole } from '../../platform/db/policies.ts';
import { messages } from '../messages/messages.table.ts';

/** A client reads the forms of the coach they are in scope with. */
const isReadByClient = `${scopeRole} = 'client' and coach_id = ${scopeCoach} and exists (select 1
  from client_coach_relationships r where r.coach_id = ${scopeCoach} and r.client_id = ${scopeClient}
  and r.person_id = ${scopeUser} and r.status in (${READING_CLIENT.map((status) => `'${status}'`).join(', ')}))`;

/** Tenant. A form that the coach has made, and which of its versions is asked now. */
export const checkInTemplates = pgTable(
  'check_in_templates',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    archived: boolean('archived').notNull().default(false),
    /** Asked of clients for whom nothing else was chosen. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    uniqueIndex('check_in_templates_default_index').on(table.coachId).where(sql`is_default`),
    check('check_in_templates_default_check', sql.raw('not (is_default and archived)')),
    allow('check_in_templates_coach', 'all', isCoachOfTenant),
    allow('check_in_templates_client', 'select', isReadByClient),
  ],
);

/** Tenant. Never changed once written, because answers are read beside their questions for good. */
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
    allow('check_in_template_versions_client', 'select', isReadByClient),
  ],
);

/**
 * Tenant. Weight in kg, adherence in percent, energy 1 to 5, sleep in hours a night, where the form asks them; `day` in
 * the zone of the client's schedule. Without a template it answers the built-in form, whose answers are the columns.
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
    energy: integer('energy'),
    sleepHours: numeric('sleep_hours', { precision: 4, scale: 2, mode: 'number' }),
    note: text('note').notNull().default(''),
    submittedAt: instant('submitted_at').notNull(),
    templateId: uuid('template_id'),
    templateVersion: integer('template_version'),
    answers: jsonb('answers').$type<Answers>().notNull().default({}),
    byCoach: boolean('by_coach').notNull().default(false),
    reviewedAt: instant('reviewed_at'),
    /** The message that the coach wrote with the review. */
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
    foreignKey({
      name: 'check_ins_reply_fk',
      columns: [table.coachId, table.replyId],
      foreignColumns: [messages.coachId, messages.id],
    }),
    check('check_ins_template_check', sql.raw('(template_id is null) = (template_version is null)')),
    index('check_ins_client_index').on(table.coachId, table.clientId, table.submittedAt, table.id),
    index('check_ins_unreviewed_index').on(table.coachId, table.submittedAt, table.id).where(sql`reviewed_at is null`),
    allow('check_ins_coach', 'all', isCoachOfRow),
    allow('check_ins_client_read', 'select', isClientOfRow('check_ins', READING_CLIENT)),
    allow(
      'check_ins_client_write',
      'insert',
      `${isClientOfRow('check_ins', WRITING_CLIENT)} and not by_coach and reviewed_at is null and reply_id is null`,
    ),
  ],
);

/** Days on which the relationship at hand has a check-in. */
export const checkedDays = sql<string[]>`array(
  select distinct c.day::text from ${checkIns} c where c.coach_id = client_coach_relationships.coach_id
    and c.client_id = client_coach_relationships.client_id)`;

export const REMINDER_KINDS = ['due', 'overdue'] as const;

/** Tenant. What a client was reminded of; the key is what keeps it to once. */
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

/** Tenant. The replies that a coach uses often, in one row. */
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

/** Personal. What somebody has begun to answer, so that it can be ended on another device; one for each coach. */
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
    primaryKey({ columns: [table.userId, table.coachId] }),
    allow('check_in_drafts_owner', 'all', `${scopeRole} = 'client' and ${isOwner} and coach_id = ${scopeCoach}`),
    // Whoever trains with somebody else by now reads and deletes what they began with the coach before.
    allow('check_in_drafts_person_read', 'select', `${scopeRole} = 'user' and ${isOwner}`),
    allow('check_in_drafts_person_delete', 'delete', `${scopeRole} = 'user' and ${isOwner}`),
  ],
);
