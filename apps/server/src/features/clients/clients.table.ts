import { PLAN_STATUSES } from '@stridewell/contract/clients.labels.rules';
import {
  AVAILABILITY_SLOTS,
  type AvailabilitySlot,
  FITNESS_LEVELS,
  GENDERS,
} from '@stridewell/contract/clients.record.rules';
import { SIDES } from '@stridewell/contract/messages.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { isInvited, relationshipKey, relationships } from '../../core/relationships/relationships.table.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { coachId, createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. The secret half of the mailed link is stored as a digest. */
export const invitations = pgTable(
  'invitations',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    tokenDigest: text('token_digest').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    allow('invitations_coach', 'all', isCoachOfTenant),
    allow('invitations_invitation', 'select', isInvited('invitations')),
    allow('invitations_accept', 'update', isInvited('invitations')),
  ],
);

/** kg and cm with two decimals. */
const amount = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });
const list = (name: string) => text(name).array().notNull().default(sql`'{}'`);
/**
 * Tenant. What a coach learned about one client, made with the first edit. Name and goal are on the relationship, where
 * lists read them. `version` counts the edits.
 */
export const clientRecords = pgTable(
  'client_records',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    goalWeightKg: amount('goal_weight_kg'),
    targetDay: date('target_day', { mode: 'string' }),
    startWeightKg: amount('start_weight_kg'),
    heightCm: amount('height_cm'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    gender: text('gender', { enum: GENDERS }),
    fitnessLevel: text('fitness_level', { enum: FITNESS_LEVELS }),
    daysPerWeek: integer('days_per_week'),
    availability: list('availability').$type<AvailabilitySlot[]>(),
    diet: text('diet').notNull().default(''),
    dietaryRestrictions: list('dietary_restrictions'),
    allergies: list('allergies'),
    injuries: text('injuries').notNull().default(''),
    equipment: list('equipment'),
    phone: text('phone').notNull().default(''),
    occupation: text('occupation').notNull().default(''),
    emergencyName: text('emergency_name').notNull().default(''),
    emergencyRelation: text('emergency_relation').notNull().default(''),
    emergencyPhone: text('emergency_phone').notNull().default(''),
    timeZone: text('time_zone'),
    planStatus: text('plan_status', { enum: PLAN_STATUSES }).notNull().default('none'),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by', { enum: SIDES }).notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    index('client_records_plan_index').on(table.coachId, table.planStatus, table.clientId),
    oneOf('client_records_gender_check', 'gender', GENDERS),
    oneOf('client_records_level_check', 'fitness_level', FITNESS_LEVELS),
    oneOf('client_records_plan_check', 'plan_status', PLAN_STATUSES),
    oneOf('client_records_editor_check', 'updated_by', SIDES),
    check('client_records_days_check', sql.raw('days_per_week between 1 and 7')),
    check(
      'client_records_availability_check',
      sql.raw(`availability <@ array[${AVAILABILITY_SLOTS.map((slot) => `'${slot}'`).join(', ')}]`),
    ),
    allow('client_records_coach', 'all', isCoachOfRow),
    allow('client_records_client_read', 'select', isClientOfRow('client_records', READING_CLIENT)),
    allow(
      'client_records_client_insert',
      'insert',
      `${isClientOfRow('client_records', WRITING_CLIENT)} and updated_by = 'client'`,
    ),
    // Whoever edited it last: a client goes on from there, in their own name.
    allow(
      'client_records_client_update',
      'update',
      isClientOfRow('client_records', WRITING_CLIENT),
      `${isClientOfRow('client_records', WRITING_CLIENT)} and updated_by = 'client'`,
    ),
  ],
);

/** Tenant, the coach's alone. A note that was taken away can be brought back for a day. */
export const clientNotes = pgTable(
  'client_notes',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    text: text('text').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    pinned: boolean('pinned').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_notes_list_index').on(table.coachId, table.clientId, table.pinned, table.createdAt, table.id),
    index('client_notes_order_index').on(table.coachId, table.clientId, table.createdAt, table.id),
    check('client_notes_text_check', sql.raw('char_length(text) between 1 and 10000')),
    allow('client_notes_coach', 'all', isCoachOfRow),
  ],
);
