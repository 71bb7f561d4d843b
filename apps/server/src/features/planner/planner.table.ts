import type { GenerationReasons } from '@stridewell/contract/planner/planner.generation';
import { DRAFT_FALLBACKS } from '@stridewell/contract/planner/planner.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
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
