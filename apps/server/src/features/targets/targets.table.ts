import type { Target, TargetBasis } from '@stridewell/contract/targets/targets';
import { TARGET_AUTHORS, TARGET_SOURCES } from '@stridewell/contract/targets/targets.rules';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { isClientOfRow, isCoachOfRow, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. Nutrition targets of clients with their history: rows are only added. An end is a row without numbers. Energy
 * in kcal, macros in g. The numbers of a row hold from `starts_on` until a newer row starts.
 */
export const nutritionTargets = pgTable(
  'nutrition_targets',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** Counts the changes of a client: of those that have started, the last one counts. */
    number: integer('number').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    source: text('source', { enum: TARGET_SOURCES }).notNull(),
    kcal: integer('kcal'),
    protein: integer('protein'),
    fat: integer('fat'),
    carbohydrate: integer('carbohydrate'),
    fibre: integer('fibre'),
    waterLiters: numeric('water_liters', { precision: 3, scale: 1, mode: 'number' }),
    /** Change of weight that the target leads to, in percent of it a week. */
    weeklyPercent: numeric('weekly_percent', { precision: 5, scale: 3, mode: 'number' }),
    week: jsonb('week').$type<Target['week']>(),
    reasons: jsonb('reasons').$type<Target['reasons']>(),
    basis: jsonb('basis').$type<TargetBasis>(),
    note: text('note').notNull(),
    createdBy: text('created_by', { enum: TARGET_AUTHORS }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    uniqueIndex('nutrition_targets_number_index').on(table.coachId, table.clientId, table.number),
    oneOf('nutrition_targets_source_check', 'source', TARGET_SOURCES),
    oneOf('nutrition_targets_created_by_check', 'created_by', TARGET_AUTHORS),
    check('nutrition_targets_kcal_check', sql.raw(`(kcal is null) = (source = 'ended') and kcal >= 800`)),
    allow('nutrition_targets_coach_read', 'select', isCoachOfRow),
    allow('nutrition_targets_coach_insert', 'insert', isCoachOfRow),
    allow('nutrition_targets_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);
