import type { Target, TargetBasis } from '@stridewell/contract/targets/targets';
import {
  REVIEW_KINDS,
  REVIEW_STATUSES,
  TARGET_AUTHORS,
  TARGET_SOURCES,
} from '@stridewell/contract/targets/targets.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
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
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import type { ExpenditureEstimate } from './targets.expenditure.rules.ts';

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

/**
 * Tenant, coach only. Weekly reviews of targets: the expenditure that a client's log and weigh-ins show, and what
 * follows from it.
 */
export const targetReviews = pgTable(
  'target_reviews',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** The last day that was read. */
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    status: text('status', { enum: REVIEW_STATUSES }).notNull(),
    fromKcal: integer('from_kcal'),
    toKcal: integer('to_kcal'),
    sentence: text('sentence').notNull(),
    estimate: jsonb('estimate').$type<ExpenditureEstimate>().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    uniqueIndex('target_reviews_day_index').on(table.coachId, table.clientId, table.day),
    index('target_reviews_status_index').on(table.coachId, table.status, table.createdAt),
    oneOf('target_reviews_kind_check', 'kind', REVIEW_KINDS),
    oneOf('target_reviews_status_check', 'status', REVIEW_STATUSES),
    allow('target_reviews_coach', 'all', isCoachOfRow),
  ],
);

/** Tenant, coach only. What weekly reviews may do for a client, and when the next one is due. */
export const targetAdaptations = pgTable(
  'target_adaptations',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    isOn: boolean('is_on').notNull().default(true),
    withoutApproval: integer('without_approval').notNull().default(0),
    lowest: integer('lowest'),
    highest: integer('highest'),
    /** Null without a target. */
    dueAt: instant('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    index('target_adaptations_due_index').on(table.dueAt).where(sql`due_at is not null`),
    allow('target_adaptations_coach', 'all', isCoachOfRow),
    allow('target_adaptations_system', 'select', isSystem('targets')),
  ],
);
