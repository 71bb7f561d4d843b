import { SIDES } from '@stridewell/contract/people.rules';
import {
  AVAILABILITY_SLOTS,
  type AvailabilitySlot,
  FITNESS_LEVELS,
  GENDERS,
} from '@stridewell/contract/records/records.options.rules';
import { sql } from 'drizzle-orm';
import { check, date, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, READING_CLIENT, WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** An amount in kg or cm with two decimals. */
const amount = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });
const list = (name: string) => text(name).array().notNull().default(sql`'{}'`);
/**
 * Tenant. Facts about one client. The first edit creates the row. Name and goal are in the relationship, because lists
 * show them. `version` counts the edits.
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
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by', { enum: SIDES }).notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    oneOf('client_records_gender_check', 'gender', GENDERS),
    oneOf('client_records_level_check', 'fitness_level', FITNESS_LEVELS),
    oneOf('client_records_editor_check', 'updated_by', SIDES),
    check('client_records_days_check', sql.raw('days_per_week between 1 and 7')),
    check(
      'client_records_availability_check',
      sql.raw(`availability <@ array[${AVAILABILITY_SLOTS.map((slot) => `'${slot}'`).join(', ')}]`),
    ),
    allow('client_records_coach', 'all', isCoachOfRow),
    allow('client_records_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('client_records_client_insert', 'insert', `${isClientOfRow(WRITING_CLIENT)} and updated_by = 'client'`),
    // A client may edit the coach's texts, but only in their own name.
    allow(
      'client_records_client_update',
      'update',
      isClientOfRow(WRITING_CLIENT),
      `${isClientOfRow(WRITING_CLIENT)} and updated_by = 'client'`,
    ),
  ],
);
