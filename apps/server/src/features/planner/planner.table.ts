import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { GenerationReasons } from '@stridewell/contract/planner/planner.generation';
import type { MealReasons } from '@stridewell/contract/planner/planner.meals';
import { DRAFT_FALLBACKS } from '@stridewell/contract/planner/planner.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Author of a draft: the training rules, or a model within them. */
const DRAFTED_BY = ['engine', 'model'] as const;

/**
 * Tenant. Drafted programs with their provenance. `content` and `reasons` are deleted when the coach approves the
 * draft, because reasons name health limits. `used_as` is the template or the client's program that the draft became,
 * and `edits` are the coach's changes up to the approval.
 */
export const plannerDrafts = pgTable(
  'planner_drafts',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    clientId: uuid('client_id'),
    at: instant('at').notNull(),
    /** The client's program that the draft continues, and its version at that time. */
    presentId: uuid('present_id'),
    presentVersion: integer('present_version'),
    content: jsonb('content').$type<Program>(),
    reasons: jsonb('reasons').$type<GenerationReasons>(),
    draftedBy: text('drafted_by', { enum: DRAFTED_BY }).notNull(),
    model: text('model'),
    promptHash: text('prompt_hash'),
    rulesVersion: text('rules_version').notNull(),
    violations: text('violations').array().notNull(),
    repairs: integer('repairs').notNull(),
    fallback: text('fallback', { enum: DRAFT_FALLBACKS }),
    usedAs: uuid('used_as'),
    edits: text('edits').array(),
    approvedAt: instant('approved_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('planner_drafts_used_index').on(table.coachId, table.usedAs, table.at),
    index('planner_drafts_age_index').on(table.coachId, table.at),
    oneOf('planner_drafts_by_check', 'drafted_by', DRAFTED_BY),
    oneOf('planner_drafts_fallback_check', 'fallback', DRAFT_FALLBACKS),
    allow('planner_drafts_coach', 'all', isCoachOfTenant),
  ],
);

/**
 * Tenant. Drafted meal plans with their provenance, as `planner_drafts`. The content is deleted when the coach approves
 * the draft: reasons name what a client cannot eat. `used_as` is the template that the draft became, and `edits` are the
 * coach's changes up to the approval.
 */
export const mealDrafts = pgTable(
  'meal_drafts',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    clientId: uuid('client_id'),
    at: instant('at').notNull(),
    content: jsonb('content').$type<MealPlan>(),
    reasons: jsonb('reasons').$type<MealReasons>(),
    draftedBy: text('drafted_by', { enum: DRAFTED_BY }).notNull(),
    model: text('model'),
    promptHash: text('prompt_hash'),
    rulesVersion: text('rules_version').notNull(),
    violations: text('violations').array().notNull(),
    repairs: integer('repairs').notNull(),
    fallback: text('fallback', { enum: DRAFT_FALLBACKS }),
    usedAs: uuid('used_as'),
    edits: text('edits').array(),
    approvedAt: instant('approved_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('meal_drafts_client_index').on(table.coachId, table.clientId),
    index('meal_drafts_age_index').on(table.coachId, table.at),
    oneOf('meal_drafts_by_check', 'drafted_by', DRAFTED_BY),
    oneOf('meal_drafts_fallback_check', 'fallback', DRAFT_FALLBACKS),
    allow('meal_drafts_coach', 'all', isCoachOfTenant),
  ],
);

/**
 * Tenant. A client's answers about language models. Rows are only added, so that it stays known who agreed to which
 * wording and when; the newest one counts.
 */
export const modelConsents = pgTable(
  'model_consents',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** Version of the wording that was shown. */
    version: integer('version').notNull(),
    allowed: boolean('allowed').notNull(),
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('model_consents_newest_index').on(table.coachId, table.clientId, table.answeredAt, table.id),
    allow('model_consents_coach', 'select', isCoachOfRow),
    allow('model_consents_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('model_consents_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
  ],
);
